#include "attention/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "attention/algorithms/full_matrix.hpp"
#include "attention/algorithms/loop.hpp"
#include "attention/algorithms/rows.hpp"
#include "attention/algorithms/tiled.hpp"
#include "attention/matrix.hpp"
#include "attention/python_random.hpp"

namespace attention {
namespace {

std::size_t whole(double size) { return static_cast<std::size_t>(size); }

// The data, for any algorithm.
template <class T>
class Data : public Measurement {
 public:
  bool draw(const MeasureRequest& request, std::span<const std::uint32_t> seed) {
    request_ = request;
    PythonRandom random(seed);
    return fill(random, q_, whole(request.n), whole(request.d_k), whole(request.first_row), whole(request.rows)) &&
           fill(random, k_, whole(request.keys), whole(request.d_k), 0, whole(request.keys)) &&
           fill(random, v_, whole(request.keys), whole(request.d_v), 0, whole(request.keys)) &&
           output_.reshape(q_.rows(), v_.columns());
  }

  double largest_difference(std::size_t rows) override {
    Loop<T> loop;
    Buffer<T> expected;
    if (!loop.prepare(input()) || !expected.resize(output_.columns())) return std::nan("");
    const std::size_t stride = std::max<std::size_t>(1, output_.rows() / std::max<std::size_t>(1, rows));
    double largest = 0;
    for (std::size_t row = 0; row < output_.rows(); row += stride) {
      loop.run_row(row, expected.data());
      for (std::size_t c = 0; c < output_.columns(); ++c) {
        const double difference = std::fabs(static_cast<double>(output_.row(row)[c]) - expected[c]);
        if (!(difference <= largest)) largest = difference;  // a NaN stays
      }
    }
    return largest;
  }

 protected:
  AlgorithmInput<T> input() {
    return {.q = q_.view(),
            .k = k_.view(),
            .v = v_.view(),
            .output = output_.view(),
            .scale = static_cast<T>(1 / std::sqrt(request_.d_k)),
            .mask = request_.mask,
            .first_row = whole(request_.first_row),
            .all_rows = whole(request_.n)};
  }

 private:
  // Rows first .. first + count of `rows` rows that are drawn one after another.
  static bool fill(PythonRandom& random, Matrix<T>& matrix, std::size_t rows, std::size_t columns, std::size_t first,
                   std::size_t count) {
    Buffer<double> drawn;
    if (!matrix.reshape(count, columns) || !drawn.resize(columns)) return false;
    matrix.fill(0);
    for (std::size_t row = 0; row < rows; ++row) {
      random.fill_gauss({drawn.data(), columns});
      if (row < first || row >= first + count) continue;
      std::transform(drawn.begin(), drawn.end(), matrix.row(row - first), [](double x) { return static_cast<T>(x); });
    }
    return true;
  }

  MeasureRequest request_;
  Matrix<T> q_, k_, v_, output_;
};

template <class T, class Runner>
class Run final : public Data<T> {
 public:
  std::size_t steps() const override { return runner_.steps(); }
  void run(std::size_t first, std::size_t past) override { runner_.run(first, past); }

 private:
  bool allocate() override { return runner_.prepare(this->input()); }

  Runner runner_;
};

template <class T, class Runner>
Data<T>* blank() {
  return new (std::nothrow) Run<T, Runner>;
}

template <class T>
Data<T>* blank_for(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::loop:
      return blank<T, Loop<T>>();
    case Algorithm::rows:
      return blank<T, Rows<T>>();
    case Algorithm::matrix:
      return blank<T, FullMatrix<T>>();
    case Algorithm::tiled:
      return blank<T, Tiled<T>>();
  }
  return nullptr;
}

template <class T>
std::unique_ptr<Measurement> drawn(const MeasureRequest& request, std::span<const std::uint32_t> seed) {
  std::unique_ptr<Data<T>> data(blank_for<T>(request.algorithm));
  if (!data || !data->draw(request, seed)) return nullptr;
  return data;
}

template <class T>
double working_bytes_with(const MeasureRequest& request) {
  const AlgorithmSizes sizes{request.rows, request.keys, request.d_k, request.d_v};
  switch (request.algorithm) {
    case Algorithm::loop:
      return Loop<T>::working_bytes(sizes);
    case Algorithm::rows:
      return Rows<T>::working_bytes(sizes);
    case Algorithm::matrix:
      return FullMatrix<T>::working_bytes(sizes);
    case Algorithm::tiled:
      return Tiled<T>::working_bytes(sizes);
  }
  return 0;
}

bool is_double(const MeasureRequest& request) { return request.precision == Precision::f64; }

}  // namespace

double working_bytes(const MeasureRequest& request) {
  return is_double(request) ? working_bytes_with<double>(request) : working_bytes_with<float>(request);
}

std::unique_ptr<Measurement> Measurement::draw(const MeasureRequest& request, std::span<const std::uint32_t> seed) {
  return is_double(request) ? drawn<double>(request, seed) : drawn<float>(request, seed);
}

}  // namespace attention

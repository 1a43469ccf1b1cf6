// The four algorithms on one input of any shape, mask and data, run in steps of any size.
#include <algorithm>
#include <cmath>

#include "attention/algorithms/full_matrix.hpp"
#include "attention/algorithms/loop.hpp"
#include "attention/algorithms/rows.hpp"
#include "attention/algorithms/tiled.hpp"
#include "attention/measurement.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

template <class T>
Matrix<T> matrix_of(const std::vector<double>& flat, std::size_t rows, std::size_t columns) {
  Matrix<T> matrix;
  expect(matrix.reshape(rows, columns), "there is memory enough");
  matrix.fill(0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < columns; ++c) matrix.row(i)[c] = static_cast<T>(flat[i * columns + c]);
  }
  return matrix;
}

template <class T>
struct Case {
  Matrix<T> q, k, v;
  MeasureRequest request;
  T scale = 1;
  double largest_value = 0;
  double tolerance = 0;  // relative to the largest value; infinite where a logit may leave the format

  AlgorithmInput<T> input(Matrix<T>& output) {
    return {.q = q.view(),
            .k = k.view(),
            .v = v.view(),
            .output = output.view(),
            .scale = scale,
            .mask = request.mask,
            .first_row = static_cast<std::size_t>(request.first_row),
            .all_rows = static_cast<std::size_t>(request.n)};
  }
};

template <template <class> class Algorithm, class T>
Matrix<T> output_of(Case<T>& of, Given& given) {
  Matrix<T> output;
  expect(output.reshape(of.q.rows(), of.v.columns()), "there is memory enough");
  output.fill(static_cast<T>(7));
  Algorithm<T> algorithm;
  expect(algorithm.prepare(of.input(output)), "there is memory enough");
  for (std::size_t step = 0; step < algorithm.steps();) {
    const std::size_t past = std::min(algorithm.steps(), step + 1 + given.below(9));
    algorithm.run(step, past);
    step = past;
  }
  return output;
}

template <class T>
void compare(const Case<T>& of, const Matrix<T>& expected, const Matrix<T>& found, const char* what) {
  if (!std::isfinite(of.tolerance)) return;
  for (std::size_t i = 0; i < expected.rows(); ++i) {
    for (std::size_t c = 0; c < expected.columns(); ++c) {
      const double difference =
          std::fabs(static_cast<double>(expected.row(i)[c]) - static_cast<double>(found.row(i)[c]));
      expect(difference <= of.tolerance * of.largest_value + std::numeric_limits<T>::min() * 64, what,
             {difference, of.tolerance, of.largest_value, expected.row(i)[c], found.row(i)[c]});
    }
  }
}

template <class T>
void run(const MeasureRequest& request, Given& given) {
  const auto keys = static_cast<std::size_t>(request.keys), d_k = static_cast<std::size_t>(request.d_k),
             d_v = static_cast<std::size_t>(request.d_v), rows = static_cast<std::size_t>(request.rows);
  std::vector<double> q = given.numbers(rows * d_k), k = given.numbers(keys * d_k), v = given.numbers(keys * d_v);
  Case<T> of;
  of.request = request;
  of.scale = static_cast<T>(given.near(1 / std::sqrt(request.d_k)));
  bool is_finite = std::isfinite(of.scale);
  for (std::size_t j = 0; j < keys; ++j) {
    bool is_seen = false;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::size_t>(request.first_row) + i;
      is_seen |= visible_keys(request.mask, row, static_cast<std::size_t>(request.n), keys).sees(j);
    }
    if (is_seen) {
      for (std::size_t t = 0; t < d_k; ++t) is_finite &= std::isfinite(static_cast<T>(k[j * d_k + t]));
      for (std::size_t c = 0; c < d_v; ++c) is_finite &= std::isfinite(static_cast<T>(v[j * d_v + c]));
      continue;
    }
    std::fill_n(k.data() + j * d_k, d_k, std::nan(""));
    std::fill_n(v.data() + j * d_v, d_v, HUGE_VAL);
  }
  double largest_q = 0, largest_k = 0;
  for (const double x : q)
    largest_q = std::fmax(largest_q, std::fabs(x)), is_finite &= std::isfinite(static_cast<T>(x));
  for (const double x : k) largest_k = std::isnan(x) ? largest_k : std::fmax(largest_k, std::fabs(x));
  for (const double x : v)
    of.largest_value = std::isfinite(x) ? std::fmax(of.largest_value, std::fabs(x)) : of.largest_value;
  // A logit is off by some units of the sum of the magnitudes it is made of, a weight by as much, relatively.
  const double logit = largest_q * largest_k * request.d_k * std::fabs(static_cast<double>(of.scale));
  const double most = std::fmax(std::fmax(largest_q, largest_k) * request.d_k, largest_q * largest_k * request.d_k);
  const double eps = std::numeric_limits<T>::epsilon();
  is_finite &= most * 4 < std::numeric_limits<T>::max() && logit * 4 < std::numeric_limits<T>::max();
  is_finite &= of.largest_value * (request.keys + 1) < std::numeric_limits<T>::max();
  // Products that vanish in the format are as good as 0 in every one of them, but not in the loop's doubles.
  of.tolerance =
      is_finite && (largest_q == 0 || largest_q > 1e-15) && (largest_k == 0 || largest_k > 1e-15) && logit * eps < 0.01
          ? 8 * eps * (logit * std::sqrt(request.d_k) + request.keys + 16)
          : HUGE_VAL;
  of.q = matrix_of<T>(q, rows, d_k);
  of.k = matrix_of<T>(k, keys, d_k);
  of.v = matrix_of<T>(v, keys, d_v);
  const Matrix<T> loop = output_of<Loop>(of, given);
  compare(of, loop, output_of<Rows>(of, given), "rows agrees with the loop");
  compare(of, loop, output_of<FullMatrix>(of, given), "matrix agrees with the loop");
  compare(of, loop, output_of<Tiled>(of, given), "tiled agrees with the loop");
}

// The way a page takes: data by a seed, then steps.
void run_measurement(const MeasureRequest& request, Given& given) {
  const std::uint32_t seed = given.word();
  bool has_data = false;
  const auto measurement = Measurement::prepare(request, {&seed, 1}, [&] { has_data = true; });
  expect(measurement && has_data, "there is memory enough");
  measurement->run(0, measurement->steps());
  const double tolerance = request.precision == Precision::f64 ? 1e-10 : 1e-3;
  expect(measurement->largest_difference(given.below(4)) < tolerance, "the algorithm agrees with the loop");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Given given(bytes, size);
  MeasureRequest request;
  request.algorithm = given.choice(Algorithm::tiled);
  request.n = given.size(40, 600);
  request.keys = given.below(3) == 0 ? given.size(40, 600) : request.n;
  request.d_k = given.size();
  request.d_v = given.size();
  request.mask = given.mask();
  request.precision = given.choice(Precision::f32);
  request.first_row = given.below(3) == 0 ? given.size() - 1 : 0;
  request.rows = given.below(3) == 0 ? given.size() : request.n - request.first_row;
  if (const Problem problem = first_problem(request)) {
    expect_refusal(problem);
    return 0;
  }
  expect(working_bytes(request) >= 0, "a number of bytes");
  if (request.n > 2000 || (request.rows + 1) * request.keys * (request.d_k + request.d_v) > 400000) return 0;
  if (given.below(4) == 0) {
    run_measurement(request, given);
  } else if (request.precision == Precision::f64) {
    run<double>(request, given);
  } else {
    run<float>(request, given);
  }
  return 0;
}

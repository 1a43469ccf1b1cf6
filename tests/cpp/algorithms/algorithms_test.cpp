#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "../reference.hpp"
#include "attention/algorithms/full_matrix.hpp"
#include "attention/algorithms/loop.hpp"
#include "attention/algorithms/rows.hpp"
#include "attention/algorithms/tiled.hpp"

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class Algorithm, class T>
struct Case {
  using Element = T;
  using Type = Algorithm;
};

template <class T>
Matrix<T> matrix_of(const std::vector<double>& flat, double rows, double columns) {
  Matrix<T> matrix;
  EXPECT_TRUE(matrix.reshape(std::size_t(rows), std::size_t(columns)));
  matrix.fill(0);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) {
      matrix.row(i)[j] = static_cast<T>(flat[i * matrix.columns() + j]);
    }
  }
  return matrix;
}

template <class T>
void round_to(Data& data) {
  for (auto* values : {&data.q, &data.k, &data.v}) {
    for (double& value : *values) value = static_cast<T>(value);
  }
}

// How far an output may be from the exact one: each logit may be off by some units in the last place of the sum of the
// magnitudes it is made of, and each weight by as much, relatively. Nothing in it depends on n or keys.
template <class T>
double bound_of(const AttendRequest& request, const Data& data) {
  const std::size_t d_k = std::size_t(request.d_k);
  double magnitude = 0, value = 0;
  for (std::size_t i = 0; i < data.q.size(); i += d_k) {
    for (std::size_t j = 0; j < data.k.size(); j += d_k) {
      double sum = 0;
      for (std::size_t t = 0; t < d_k; ++t) sum += std::fabs(data.q[i + t] * data.k[j + t]);
      if (std::isfinite(sum)) magnitude = std::max(magnitude, sum * std::fabs(request.scaling.parameter));
    }
  }
  for (const double v : data.v) {
    if (std::isfinite(v)) value = std::max(value, std::fabs(v));
  }
  return std::numeric_limits<T>::epsilon() * (16 + 4 * magnitude) * value;
}

template <class Case>
class Algorithms : public ::testing::Test {
 public:
  using T = typename Case::Element;

  static AttendRequest request_of(double n, double keys, double d_k, double d_v, Mask mask = {}, double scale = 0) {
    AttendRequest request = ::request_of(n, keys, d_k, d_v);
    request.scaling = {ScaleRule::factor, scale == 0 ? static_cast<T>(1 / std::sqrt(d_k)) : scale, 1};
    request.mask = mask;
    return request;
  }

  // The output on these data. `steps_at_once` steps are run per call.
  Matrix<T> output_of(const AttendRequest& request, const Data& data, std::size_t steps_at_once = 1) {
    const Matrix<T> q = matrix_of<T>(data.q, request.n, request.d_k);
    const Matrix<T> k = matrix_of<T>(data.k, request.keys, request.d_k);
    const Matrix<T> v = matrix_of<T>(data.v, request.keys, request.d_v);
    Matrix<T> output;
    EXPECT_TRUE(output.reshape(std::size_t(request.n), std::size_t(request.d_v)));
    output.fill(T(-77));
    EXPECT_TRUE(algorithm_.prepare(
        {q.view(), k.view(), v.view(), output.view(), static_cast<T>(request.scaling.parameter), request.mask}));
    for (std::size_t step = 0; step < algorithm_.steps(); step += steps_at_once) {
      algorithm_.run(step, std::min(step + steps_at_once, algorithm_.steps()));
    }
    return output;
  }

  void expect_reference(const AttendRequest& request, Data data) {
    round_to<T>(data);
    const Reference reference(request, data);
    const Matrix<T> output = output_of(request, data, 3);
    const double bound = bound_of<T>(request, data);
    for (std::size_t i = 0; i < output.rows(); ++i) {
      for (std::size_t c = 0; c < output.columns(); ++c) {
        ASSERT_NEAR(output.row(i)[c], reference.output[i][c], bound)
            << "row " << i << ", column " << c << ": n " << request.n << ", keys " << request.keys << ", d_k "
            << request.d_k << ", d_v " << request.d_v << ", mask " << int(request.mask.kind) << " "
            << request.mask.window;
      }
    }
  }

 private:
  typename Case::Type algorithm_;
};

using Cases =
    ::testing::Types<Case<Loop<float>, float>, Case<Loop<double>, double>, Case<Rows<float>, float>,
                     Case<Rows<double>, double>, Case<FullMatrix<float>, float>, Case<FullMatrix<double>, double>,
                     Case<Tiled<float>, float>, Case<Tiled<double>, double>>;

struct CaseNames {
  template <class Case>
  static std::string GetName(int index) {
    static const char* const names[] = {"loop", "rows", "matrix", "tiled"};
    return std::string(names[index / 2]) + (sizeof(typename Case::Element) == 4 ? "_f32" : "_f64");
  }
};

TYPED_TEST_SUITE(Algorithms, Cases, CaseNames);

constexpr Mask kNone{};
constexpr Mask kCausal{MaskKind::causal, 1};
Mask window(double keys) { return {MaskKind::window, keys}; }

TYPED_TEST(Algorithms, AgreesWithTheReferenceAtEverySize) {
  for (int size = 1; size <= 70; ++size) {
    for (const Mask& mask : {kNone, kCausal, window(1), window(5)}) {
      const AttendRequest all = this->request_of(size, size, size, size, mask);
      this->expect_reference(all, draw(all, 1));
    }
    for (const AttendRequest& one :
         {this->request_of(size, 9, 5, 3), this->request_of(7, size, 5, 3), this->request_of(7, 9, size, 3),
          this->request_of(7, 9, 5, size), this->request_of(size, 23, 8, 8, kCausal),
          this->request_of(23, size, 8, 8, kCausal), this->request_of(23, size, 8, 8, window(4))}) {
      this->expect_reference(one, draw(one, 2));
    }
  }
}

TYPED_TEST(Algorithms, AgreesWithTheReferenceAroundBlockEdges) {
  for (const int keys : {251, 252, 253, 503, 504, 505, 511, 512, 513, 757}) {
    for (const Mask& mask : {kNone, kCausal, window(3), window(252), window(300)}) {
      const AttendRequest wide = this->request_of(17, keys, 6, 5, mask);
      this->expect_reference(wide, draw(wide, 3));
      const AttendRequest square = this->request_of(keys, keys, 3, 2, mask);
      this->expect_reference(square, draw(square, 4));
      const AttendRequest tall = this->request_of(keys, 17, 3, 2, mask);
      this->expect_reference(tall, draw(tall, 5));
    }
  }
}

// Values of 1 add up without cancelling: the sum where rounding errors would pile up most.
TYPED_TEST(Algorithms, BoundDoesNotGrowWithTheNumberOfKeys) {
  for (const int keys : {100, 3000, 30000}) {
    const AttendRequest request = this->request_of(3, keys, 8, 4);
    Data data = draw(request, 6);
    std::fill(data.v.begin(), data.v.end(), 1.0);
    this->expect_reference(request, data);
  }
}

TYPED_TEST(Algorithms, TakesLogitsInTheHundreds) {
  for (const double scale : {100.0, -100.0}) {
    const AttendRequest request = this->request_of(30, 300, 4, 5, kNone, scale);
    this->expect_reference(request, draw(request, 7));
  }
}

// Each block of keys raises the maximum by far more than an exponential can hold.
TYPED_TEST(Algorithms, TakesLogitsThatRiseFromBlockToBlock) {
  const AttendRequest request = this->request_of(9, 1100, 1, 3, kNone, 1);
  Data data = draw(request, 8);
  std::fill(data.q.begin(), data.q.end(), 1.0);
  for (std::size_t j = 0; j < data.k.size(); ++j) data.k[j] = 0.5 * double(j) - 300;
  this->expect_reference(request, data);
  std::reverse(data.k.begin(), data.k.end());
  this->expect_reference(request, data);
}

TYPED_TEST(Algorithms, LogitsOfMinusInfinityHaveNoWeight) {
  const AttendRequest request = this->request_of(5, 600, 1, 2, kNone, 1);
  Data data = draw(request, 9);
  std::fill(data.q.begin(), data.q.end(), 1.0);
  std::fill(data.k.begin(), data.k.begin() + 400, -kInfinity);  // the first block and a part of the second
  const auto output = this->output_of(request, data);
  Data rest = data;
  rest.k.erase(rest.k.begin(), rest.k.begin() + 400);
  rest.v.erase(rest.v.begin(), rest.v.begin() + 800);
  const auto expected = this->output_of(this->request_of(5, 200, 1, 2, kNone, 1), rest);
  const double bound = bound_of<typename TypeParam::Element>(request, rest);
  for (int c = 0; c < 2; ++c) EXPECT_NEAR(output.row(0)[c], expected.row(0)[c], bound);

  std::fill(data.k.begin(), data.k.end(), -kInfinity);
  const auto nothing = this->output_of(request, data);
  EXPECT_EQ(nothing.row(4)[1], 0);
}

TYPED_TEST(Algorithms, RowsThatSeeNoKeyGiveZero) {
  const AttendRequest request = this->request_of(600, 5, 3, 3, kCausal);
  Data data = draw(request, 10);
  round_to<typename TypeParam::Element>(data);
  const auto output = this->output_of(request, data);
  for (int i = 0; i < 595; ++i) ASSERT_EQ(output.row(i)[2], 0) << i;
  EXPECT_EQ(output.row(595)[2], static_cast<typename TypeParam::Element>(data.v[2]));
}

// Pitfall: 0 * NaN is NaN.
TYPED_TEST(Algorithms, MaskedKeysAndValuesDoNotLeak) {
  const int n = 300;
  for (const Mask& mask : {kCausal, window(4)}) {
    const AttendRequest request = this->request_of(n, n, 3, 3, mask);
    const Data clean = draw(request, 11);
    for (const double poison : {kNaN, kInfinity, -kInfinity}) {
      for (const int key : {0, 5, 150, 251, 252, n - 1}) {
        Data data = clean;
        std::fill_n(data.k.begin() + 3 * key, 3, poison);
        std::fill_n(data.v.begin() + 3 * key, 3, poison);
        const auto output = this->output_of(request, data);
        const auto expected = this->output_of(request, clean);
        for (int i = 0; i < n; ++i) {
          const KeyRange seen = visible_keys(mask, std::size_t(i), n, n);
          if (std::size_t(key) >= seen.first && std::size_t(key) < seen.past) continue;
          for (int c = 0; c < 3; ++c) {
            ASSERT_NEAR(output.row(i)[c], expected.row(i)[c], 1e-5) << "row " << i << ", poisoned key " << key;
          }
        }
      }
    }
  }
}

TYPED_TEST(Algorithms, NaNStaysInTheRowsThatSeeIt) {
  const AttendRequest request = this->request_of(20, 300, 3, 2);
  Data data = draw(request, 12);
  data.q[3 * 4] = kNaN;
  const auto output = this->output_of(request, data);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(std::isnan(output.row(i)[0]), i == 4) << i;
}

TYPED_TEST(Algorithms, ResultDoesNotDependOnHowTheStepsAreCut) {
  const AttendRequest request = this->request_of(600, 600, 5, 4, kCausal);
  const Data data = draw(request, 13);
  const auto one = this->output_of(request, data, 1);
  const auto many = this->output_of(request, data, 1000000);
  for (int i = 0; i < 600; ++i) {
    for (int c = 0; c < 4; ++c) ASSERT_EQ(one.row(i)[c], many.row(i)[c]);
  }
}

}  // namespace
}  // namespace attention

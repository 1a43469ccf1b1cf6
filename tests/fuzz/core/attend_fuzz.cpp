// Attention on any request and any data: refused, or every row explained.
#include <algorithm>
#include <cmath>

#include "attention/attend.hpp"
#include "attention/mask.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

constexpr double kMostWork = 200000;  // multiplications of one execution

struct Run {
  const AttendRequest& request;
  std::vector<double> q, k, v;

  AttendInputs inputs() const { return {q.data(), k.data(), request.has_values ? v.data() : nullptr}; }
  std::size_t n() const { return static_cast<std::size_t>(request.n); }
  std::size_t keys() const { return static_cast<std::size_t>(request.keys); }
  std::size_t d_k() const { return static_cast<std::size_t>(request.d_k); }
  std::size_t d_v() const { return request.has_values ? static_cast<std::size_t>(request.d_v) : 0; }
  KeyRange visible(std::size_t i) const { return visible_keys(request.mask, i, n(), keys()); }
};

// What one rounding of a weight may do, relatively.
double unit(Precision precision) {
  switch (precision) {
    case Precision::f16:
      return 0x1p-11;
    case Precision::bf16:
      return 0x1p-8;
    case Precision::f32:
      return 0x1p-23;
    default:
      return 0x1p-50;
  }
}

bool is_given_finite(const std::vector<double>& rows, std::size_t row, std::size_t width) {
  return std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(row * width),
                     rows.begin() + static_cast<std::ptrdiff_t>((row + 1) * width),
                     [](double x) { return std::isfinite(x); });
}

void check_failed_row(const Run& run, const Attention& result, const Event& event) {
  const std::size_t i = event.row;
  const KeyRange visible = run.visible(i);
  expect((event.code == EventCode::fully_masked) == visible.empty(), "exactly rows without a key are fully masked");
  expect(event.key == kNoKey || visible.sees(event.key), "the key of an event is one that the row sees");
  expect(event.code != EventCode::underflow || run.request.softmax == SoftmaxKind::naive,
         "only naive softmax underflows");
  expect(event.stage != Stage::softmax || run.request.softmax == SoftmaxKind::naive, "the stable softmax never fails");
  if (event.code == EventCode::not_finite) {
    const bool is_bad = !is_given_finite(run.k, event.key, run.d_k()) ||
                        (run.d_v() > 0 && !is_given_finite(run.v, event.key, run.d_v()));
    expect(is_bad, "a key that is called not finite is not");
  }
  for (std::size_t j = 0; j < run.keys(); ++j) expect(result.weights.row(i)[j] == 0, "a failed row has no weights");
  for (std::size_t c = 0; c < run.d_v(); ++c) expect(result.output.row(i)[c] == 0, "a failed row has no output");
  const RowStatistics& row = result.rows[i];
  expect(row.entropy == 0 && row.max_weight == 0 && row.jacobian == 0, "nor statistics");
}

void check_row(const Run& run, const Attention& result, std::size_t i) {
  const KeyRange visible = run.visible(i);
  const auto m = static_cast<double>(visible.size());
  const double rounding = (m + 4) * unit(run.request.precision);
  double sum = 0, largest = 0;
  for (std::size_t j = 0; j < run.keys(); ++j) {
    const double logit = result.logits.row(i)[j], scaled = result.scaled.row(i)[j], weight = result.weights.row(i)[j];
    if (!visible.sees(j)) {
      expect(logit == -HUGE_VAL && scaled == -HUGE_VAL && weight == 0, "a masked key has no logit and no weight");
      continue;
    }
    expect(std::isfinite(logit) && std::isfinite(scaled), "a logit that is not finite has an event");
    expect(is_between(weight, 0, 1), "a weight is from 0 to 1");
    sum += weight;
    largest = std::max(largest, weight);
  }
  const RowStatistics& row = result.rows[i];
  expect(std::fabs(sum + row.sink - 1) <= rounding, "weights and sink have a sum of 1", {sum, row.sink});
  expect(row.visible == m && row.max_weight == largest, "statistics are those of the weights");
  // The most that weights of this sum can have: ln m where no sink took a part of it.
  const double most = sum > 0 ? sum * (std::log(m) - std::log(std::fmin(sum, 1))) : 0;
  expect(is_between(row.entropy, 0, most + rounding * (2 + std::log(m))), "entropy is from 0 to ln m",
         {row.entropy, most, m, sum});
  expect(visible.size() > 1 ? is_between(row.share, 0, kMostShare + 4 * rounding) : std::isnan(row.share),
         "a share of the most, where there is one", {row.share});
  expect(is_between(row.jacobian, 0, 1), "a norm of the Jacobian is from 0 to 1");
  for (std::size_t c = 0; c < run.d_v(); ++c) {
    double low = 0, high = 0;  // the weights may have a sum below 1
    for (std::size_t j = visible.first; j < visible.past; ++j) {
      if (!visible.sees(j)) continue;
      low = std::min(low, run.v[j * run.d_v() + c]);
      high = std::max(high, run.v[j * run.d_v() + c]);
    }
    const double reach = 4 * rounding * (high / 4 - low / 4) * 4 + 1e-7;  // float16 ends at 6e-8
    expect(is_between(result.output.row(i)[c] / 2, low / 2 - reach, high / 2 + reach),
           "an output lies among the values");
  }
}

// Infinite where a square is: then the mean is beyond the largest double too.
bool is_mean_of_squares(double root) { return root >= 0; }

void check(const Run& run, const Attention& result) {
  auto event = result.events.begin();
  std::size_t rows = 0;
  for (std::size_t i = 0; i < run.n(); ++i) {
    if (event != result.events.end() && event->row == i) {
      check_failed_row(run, result, *event++);
    } else {
      check_row(run, result, i);
      ++rows;
    }
  }
  expect(event == result.events.end(), "events are in row order, one for a row");
  expect(rows > 0
             ? is_between(result.max_weight, 0, 1) && is_between(result.mean_jacobian, 0, 1) && result.mean_entropy >= 0
             : std::isnan(result.max_weight) && std::isnan(result.mean_jacobian) && std::isnan(result.mean_entropy),
         "means are those of the rows without an event");
  expect(rows == 0 || (is_mean_of_squares(result.rms_logit) && is_mean_of_squares(result.rms_scaled_logit)),
         "so are the logits' means");
}

// The same request on a new object, with NaN in what no row sees.
void check_unseen(Run run, const Attention& result) {
  for (std::size_t j = 0; j < run.keys(); ++j) {
    bool is_seen = false;
    for (std::size_t i = 0; i < run.n(); ++i) is_seen |= run.visible(i).sees(j);
    if (is_seen) continue;
    std::fill_n(run.k.data() + j * run.d_k(), run.d_k(), std::nan(""));
    std::fill_n(run.v.data() + j * run.d_v(), run.d_v(), std::nan(""));
  }
  Attention again;
  expect(!again.attend(run.request, run.inputs()), "what no row sees is not judged");
  expect(again.events.size() == result.events.size(), "nor does it make events");
  for (std::size_t i = 0; i < run.n(); ++i) {
    for (std::size_t j = 0; j < run.keys(); ++j) {
      expect(again.weights.row(i)[j] == result.weights.row(i)[j], "weights depend only on what is seen");
    }
    for (std::size_t c = 0; c < run.d_v(); ++c) {
      expect(again.output.row(i)[c] == result.output.row(i)[c], "outputs depend only on what is seen");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Attention attention;  // what an earlier request left must not show
  Given given(bytes, size);
  AttendRequest request;
  request.n = given.size();
  request.keys = given.below(3) == 0 ? given.size() : request.n;
  request.d_k = given.size();
  request.d_v = given.size();
  request.has_values = given.flag();
  request.scaling = given.scaling();
  request.mask = given.mask();
  request.softmax = given.choice(SoftmaxKind::naive);
  request.precision = given.choice(Precision::bf16);
  RotaryPositions rotation;
  if (given.below(4) == 0) {
    rotation = RotaryPositions(given.positions(given.below(8) == 0 ? given.number() : request.d_k));
    request.rotation = &rotation;
  }
  const Problem problem = first_problem(request);
  if (problem) {
    expect_refusal(problem);
    const Problem same = attention.attend(request, {});
    expect(same.code == problem.code && same.field == problem.field,
           "a wrong request is refused before its data are read");
    return 0;
  }
  if (request.n * request.keys * (request.d_k + (request.has_values ? request.d_v : 0)) > kMostWork) return 0;
  if ((request.n + request.keys) * (request.d_k + (request.has_values ? request.d_v : 0)) > kMostWork) return 0;

  Run run{request, {}, {}, {}};
  run.q = given.numbers(run.n() * run.d_k());
  run.k = given.numbers(run.keys() * run.d_k());
  run.v = given.numbers(run.keys() * run.d_v());
  if (const Problem data = attention.attend(request, run.inputs())) {
    expect_refusal(data);
    const bool has_no_angles = request.rotation != nullptr && data.code == ProblemCode::out_of_range;
    expect(data.code == ProblemCode::not_finite || has_no_angles, "data are refused for not being finite");
    return 0;
  }
  check(run, attention);
  check_unseen(run, attention);
  return 0;
}

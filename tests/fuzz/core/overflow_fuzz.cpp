// Softmax operation by operation in a narrow format: what is no number has an event.
#include <cmath>

#include "attention/overflow.hpp"
#include "expect.hpp"
#include "given.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace attention;
  static RowTrace trace;
  Given given(bytes, size);
  const auto precision = static_cast<Precision>(given.below(4));
  const std::size_t keys = 1 + given.below(40), d_k = 1 + given.below(16);
  const double gain = given.finite(1), factor = given.finite(1);
  std::vector<double> q = given.numbers(d_k), k = given.numbers(keys * d_k);
  for (std::vector<double>* rows : {&q, &k}) {
    for (double& x : *rows) x = std::isfinite(x) ? x : std::numeric_limits<double>::max();
  }
  expect(trace.run(precision, q.data(), gain, k.data(), keys, d_k, factor), "there is memory enough");
  expect(trace.keys.size() == keys, "a trace has every key");
  double naive = 0, stable = 0;
  for (const KeyTrace& key : trace.keys) {
    expect(!std::isnan(key.logit) && !std::isnan(key.scaled), "a logit is a number or an infinity");
    const bool is_finite = std::isfinite(key.logit) && std::isfinite(key.scaled);
    expect(is_finite || trace.stable.key != kNoKey, "a logit that is not finite has an event");
    if (trace.stable.key == kNoKey) {
      expect(is_between(key.stable_term, 0, 1) && is_between(key.stable_weight, 0, 1), "stable softmax never fails");
      expect(std::isfinite(key.online_max) && std::isfinite(key.online_sum), "nor does the online one");
      stable += key.stable_weight;
    }
    if (trace.naive.key == kNoKey) {
      expect(is_between(key.naive_weight, 0, 1), "without an event there are weights");
      naive += key.naive_weight;
    } else {
      expect(std::isnan(key.naive_weight), "with one there are none");
    }
  }
  expect(trace.naive.key != kNoKey || trace.stable.key == kNoKey, "a logit that overflowed ends both");
  // Sums in the narrow format stop growing, so the weights may have a sum above 1.
  if (precision == Precision::f64) {
    expect(trace.stable.key != kNoKey || std::fabs(stable - 1) < 1e-12, "weights have a sum of 1");
    expect(trace.naive.key != kNoKey || std::fabs(naive - 1) < 1e-9, "naive ones too");
  }
  expect(is_between(trace.naive_lost, 0, static_cast<double>(keys)), "a term is lost once at most");
  return 0;
}

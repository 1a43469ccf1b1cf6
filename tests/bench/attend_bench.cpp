// The core alone, without JavaScript or WebAssembly around it: attend at n = 8, d = 64, and seeds per second of a
// sweep. Prints the medians over rounds.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "attention/attend.hpp"
#include "attention/sample.hpp"
#include "attention/sweep.hpp"

namespace {

using Clock = std::chrono::steady_clock;

template <typename Call>
double median_microseconds(int rounds, int calls, Call call) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count() / calls);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<std::size_t>(rounds / 2)];
}

void expect(const attention::Problem& problem) {
  if (problem.code == attention::ProblemCode::none) return;
  std::fprintf(stderr, "a request of the benchmark was refused\n");
  std::exit(1);
}

}  // namespace

int main() {
  const attention::AttendRequest request;  // n = 8, d = 64
  const std::array<std::uint32_t, 1> seed = {7};
  attention::Sample sample;
  expect(sample.draw({}, seed));
  const attention::AttendInputs inputs = {sample.q().data(), sample.k().data(), sample.v().data()};
  attention::Attention result;
  const double attend = median_microseconds(31, 2000, [&] { expect(result.attend(request, inputs)); });

  std::vector<std::uint32_t> words(4000);
  for (std::uint32_t s = 0; s < words.size(); ++s) words[s] = s;
  const std::vector<std::uint32_t> lengths(words.size(), 1);
  const std::array<attention::SweepConfiguration, 1> configurations = {};
  std::vector<attention::SeedStatistics> statistics(words.size());
  attention::Sweep sweep;
  const double round =
      median_microseconds(7, 1, [&] { expect(sweep.run({configurations, {words, lengths}}, statistics)); });

  std::printf("native core, n = 8, d = 64, float64: attend %.2f us, sweep %.0f seeds/s\n", attend,
              static_cast<double>(words.size()) / round * 1e6);
}

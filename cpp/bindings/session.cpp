#include "bindings/session.hpp"

#include <malloc.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "attention/gradient.hpp"
#include "attention/mask.hpp"
#include "attention/overflow.hpp"
#include "attention/resample.hpp"
#include "attention/scaling.hpp"
#include "bindings/positions.hpp"

namespace bindings {

namespace {

using attention::Attention;
using attention::Buffer;
using attention::Problem;
using attention::RowStatistics;
using attention::SeedStatistics;

struct Session {
  Buffer<double> numbers;
  Buffer<std::uint32_t> seed_words;
  std::size_t seeds = 0;
  attention::Sample sample;
  attention::AttendRequest request;
  attention::AttendInputs inputs;
  Attention attention;
  attention::OutputDerivative derivative;
  attention::RowTrace trace;
  Buffer<double> packed;
  attention::Sweep sweep;
  Buffer<SeedStatistics> statistics;
  Buffer<attention::PositionSum> positions;
  std::unique_ptr<attention::Measurement> measurement;
  double measurement_bytes = 0;
  double measurement_formula = 0;
};

Session session;

double* pack(const attention::Matrix<double>& matrix, double* out) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) out = std::copy_n(matrix.row(i), matrix.columns(), out);
  return out;
}

constexpr auto kRowStatistics = {&RowStatistics::visible, &RowStatistics::entropy,    &RowStatistics::max_entropy,
                                 &RowStatistics::share,   &RowStatistics::max_weight, &RowStatistics::sink,
                                 &RowStatistics::jacobian};

constexpr auto kScalars = {&Attention::max_weight,       &Attention::mean_entropy,      &Attention::uniform_entropy,
                           &Attention::entropy_share,    &Attention::mean_square_logit, &Attention::rms_logit,
                           &Attention::rms_scaled_logit, &Attention::mean_jacobian};

}  // namespace

std::optional<Refusal> refusal(const Problem& problem) {
  if (!problem) return std::nullopt;
  return Refusal{std::string(attention::name(problem.code)), std::string(problem.field), problem.given, problem.lowest,
                 problem.highest};
}

std::span<const std::uint32_t> first_seed() {
  return {session.seed_words.data() + session.seeds, session.seed_words[0]};
}

Float64Array numbers(double count) {
  if (!session.numbers.resize(static_cast<std::size_t>(count))) return null<Float64Array>();
  return view<Float64Array>(session.numbers.data(), session.numbers.size());
}

Uint32Array seed_words(double seeds, double words) {
  session.seeds = static_cast<std::size_t>(seeds);
  if (!session.seed_words.resize(static_cast<std::size_t>(seeds + words))) return null<Uint32Array>();
  return view<Uint32Array>(session.seed_words.data(), session.seed_words.size());
}

std::optional<Refusal> sample(const attention::SampleRequest& request) {
  return refusal(session.sample.draw(request, first_seed()));
}

Float64Array sampled() {
  const std::span<const double> all = session.sample.all();
  return view<Float64Array>(all.data(), all.size());
}

std::optional<Refusal> stage(const attention::AttendRequest& request) {
  session.request = request;
  session.request.positions = take_positions();
  return refusal(first_problem(request));
}

std::optional<Refusal> attend() {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, positions, softmax, precision] = session.request;
  const double* q = session.numbers.data();
  const double* k = q + static_cast<std::size_t>(n * d_k);
  const double* v = has_values ? k + static_cast<std::size_t>(keys * d_k) : nullptr;
  session.inputs = {q, k, v};
  return refusal(session.attention.attend(session.request, session.inputs));
}

std::optional<Refusal> attend_sampled() {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, positions, softmax, precision] = session.request;
  attention::Sample& sample = session.sample;
  if (auto refused = refusal(sample.draw({n, keys, d_k, d_v, has_values}, first_seed()))) return refused;
  session.inputs = {sample.q().data(), sample.k().data(), has_values ? sample.v().data() : nullptr};
  return refusal(session.attention.attend(session.request, session.inputs));
}

Float64Array attention_numbers() {
  const Attention& attention = session.attention;
  const std::size_t n = attention.rows.size();
  const std::size_t count =
      kScalars.size() + n * kRowStatistics.size() + n * (3 * attention.weights.columns() + attention.output.columns());
  if (!session.packed.resize(count)) return null<Float64Array>();

  double* out = session.packed.data();
  for (auto scalar : kScalars) *out++ = attention.*scalar;
  for (auto statistic : kRowStatistics) {
    for (const RowStatistics& row : attention.rows) *out++ = row.*statistic;
  }
  out = pack(attention.logits, out);
  out = pack(attention.scaled, out);
  out = pack(attention.weights, out);
  pack(attention.output, out);
  return view<Float64Array>(session.packed.data(), count);
}

RowEvents attention_events() {
  std::vector<RowEvent> events;
  for (const attention::Event& event : session.attention.events) {
    const bool whole_row = event.key == attention::kNoKey;
    events.push_back({std::string(attention::name(event.code)), std::string(attention::name(event.stage)),
                      static_cast<double>(event.row),
                      whole_row ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(event.key)});
  }
  return RowEvents(emscripten::val::array(events));
}

Float64Array gradient() {
  const Attention& attention = session.attention;
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, positions, softmax, precision] = session.request;
  const std::size_t rows = attention.rows.size();
  const auto width = static_cast<std::size_t>(d_k);
  const double factor = scale_factor(scaling, {.d_k = d_k});
  if (!session.packed.resize(2 * rows)) return null<Float64Array>();
  for (std::size_t i = 0; i < rows; ++i) {
    double& spectral = session.packed[i] = 0;
    double& derivative = session.packed[rows + i] = 0;
    const attention::KeyRange visible = visible_keys(mask, i, rows, static_cast<std::size_t>(keys));
    if (attention.rows[i].max_weight == 0) continue;  // an event: nothing passes
    const double* weights = attention.weights.row(i);
    spectral = attention::spectral_norm(weights, visible, attention.rows[i].jacobian);
    derivative = session.derivative.norm(weights, visible, factor, session.inputs.k, width, session.inputs.v,
                                         static_cast<std::size_t>(d_v));
    if (derivative < 0) return null<Float64Array>();
  }
  return view<Float64Array>(session.packed.data(), 2 * rows);
}

std::optional<Refusal> overflow(double row, double gain, bool is_sampled) {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, positions, softmax, precision] = session.request;
  const auto width = static_cast<std::size_t>(d_k);
  const double* q = session.numbers.data();
  const double* k = q + static_cast<std::size_t>(n) * width;
  if (is_sampled) {
    if (auto refused = refusal(session.sample.draw({n, keys, d_k, d_v, has_values}, first_seed()))) return refused;
    q = session.sample.q().data();
    k = session.sample.k().data();
  }
  const bool has_run = session.trace.run(precision, q + static_cast<std::size_t>(row) * width, gain, k,
                                         static_cast<std::size_t>(keys), width, scale_factor(scaling, {.d_k = d_k}));
  if (has_run) return std::nullopt;
  return refusal({.code = attention::ProblemCode::out_of_memory, .field = "keys"});
}

Float64Array overflow_numbers() {
  const attention::RowTrace& trace = session.trace;
  const std::size_t count = trace.keys.size() * attention::kKeyTrace;
  if (!session.packed.resize(count + 3)) return null<Float64Array>();
  double* out = std::copy_n(reinterpret_cast<const double*>(trace.keys.data()), count, session.packed.data());
  *out++ = trace.largest;
  *out++ = trace.naive_lost;
  *out++ = trace.stable_lost;
  return view<Float64Array>(session.packed.data(), count + 3);
}

RowEvents overflow_events() {
  std::vector<RowEvent> events;
  for (const attention::Event* event : {&session.trace.naive, &session.trace.stable}) {
    if (event->key == attention::kNoKey) continue;
    events.push_back({std::string(attention::name(event->code)), std::string(attention::name(event->stage)),
                      event == &session.trace.naive ? 0.0 : 1.0, static_cast<double>(event->key)});
  }
  return RowEvents(emscripten::val::array(events));
}

std::optional<Refusal> sweep(const SweepConfigurations& configurations, bool with_positions) {
  const auto list = emscripten::vecFromJSArray<attention::SweepConfiguration>(configurations);
  const std::span<const std::uint32_t> all{session.seed_words.data(), session.seed_words.size()};
  const attention::SweepRequest request{list, {all.subspan(session.seeds), all.first(session.seeds)}};
  if (const Problem problem = first_problem(request)) return refusal(problem);
  if (!session.statistics.resize(list.size() * session.seeds)) {
    return refusal({.code = attention::ProblemCode::out_of_memory, .field = "seeds"});
  }
  double rows = 0;
  for (const attention::SweepConfiguration& configuration : list) rows += with_positions ? configuration.n : 0;
  if (!session.positions.resize(static_cast<std::size_t>(rows))) {
    return refusal({.code = attention::ProblemCode::out_of_memory, .field = "n"});
  }
  std::fill(session.positions.begin(), session.positions.end(), attention::PositionSum{});
  return refusal(session.sweep.run(request, {session.statistics.data(), session.statistics.size()},
                                   {session.positions.data(), session.positions.size()}));
}

Float64Array sweep_statistics() {
  return view<Float64Array>(reinterpret_cast<const double*>(session.statistics.data()),
                            session.statistics.size() * attention::kSeedStatistics);
}

Float64Array sweep_positions() {
  return view<Float64Array>(reinterpret_cast<const double*>(session.positions.data()), 2 * session.positions.size());
}

attention::SweepSummary summarize() {
  const std::size_t seeds = session.numbers.size() / attention::kSeedStatistics;
  std::vector<double> scratch(seeds);
  return attention::summarize({reinterpret_cast<const SeedStatistics*>(session.numbers.data()), seeds}, scratch);
}

Float64Array resampled_shares(double resamples) {
  const std::size_t seeds = session.numbers.size() / attention::kSeedStatistics;
  const auto* statistics = reinterpret_cast<const SeedStatistics*>(session.numbers.data());
  std::vector<double> shares(seeds);
  for (std::size_t s = 0; s < seeds; ++s) shares[s] = statistics[s].entropy_share;
  if (!session.packed.resize(static_cast<std::size_t>(resamples))) return null<Float64Array>();
  attention::resample_means(shares, {session.packed.data(), session.packed.size()});
  return view<Float64Array>(session.packed.data(), session.packed.size());
}

std::optional<Refusal> prepare_measurement(const attention::MeasureRequest& request) {
  session.measurement.reset();
  if (const Problem problem = first_problem(request)) return refusal(problem);
  double before = 0;
  const auto in_use = [] { return static_cast<double>(mallinfo().uordblks); };
  session.measurement = attention::Measurement::prepare(request, first_seed(), [&] { before = in_use(); });
  if (!session.measurement) return refusal({.code = attention::ProblemCode::out_of_memory, .field = "n"});
  session.measurement_bytes = in_use() - before;
  session.measurement_formula = attention::working_bytes(request);
  return std::nullopt;
}

double measurement_steps() { return static_cast<double>(session.measurement->steps()); }

double measurement_bytes() { return session.measurement_bytes; }

double measurement_formula() { return session.measurement_formula; }

void run_measurement(double first, double past, double times) {
  for (double i = 0; i < times; ++i) {
    session.measurement->run(static_cast<std::size_t>(first), static_cast<std::size_t>(past));
  }
}

double measurement_difference(double rows) {
  return session.measurement->largest_difference(static_cast<std::size_t>(rows));
}

void release() { session = Session(); }

}  // namespace bindings

#include "bindings/attend/attend.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <limits>

namespace bindings {

Kept<AttendState> attending;

namespace {

using attention::Attention;
using attention::RowStatistics;

attention::Rotation* next_rotation = nullptr;

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

RowEvent row_event(const attention::Event& event) {
  const bool whole_row = event.key == attention::kNoKey;
  return {std::string(attention::name(event.code)), std::string(attention::name(event.stage)),
          static_cast<double>(event.row),
          whole_row ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(event.key)};
}

void set_next_rotation(attention::Rotation* rotation) { next_rotation = rotation; }

std::optional<Refusal> sample(const attention::SampleRequest& request) {
  return refusal(attending->sample.draw(request, first_seed()));
}

Float64Array sampled() {
  const std::span<const double> all = attending->sample.all();
  return view<Float64Array>(all.data(), all.size());
}

std::optional<Refusal> stage(const attention::AttendRequest& request) {
  attending->request = request;
  attending->request.rotation = std::exchange(next_rotation, nullptr);
  return refusal(first_problem(attending->request));
}

std::optional<Refusal> attend() {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, rotation, softmax, precision] = attending->request;
  const double* q = given_numbers().data();
  const double* k = q + static_cast<std::size_t>(n * d_k);
  const double* v = has_values ? k + static_cast<std::size_t>(keys * d_k) : nullptr;
  attending->inputs = {q, k, v};
  return refusal(attending->attention.attend(attending->request, attending->inputs));
}

std::optional<Refusal> attend_sampled() {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, rotation, softmax, precision] = attending->request;
  attention::Sample& sample = attending->sample;
  if (auto refused = refusal(sample.draw({n, keys, d_k, d_v, has_values}, first_seed()))) return refused;
  attending->inputs = {sample.q().data(), sample.k().data(), has_values ? sample.v().data() : nullptr};
  return refusal(attending->attention.attend(attending->request, attending->inputs));
}

Float64Array attention_numbers() {
  const Attention& attention = attending->attention;
  const std::size_t n = attention.rows.size();
  const std::size_t count =
      kScalars.size() + n * kRowStatistics.size() + n * (3 * attention.weights.columns() + attention.output.columns());
  if (!attending->packed.resize(count)) return null<Float64Array>();

  double* out = attending->packed.data();
  for (auto scalar : kScalars) *out++ = attention.*scalar;
  for (auto statistic : kRowStatistics) {
    for (const RowStatistics& row : attention.rows) *out++ = row.*statistic;
  }
  out = pack(attention.logits, out);
  out = pack(attention.scaled, out);
  out = pack(attention.weights, out);
  pack(attention.output, out);
  return view<Float64Array>(attending->packed.data(), count);
}

RowEvents attention_events() {
  std::vector<RowEvent> events;
  for (const attention::Event& event : attending->attention.events) events.push_back(row_event(event));
  return RowEvents(emscripten::val::array(events));
}

}  // namespace bindings

using namespace emscripten;

EMSCRIPTEN_BINDINGS(attend) {
  enum_<attention::ScaleRule>("ScaleRule")
      .value("none", attention::ScaleRule::none)
      .value("sqrt", attention::ScaleRule::sqrt)
      .value("linear", attention::ScaleRule::linear)
      .value("factor", attention::ScaleRule::factor)
      .value("query_pre_attn_scalar", attention::ScaleRule::query_pre_attn_scalar)
      .value("inverse_layer", attention::ScaleRule::inverse_layer)
      .value("softcap", attention::ScaleRule::softcap)
      .value("ssmax", attention::ScaleRule::ssmax)
      .value("log_n", attention::ScaleRule::log_n)
      .value("entropy_invariant", attention::ScaleRule::entropy_invariant)
      .value("llama4", attention::ScaleRule::llama4)
      .value("yarn", attention::ScaleRule::yarn)
      .value("qk_norm", attention::ScaleRule::qk_norm)
      .value("cosine", attention::ScaleRule::cosine)
      .value("sink", attention::ScaleRule::sink)
      .value("off_by_one", attention::ScaleRule::off_by_one);
  enum_<attention::SoftmaxKind>("SoftmaxKind")
      .value("stable", attention::SoftmaxKind::stable)
      .value("naive", attention::SoftmaxKind::naive);

  value_object<attention::Scaling>("Scaling")
      .field("rule", &attention::Scaling::rule)
      .field("parameter", &attention::Scaling::parameter)
      .field("temperature", &attention::Scaling::temperature);
  value_object<attention::SampleRequest>("SampleRequest")
      .field("n", &attention::SampleRequest::n)
      .field("keys", &attention::SampleRequest::keys)
      .field("dK", &attention::SampleRequest::d_k)
      .field("dV", &attention::SampleRequest::d_v)
      .field("hasValues", &attention::SampleRequest::has_values);
  value_object<attention::AttendRequest>("AttendRequest")
      .field("n", &attention::AttendRequest::n)
      .field("keys", &attention::AttendRequest::keys)
      .field("dK", &attention::AttendRequest::d_k)
      .field("dV", &attention::AttendRequest::d_v)
      .field("hasValues", &attention::AttendRequest::has_values)
      .field("scaling", &attention::AttendRequest::scaling)
      .field("mask", &attention::AttendRequest::mask)
      .field("softmax", &attention::AttendRequest::softmax)
      .field("precision", &attention::AttendRequest::precision);
  value_object<bindings::RowEvent>("RowEvent")
      .field("code", &bindings::RowEvent::code)
      .field("stage", &bindings::RowEvent::stage)
      .field("row", &bindings::RowEvent::row)
      .field("key", &bindings::RowEvent::key);

  register_type<bindings::RowEvents>("RowEvent[]");

  function("sample", &bindings::sample);
  function("sampled", &bindings::sampled);
  function("stage", &bindings::stage);
  function("attend", &bindings::attend);
  function("attendSampled", &bindings::attend_sampled);
  function("attentionNumbers", &bindings::attention_numbers);
  function("attentionEvents", &bindings::attention_events);
}

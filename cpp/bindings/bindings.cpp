#include <emscripten/bind.h>

#include "bindings/session.hpp"

using namespace emscripten;

// What the page's first figure needs. The rest is in further/, which only the whole module has.
EMSCRIPTEN_BINDINGS(attention) {
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
  enum_<attention::MaskKind>("MaskKind")
      .value("none", attention::MaskKind::none)
      .value("causal", attention::MaskKind::causal)
      .value("window", attention::MaskKind::window);
  enum_<attention::SoftmaxKind>("SoftmaxKind")
      .value("stable", attention::SoftmaxKind::stable)
      .value("naive", attention::SoftmaxKind::naive);
  enum_<attention::Precision>("Precision")
      .value("f64", attention::Precision::f64)
      .value("f32", attention::Precision::f32)
      .value("f16", attention::Precision::f16)
      .value("bf16", attention::Precision::bf16);

  value_object<attention::Scaling>("Scaling")
      .field("rule", &attention::Scaling::rule)
      .field("parameter", &attention::Scaling::parameter)
      .field("temperature", &attention::Scaling::temperature);
  value_object<attention::Mask>("Mask")
      .field("kind", &attention::Mask::kind)
      .field("window", &attention::Mask::window)
      .field("sinks", &attention::Mask::sinks);
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

  value_object<bindings::Refusal>("Refusal")
      .field("code", &bindings::Refusal::code)
      .field("field", &bindings::Refusal::field)
      .field("given", &bindings::Refusal::given)
      .field("lowest", &bindings::Refusal::lowest)
      .field("highest", &bindings::Refusal::highest);
  register_optional<bindings::Refusal>();
  value_object<bindings::RowEvent>("RowEvent")
      .field("code", &bindings::RowEvent::code)
      .field("stage", &bindings::RowEvent::stage)
      .field("row", &bindings::RowEvent::row)
      .field("key", &bindings::RowEvent::key);

  register_type<bindings::Float64Array>("Float64Array | null");
  register_type<bindings::Uint32Array>("Uint32Array | null");
  register_type<bindings::RowEvents>("RowEvent[]");

  constant("lanes", static_cast<int>(attention::kLanes<float>));
  constant("version", std::string(ATTENTION_LAB_VERSION));

  function("numbers", &bindings::numbers);
  function("seedWords", &bindings::seed_words);
  function("sample", &bindings::sample);
  function("sampled", &bindings::sampled);
  function("stage", &bindings::stage);
  function("attend", &bindings::attend);
  function("attendSampled", &bindings::attend_sampled);
  function("attentionNumbers", &bindings::attention_numbers);
  function("attentionEvents", &bindings::attention_events);
  function("release", &bindings::release);
}

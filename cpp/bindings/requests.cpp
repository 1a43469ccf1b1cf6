#include <emscripten/bind.h>

#include <cstdlib>

#include "attention/parameters.hpp"
#include "attention/simd.hpp"
#include "bindings/session.hpp"

using namespace emscripten;

// libc++ comes here when a container cannot grow. Its own version prints, and brings printf along; the engine answers a
// trap whatever it says. Older releases do not declare it noexcept.
void std::__libcpp_verbose_abort(const char*, ...) noexcept(noexcept(std::__libcpp_verbose_abort(""))) { std::abort(); }

// The only other way to printf: Embind names a type that was not registered, and every type is.
extern "C" int snprintf(char*, std::size_t, const char*, ...) { return 0; }

EMSCRIPTEN_BINDINGS(requests) {
  enum_<attention::MaskKind>("MaskKind")
      .value("none", attention::MaskKind::none)
      .value("causal", attention::MaskKind::causal)
      .value("window", attention::MaskKind::window);
  enum_<attention::Precision>("Precision")
      .value("f64", attention::Precision::f64)
      .value("f32", attention::Precision::f32)
      .value("f16", attention::Precision::f16)
      .value("bf16", attention::Precision::bf16);
  value_object<attention::Mask>("Mask")
      .field("kind", &attention::Mask::kind)
      .field("window", &attention::Mask::window)
      .field("sinks", &attention::Mask::sinks);

  value_object<bindings::Refusal>("Refusal")
      .field("code", &bindings::Refusal::code)
      .field("field", &bindings::Refusal::field)
      .field("given", &bindings::Refusal::given)
      .field("lowest", &bindings::Refusal::lowest)
      .field("highest", &bindings::Refusal::highest);
  register_optional<bindings::Refusal>();

  register_type<bindings::Float64Array>("Float64Array | null");
  register_type<bindings::Uint32Array>("Uint32Array | null");

  constant("lanes", static_cast<int>(attention::kLanes<float>));
  constant("version", std::string(ATTENTION_LAB_VERSION));

  function("numbers", &bindings::numbers);
  function("seedWords", &bindings::seed_words);
  function("release", &bindings::release);
}

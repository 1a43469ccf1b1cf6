#include "attention/scaling.hpp"

#include <cmath>
#include <limits>

#include "attention/rules/entropy_invariant.hpp"
#include "attention/rules/inverse_layer.hpp"
#include "attention/rules/llama4_temperature.hpp"
#include "attention/rules/log_n.hpp"
#include "attention/rules/qk_norm.hpp"
#include "attention/rules/query_pre_attn_scalar.hpp"
#include "attention/rules/sink.hpp"
#include "attention/rules/softcap.hpp"
#include "attention/rules/ssmax.hpp"
#include "attention/rules/yarn_temperature.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

double rule_factor(ScaleRule rule, double parameter, const RowPlace& place) {
  switch (rule) {
    case ScaleRule::none:
      return 1;
    case ScaleRule::linear:
      return 1 / place.d_k;
    case ScaleRule::factor:
      return parameter;
    case ScaleRule::query_pre_attn_scalar:
      return query_pre_attn_factor(parameter);
    case ScaleRule::inverse_layer:
      return inverse_layer_factor(parameter, place);
    case ScaleRule::ssmax:
      return ssmax_factor(parameter, place);
    case ScaleRule::log_n:
      return log_n_factor(parameter, place);
    case ScaleRule::entropy_invariant:
      return entropy_invariant_factor(parameter, place);
    case ScaleRule::llama4:
      return llama4_factor(parameter, place);
    case ScaleRule::yarn:
      return yarn_factor(parameter, place);
    case ScaleRule::cosine:
      return cosine_factor(parameter);
    case ScaleRule::sqrt:
    case ScaleRule::softcap:
    case ScaleRule::qk_norm:
    case ScaleRule::sink:
    case ScaleRule::off_by_one:
      return 1 / std::sqrt(place.d_k);
  }
  return 1;
}

template <class T>
void multiply_row(const T* logits, T factor, T* scaled, std::size_t stride) {
  const auto by = splat(factor);
  const auto largest = splat(std::numeric_limits<T>::max());
  for (std::size_t j = 0; j < stride; j += kLanes<T>) {
    const auto logit = load(logits + j);
    store(scaled + j, select<T>(abs(logit) <= largest, logit * by, logit));
  }
}

}  // namespace

double scale_factor(const Scaling& scaling, const RowPlace& place) {
  const double factor = rule_factor(scaling.rule, scaling.parameter, place);
  return scaling.rule == ScaleRule::softcap ? factor : factor / scaling.temperature;
}

template <class T>
void scale_row(const Scaling& scaling, const RowPlace& place, const T* logits, T* scaled, std::size_t stride) {
  multiply_row(logits, static_cast<T>(scale_factor(scaling, place)), scaled, stride);
  if (scaling.rule != ScaleRule::softcap) return;
  softcap(scaled, stride, static_cast<T>(scaling.parameter));
  multiply_row(scaled, static_cast<T>(1 / scaling.temperature), scaled, stride);
}

double sink_logit(const Scaling& scaling) {
  if (scaling.rule == ScaleRule::off_by_one) return kOffByOneSink;
  return scaling.rule == ScaleRule::sink ? scaling.parameter : kNoSink;
}

Normalization normalization(const Scaling& scaling) {
  if (scaling.rule == ScaleRule::qk_norm) return Normalization::root_mean_square;
  return scaling.rule == ScaleRule::cosine ? Normalization::length : Normalization::none;
}

template <class T>
void normalize_rows(Normalization kind, MatrixView<T> rows) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (kind == Normalization::root_mean_square) rms_normalize(rows.row(i), rows.columns);
    if (kind == Normalization::length) l2_normalize(rows.row(i), rows.columns);
  }
}

template void scale_row(const Scaling&, const RowPlace&, const float*, float*, std::size_t);
template void scale_row(const Scaling&, const RowPlace&, const double*, double*, std::size_t);
template void normalize_rows(Normalization, MatrixView<float>);
template void normalize_rows(Normalization, MatrixView<double>);

}  // namespace attention

#include "attention/gradient.hpp"

#include <emscripten/bind.h>

#include "attention/mask.hpp"
#include "attention/scaling.hpp"
#include "bindings/attend/attend.hpp"

namespace bindings {
namespace {

Kept<attention::OutputDerivative> output_derivative;

// Of the run just attended to, with values: the spectral norm of the Jacobian of every row, then the norm of every
// output row's derivative with respect to its query. Null where there is not enough memory.
Float64Array gradient() {
  const attention::Attention& attention = attending->attention;
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, rotation, softmax, precision] = attending->request;
  const std::size_t rows = attention.rows.size();
  const auto width = static_cast<std::size_t>(d_k);
  const double factor = scale_factor(scaling, {.d_k = d_k});
  if (!attending->packed.resize(2 * rows)) return null<Float64Array>();
  for (std::size_t i = 0; i < rows; ++i) {
    double& spectral = attending->packed[i] = 0;
    double& derivative = attending->packed[rows + i] = 0;
    const attention::KeyRange visible = visible_keys(mask, i, rows, static_cast<std::size_t>(keys));
    if (attention.rows[i].max_weight == 0) continue;  // an event: nothing passes
    const double* weights = attention.weights.row(i);
    spectral = attention::spectral_norm(weights, visible, attention.rows[i].jacobian);
    derivative = output_derivative->norm(weights, visible, factor, attending->inputs.k, width, attending->inputs.v,
                                         static_cast<std::size_t>(d_v));
    if (derivative < 0) return null<Float64Array>();
  }
  return view<Float64Array>(attending->packed.data(), 2 * rows);
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(gradient) { emscripten::function("gradient", &bindings::gradient); }

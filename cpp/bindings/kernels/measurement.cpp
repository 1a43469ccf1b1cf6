#include "attention/measurement.hpp"

#include <emscripten/bind.h>
#include <malloc.h>

#include <memory>

#include "bindings/session.hpp"

namespace bindings {
namespace {

struct MeasuringState {
  std::unique_ptr<attention::Measurement> measurement;
  double bytes = 0;
  double formula = 0;
};

Kept<MeasuringState> measuring;

// One algorithm, ready to be timed: data drawn by the first seed, working buffers allocated.
std::optional<Refusal> prepare_measurement(const attention::MeasureRequest& request) {
  measuring->measurement.reset();
  if (const attention::Problem problem = first_problem(request)) return refusal(problem);
  double before = 0;
  const auto in_use = [] { return static_cast<double>(mallinfo().uordblks); };
  measuring->measurement = attention::Measurement::prepare(request, first_seed(), [&] { before = in_use(); });
  if (!measuring->measurement) return refusal({.code = attention::ProblemCode::out_of_memory, .field = "n"});
  measuring->bytes = in_use() - before;
  measuring->formula = attention::working_bytes(request);
  return std::nullopt;
}

double measurement_steps() { return static_cast<double>(measuring->measurement->steps()); }

// Bytes that the allocator gave the algorithm beyond q, k, v and the output, and what its formula says.
double measurement_bytes() { return measuring->bytes; }

double measurement_formula() { return measuring->formula; }

// Runs steps first .. past, `times` times over.
void run_measurement(double first, double past, double times) {
  for (double i = 0; i < times; ++i) {
    measuring->measurement->run(static_cast<std::size_t>(first), static_cast<std::size_t>(past));
  }
}

// From the loop, on about `rows` rows.
double measurement_difference(double rows) {
  return measuring->measurement->largest_difference(static_cast<std::size_t>(rows));
}

}  // namespace
}  // namespace bindings

using namespace emscripten;

EMSCRIPTEN_BINDINGS(measurement) {
  enum_<attention::Algorithm>("Algorithm")
      .value("loop", attention::Algorithm::loop)
      .value("rows", attention::Algorithm::rows)
      .value("matrix", attention::Algorithm::matrix)
      .value("tiled", attention::Algorithm::tiled);
  value_object<attention::MeasureRequest>("MeasureRequest")
      .field("algorithm", &attention::MeasureRequest::algorithm)
      .field("n", &attention::MeasureRequest::n)
      .field("keys", &attention::MeasureRequest::keys)
      .field("dK", &attention::MeasureRequest::d_k)
      .field("dV", &attention::MeasureRequest::d_v)
      .field("mask", &attention::MeasureRequest::mask)
      .field("precision", &attention::MeasureRequest::precision)
      .field("firstRow", &attention::MeasureRequest::first_row)
      .field("rows", &attention::MeasureRequest::rows);

  function("prepareMeasurement", &bindings::prepare_measurement);
  function("measurementSteps", &bindings::measurement_steps);
  function("measurementBytes", &bindings::measurement_bytes);
  function("measurementFormula", &bindings::measurement_formula);
  function("runMeasurement", &bindings::run_measurement);
  function("measurementDifference", &bindings::measurement_difference);
}

#include <emscripten/bind.h>

#include "bindings/session.hpp"

using namespace emscripten;

// The four algorithms, timed.
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

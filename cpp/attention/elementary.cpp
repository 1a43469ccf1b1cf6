#include "attention/elementary.hpp"

#include "attention/simd.hpp"

namespace attention {

double exponential(double x) { return first_lane<double>(exp<double>(splat(x))); }

double logarithm(double x) { return first_lane<double>(log<double>(splat(x))); }

double power(double base, double exponent) { return exponential(exponent * logarithm(base)); }

}  // namespace attention

#pragma once

namespace attention {

// e^x, ln x and b^x of single numbers, by the vector functions that the stages use anyway: the C library's own bring
// tables that made up a quarter of the page's first module. Accuracy: exp and ln as in simd.hpp; power within 1e-14
// relative for results from 1e-12 to 1e12, base positive and normal.
double exponential(double x);
double logarithm(double x);
double power(double base, double exponent);

}  // namespace attention

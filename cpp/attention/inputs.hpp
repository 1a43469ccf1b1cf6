#pragma once

#include <cstddef>

#include "attention/attend.hpp"
#include "attention/matrix.hpp"
#include "attention/parameters.hpp"

namespace attention {

// A request's sizes, judged. d_v is 0 without values.
struct Shape {
  explicit Shape(const AttendRequest& request)
      : n(static_cast<std::size_t>(request.n)),
        keys(static_cast<std::size_t>(request.keys)),
        d_k(static_cast<std::size_t>(request.d_k)),
        d_v(request.has_values ? static_cast<std::size_t>(request.d_v) : 0) {}

  std::size_t n, keys, d_k, d_v;
};

// q has to be finite, and so has every key and value that all rows see: no row could be computed from another one.
Problem data_problem(const AttendRequest& request, const AttendInputs& inputs, const Shape& shape);

// Rounds numbers in place to a precision narrower than T, if it is.
void round_to(Precision precision, double* numbers, std::size_t count);
void round_to(Precision precision, float* numbers, std::size_t count);

// Fills the rows from a flat array, rounded to the precision and padded with 0. True when all of them are finite then.
template <class T>
bool load_rows(const double* source, Precision precision, Matrix<T>& rows);

}  // namespace attention

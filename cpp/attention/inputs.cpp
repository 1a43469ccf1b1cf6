#include "attention/inputs.hpp"

#include <algorithm>

#include "attention/finite.hpp"
#include "attention/mask.hpp"
#include "attention/narrow.hpp"

namespace attention {
namespace {

Problem finite_problem(const char* field, const double* numbers, std::size_t first, std::size_t past) {
  if (first >= past) return {};
  const auto at = first_not_finite(numbers + first, past - first);
  return at ? Problem{ProblemCode::not_finite, field, static_cast<double>(first + *at)} : Problem{};
}

}  // namespace

Problem data_problem(const AttendRequest& request, const AttendInputs& inputs, const Shape& shape) {
  if (Problem problem = finite_problem("q", inputs.q, 0, shape.n * shape.d_k)) return problem;
  // Ranges only move forward from row to row: what the first and the last row see, all see. (So they do the sinks,
  // whose rows get an event each.)
  const std::size_t first = visible_keys(request.mask, shape.n - 1, shape.n, shape.keys).last_run_first();
  const std::size_t past = visible_keys(request.mask, 0, shape.n, shape.keys).past;
  if (Problem problem = finite_problem("k", inputs.k, first * shape.d_k, past * shape.d_k)) return problem;
  return finite_problem("v", inputs.v, first * shape.d_v, past * shape.d_v);
}

void round_to(Precision, double*, std::size_t) {}

void round_to(Precision precision, float* numbers, std::size_t count) {
  if (precision == Precision::f16) std::transform(numbers, numbers + count, numbers, round_to_f16);
  if (precision == Precision::bf16) std::transform(numbers, numbers + count, numbers, round_to_bf16);
}

template <class T>
bool load_rows(const double* source, Precision precision, Matrix<T>& rows) {
  bool finite = true;
  for (std::size_t i = 0; i < rows.rows(); ++i, source += rows.columns()) {
    T* row = rows.row(i);
    for (std::size_t c = 0; c < rows.columns(); ++c) row[c] = static_cast<T>(source[c]);
    std::fill(row + rows.columns(), row + rows.stride(), T(0));
    round_to(precision, row, rows.columns());
    finite &= all_finite(row, rows.stride());
  }
  return finite;
}

template bool load_rows(const double*, Precision, Matrix<float>&);
template bool load_rows(const double*, Precision, Matrix<double>&);

}  // namespace attention

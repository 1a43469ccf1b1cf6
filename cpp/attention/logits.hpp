#pragma once

#include <cstddef>

#include "attention/matrix.hpp"

namespace attention {

// Keys side by side: a panel holds the keys of four batches, transposed, so that lanes are keys. Every sum over d_k
// then runs in the order of the components, whatever the number of lanes, and no key touches another one's sum.
template <class T>
inline constexpr std::size_t kPanelKeys = 4 * kLanes<T>;

// panels.row(p)[t * kPanelKeys + c] = k(p * kPanelKeys + c, t), 0 beyond the last key.
// False when there is not enough memory.
template <class T>
[[nodiscard]] bool pack_keys(MatrixView<const T> k, Matrix<T>& panels);

// logits(i, j) = sum over t of q(i, t) * k(j, t), for the rows of q (rows x d_k) and the keys first_key <= j <
// past_key, rounded outward to whole panels. Rows of `logits` have a stride of at least padded(keys).
template <class T>
void compute_logits(MatrixView<const T> q, const Matrix<T>& panels, std::size_t first_key, std::size_t past_key,
                    MatrixView<T> logits);

}  // namespace attention

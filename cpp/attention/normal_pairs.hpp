#pragma once

#include <cstddef>

namespace attention {

// Pairs handled at once; a whole number of batches.
inline constexpr std::size_t kNormalPairs = 64;

// Box and Muller's transform as CPython's gauss writes it, for kNormalPairs pairs of uniform numbers in [0, 1):
//   angle = first * 2 pi, radius = sqrt(-2 ln(1 - second)), normal[2i] = cos(angle) radius, normal[2i + 1] = sin(angle)
//   radius
// The logarithm, cosine and sine are rounded as if from several more bits (wrong in the last place about once in 500),
// as those of good math libraries are. So results agree with CPython's, to 2 units in the last place, and have
// the same bits in every build. Arrays are batch-aligned.
void normal_pairs(const double* first, const double* second, double* normal);

}  // namespace attention

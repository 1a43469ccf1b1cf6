#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "attention/parameters.hpp"

namespace attention {

// Bytes that the algorithm needs beyond q, k, v and the output, by its formula.
double working_bytes(const MeasureRequest& request);

// An algorithm with its data, ready to be timed. Its work is a number of steps, to be run in order; it can be run
// again.
class Measurement {
 public:
  virtual ~Measurement() = default;
  virtual std::size_t steps() const = 0;
  virtual void run(std::size_t first, std::size_t past) = 0;
  // The largest difference between the output and that of the loop, on `rows` rows or a few more, spread evenly. NaN
  // when there is no memory for it.
  virtual double largest_difference(std::size_t rows) = 0;

  // Draws the data by `seed` (as in PythonRandom) and allocates what the algorithm works with. `request` is one that
  // first_problem lets pass. Null when there is not enough memory. `before_working_buffers` is called between the two.
  template <class Callback>
  static std::unique_ptr<Measurement> prepare(const MeasureRequest& request, std::span<const std::uint32_t> seed,
                                              Callback before_working_buffers) {
    std::unique_ptr<Measurement> measurement = draw(request, seed);
    if (!measurement) return nullptr;
    before_working_buffers();
    return measurement->allocate() ? std::move(measurement) : nullptr;
  }

 private:
  static std::unique_ptr<Measurement> draw(const MeasureRequest& request, std::span<const std::uint32_t> seed);
  virtual bool allocate() = 0;
};

}  // namespace attention

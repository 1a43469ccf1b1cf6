#include "attention/sample.hpp"

#include "attention/python_random.hpp"

namespace attention {

Problem Sample::draw(const SampleRequest& request, std::span<const std::uint32_t> seed) {
  if (Problem problem = first_problem(request)) return problem;
  const auto d_k = static_cast<std::size_t>(request.d_k);
  q_size_ = static_cast<std::size_t>(request.n) * d_k;
  k_size_ = static_cast<std::size_t>(request.keys) * d_k;
  v_size_ = request.has_values ? static_cast<std::size_t>(request.keys) * static_cast<std::size_t>(request.d_v) : 0;
  const std::size_t count = q_size_ + k_size_ + v_size_;
  if (!block_.resize(count)) {
    q_size_ = k_size_ = v_size_ = 0;
    return {ProblemCode::out_of_memory, "n"};
  }
  PythonRandom(seed).fill_gauss({block_.data(), count});
  return {};
}

}  // namespace attention

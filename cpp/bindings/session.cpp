#include "bindings/session.hpp"

namespace bindings {
namespace {

struct Session {
  attention::Buffer<double> numbers;
  attention::Buffer<std::uint32_t> seed_words;
  std::size_t seeds = 0;
};

Kept<Session> session;

}  // namespace

std::optional<Refusal> refusal(const attention::Problem& problem) {
  if (!problem) return std::nullopt;
  return Refusal{std::string(attention::name(problem.code)), std::string(problem.field), problem.given, problem.lowest,
                 problem.highest};
}

Float64Array numbers(double count) {
  if (!session->numbers.resize(static_cast<std::size_t>(count))) return null<Float64Array>();
  return view<Float64Array>(session->numbers.data(), session->numbers.size());
}

std::span<const double> given_numbers() { return {session->numbers.data(), session->numbers.size()}; }

Uint32Array seed_words(double seeds, double words) {
  session->seeds = static_cast<std::size_t>(seeds);
  if (!session->seed_words.resize(static_cast<std::size_t>(seeds + words))) return null<Uint32Array>();
  return view<Uint32Array>(session->seed_words.data(), session->seed_words.size());
}

std::span<const std::uint32_t> seed_lengths() { return {session->seed_words.data(), session->seeds}; }

std::span<const std::uint32_t> words_of_seeds() {
  return {session->seed_words.data() + session->seeds, session->seed_words.size() - session->seeds};
}

std::span<const std::uint32_t> first_seed() { return words_of_seeds().first(session->seed_words[0]); }

void release() {
  for (Releasable* kept = Releasable::first_; kept != nullptr; kept = kept->next_) kept->give_back();
}

}  // namespace bindings

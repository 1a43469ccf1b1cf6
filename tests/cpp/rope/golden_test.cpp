// Frequencies and rotations of independent programs, checked against Hugging Face's and ggml's own code.
#include "golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotate.hpp"

namespace attention {
namespace {

using nlohmann::json;

constexpr double kDoubleTolerance = 1e-12;
constexpr double kFloatTolerance = 1e-6;

std::vector<double> numbers(const json& list) { return list.get<std::vector<double>>(); }

RopeType type_named(const std::string& name) {
  const std::pair<const char*, RopeType> types[] = {
      {"default", RopeType::plain},
      {"linear", RopeType::linear},
      {"dynamic", RopeType::dynamic},
      {"yarn", RopeType::yarn},
      {"longrope", RopeType::longrope},
      {"llama3", RopeType::llama3},
      {"proportional", RopeType::proportional},
  };
  for (const auto& [known, type] : types) {
    if (name == known) return type;
  }
  ADD_FAILURE() << "unknown type " << name;
  return RopeType::plain;
}

// The scaling keys of a config, wherever this file keeps them. Finding them in any config is readModelConfig's work.
json scaling_keys(const json& test) {
  const json& config = test["config"];
  json keys = config.value("rope_scaling", json());
  if (keys.is_null()) keys = config.value("rope_parameters", json::object());
  if (!test["layer_type"].is_null()) keys = keys[test["layer_type"].get<std::string>()];
  return keys;
}

// A number that is missing, null or 0 means its default.
double number_or(const json& keys, const char* key, double fallback) {
  const auto found = keys.find(key);
  return found == keys.end() || found->is_null() || *found == 0 ? fallback : found->get<double>();
}

TEST(RopeGolden, Frequencies) {
  const json golden = read_golden("rope_inv_freq.json");
  for (const json& test : golden["cases"]) {
    SCOPED_TRACE(test["id"].get<std::string>());
    const json& config = test["config"];
    const json& expect = test["expect"];
    const json keys = scaling_keys(test);
    const std::vector<double> short_list = keys.value("short_factor", std::vector<double>());
    const std::vector<double> long_list = keys.value("long_factor", std::vector<double>());

    RopeRequest request;
    request.type = type_named(expect["rope_type"]);
    request.head_dim = expect["head_dim"];
    request.partial_rotary_factor =
        number_or(keys, "partial_rotary_factor", number_or(config, "partial_rotary_factor", 1));
    request.theta = expect["rope_theta"];
    request.factor = number_or(expect, "factor", number_or(keys, "factor", 1));
    const double trained = config["max_position_embeddings"];
    request.original_length = request.type == RopeType::dynamic
                                  ? trained
                                  : number_or(config, "original_max_position_embeddings",
                                              number_or(keys, "original_max_position_embeddings", trained));
    if (!test["seq_len"].is_null()) request.sequence_length = test["seq_len"];
    request.attention_factor = number_or(keys, "attention_factor", kNotGiven);
    request.beta_fast = number_or(keys, "beta_fast", 32);
    request.beta_slow = number_or(keys, "beta_slow", 1);
    request.mscale = number_or(keys, "mscale", 0);
    request.mscale_all_dim = number_or(keys, "mscale_all_dim", 0);
    request.truncate = keys.value("truncate", true);
    request.low_freq_factor = number_or(keys, "low_freq_factor", kNotGiven);
    request.high_freq_factor = number_or(keys, "high_freq_factor", kNotGiven);
    request.short_divisors = short_list;
    request.long_divisors = long_list;

    RopeFrequencies rope;
    const Problem problem = rope_frequencies(request, rope);
    ASSERT_FALSE(problem) << problem.field;
    EXPECT_EQ(rope.rotary_dim, expect["rotary_dim"].get<std::size_t>());
    EXPECT_NEAR(rope.attention_factor, expect["attention_factor"].get<double>(), kDoubleTolerance);
    if (expect.contains("effective_base")) {
      EXPECT_NEAR(rope.base / expect["effective_base"].get<double>(), 1, kDoubleTolerance);
    }
    if (expect.contains("correction_range")) {
      EXPECT_NEAR(rope.ramp_start, expect["correction_range"][0].get<double>(), kDoubleTolerance);
      EXPECT_NEAR(rope.ramp_end, expect["correction_range"][1].get<double>(), kDoubleTolerance);
    }
    const std::vector<double> inv_freq = numbers(expect["inv_freq"]);
    ASSERT_EQ(rope.inv_freq.size(), inv_freq.size());
    for (std::size_t i = 0; i < inv_freq.size(); ++i) {
      EXPECT_NEAR(rope.inv_freq[i], inv_freq[i], kDoubleTolerance * inv_freq[i]) << i;
    }
  }
}

template <class T>
std::vector<double> rotated(const std::vector<double>& row, double position, const RopeFrequencies& rope,
                            PairLayout layout) {
  Matrix<T> matrix;
  EXPECT_TRUE(matrix.reshape(1, row.size()));
  matrix.fill(0);
  for (std::size_t i = 0; i < row.size(); ++i) matrix.row(0)[i] = static_cast<T>(row[i]);
  Rotator<T> rotator;
  EXPECT_FALSE(rotator.prepare(rope, layout));
  rotate_rows(matrix.view(), position, 1.0, rotator);
  return {matrix.row(0), matrix.row(0) + row.size()};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void expect_rows_near(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << i;
  }
}

TEST(RopeGolden, Rotations) {
  const json golden = read_golden("rope_rotate.json");
  for (const json& test : golden["cases"]) {
    SCOPED_TRACE(test["id"].get<std::string>());
    RopeRequest request;
    request.head_dim = test["head_dim"];
    request.partial_rotary_factor = test["rotary_dim"].get<double>() / request.head_dim;
    request.theta = test["rope_theta"];
    request.attention_factor = test["attention_factor"];
    const PairLayout layout = test["layout"] == "half" ? PairLayout::half : PairLayout::interleaved;
    RopeFrequencies rope;
    ASSERT_FALSE(rope_frequencies(request, rope));
    const std::vector<double> q = numbers(test["q"]), k = numbers(test["k"]);

    for (const json& expect : test["expect"]) {
      const double position = expect["pos"];
      SCOPED_TRACE(position);
      expect_rows_near(rotated<double>(q, position, rope, layout), numbers(expect["q_rot"]), kDoubleTolerance);
      expect_rows_near(rotated<double>(k, position, rope, layout), numbers(expect["k_rot"]), kDoubleTolerance);
      expect_rows_near(rotated<float>(q, position, rope, layout), numbers(expect["q_rot"]), kFloatTolerance);
      expect_rows_near(rotated<float>(k, position, rope, layout), numbers(expect["k_rot"]), kFloatTolerance);
    }
    for (const json& relative : test["relative"]) {
      const double score =
          dot(rotated<double>(q, relative["m"], rope, layout), rotated<double>(k, relative["n"], rope, layout));
      EXPECT_NEAR(score / relative["dot"].get<double>(), 1, kDoubleTolerance);
    }
  }
}

TEST(RopeGolden, LayoutPermutation) {
  const json test = read_golden("rope_rotate.json")["layout_permutation"];
  RopeRequest request;
  request.head_dim = test["head_dim"];
  RopeFrequencies rope;
  ASSERT_FALSE(rope_frequencies(request, rope));
  expect_rows_near(rotated<double>(numbers(test["x_half"]), test["pos"], rope, PairLayout::half),
                   numbers(test["y_half"]), kDoubleTolerance);
  expect_rows_near(rotated<double>(numbers(test["x_interleaved"]), test["pos"], rope, PairLayout::interleaved),
                   numbers(test["y_interleaved"]), kDoubleTolerance);
}

TEST(RopeGolden, LlamaCpp) {
  const json golden = read_golden("rope_llamacpp.json");
  for (const json& test : golden["ggml"]) {
    SCOPED_TRACE(test["id"].get<std::string>());
    const json& parameters = test["params"];
    const json& expect = test["expect"];
    const std::vector<double> divisors = parameters.value("freq_factors", std::vector<double>());
    RopeRequest request;
    request.type = RopeType::llama_cpp;
    request.head_dim = parameters["n_dims"];
    request.theta = parameters["freq_base"];
    request.factor = 1 / parameters["freq_scale"].get<double>();
    request.original_length = parameters["n_ctx_orig"];
    request.ext_factor = parameters["ext_factor"];
    request.attention_factor = parameters["attn_factor"];
    request.beta_fast = parameters["beta_fast"];
    request.beta_slow = parameters["beta_slow"];
    request.short_divisors = divisors;

    RopeFrequencies rope;
    ASSERT_FALSE(rope_frequencies(request, rope));
    EXPECT_NEAR(rope.attention_factor, expect["magnitude"].get<double>(), kDoubleTolerance);
    EXPECT_EQ(rope.ramp_start, expect["corr_dims"][0].get<double>());
    EXPECT_EQ(rope.ramp_end, expect["corr_dims"][1].get<double>());
    const std::vector<double> frequencies = numbers(expect["eff_freq"]);
    ASSERT_EQ(rope.inv_freq.size(), frequencies.size());
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      EXPECT_NEAR(rope.inv_freq[i] / frequencies[i], 1, kDoubleTolerance) << i;
    }
    for (const json& rotation : expect["rotated"]) {
      SCOPED_TRACE(rotation["pos"].get<double>());
      const std::vector<double> x = numbers(test["x"]);
      // Two roundings of an angle of 32,768 radians may differ by its last place, 4e-12.
      const double tolerance = rotation["pos"] > 10000 ? 1e-11 : kDoubleTolerance;
      expect_rows_near(rotated<double>(x, rotation["pos"], rope, PairLayout::interleaved), numbers(rotation["norm"]),
                       tolerance);
      expect_rows_near(rotated<double>(x, rotation["pos"], rope, PairLayout::half), numbers(rotation["neox"]),
                       tolerance);
    }
  }
}

}  // namespace
}  // namespace attention

// Every logit rule against the values of an independent program (tests/golden/logit_scaling.json).
#include "golden.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "attention/rules/entropy_invariant.hpp"
#include "attention/rules/inverse_layer.hpp"
#include "attention/rules/llama4_temperature.hpp"
#include "attention/rules/log_n.hpp"
#include "attention/rules/qk_norm.hpp"
#include "attention/rules/query_pre_attn_scalar.hpp"
#include "attention/rules/softcap.hpp"
#include "attention/rules/ssmax.hpp"
#include "attention/rules/yarn_temperature.hpp"

namespace attention {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-12;

void expect_value(double actual, const json& expected) { EXPECT_NEAR(actual / expected.get<double>(), 1, kTolerance); }

class LogitRules : public ::testing::Test {
 protected:
  const json golden_ = read_golden("logit_scaling.json");
};

TEST_F(LogitRules, QueryPreAttnScalar) {
  int found = 0;
  for (const json& scale : golden_["scales"]) {
    const std::string rule = scale["rule"];
    if (rule.find("query_pre_attn_scalar") == std::string::npos) continue;
    expect_value(query_pre_attn_factor(rule.find("144") != std::string::npos ? 144 : 256), scale["value"]);
    ++found;
  }
  EXPECT_EQ(found, 2);
}

TEST_F(LogitRules, InverseLayer) {
  for (const json& test : golden_["gpt2_inverse_layer_idx"]) {
    expect_value(inverse_layer_factor(test["layer"], {.d_k = 64}), test["value"]);
  }
}

TEST_F(LogitRules, Softcap) {
  for (const json& test : golden_["softcap"]) {
    std::vector<double> logits = golden_["logits"];
    softcap(logits.data(), logits.size(), test["cap"].get<double>());
    for (std::size_t i = 0; i < logits.size(); ++i) expect_value(logits[i], test["capped"][i]);
  }
}

TEST_F(LogitRules, ScalableSoftmax) {
  for (const json& test : golden_["ssmax"]) {
    expect_value(ssmax_factor(test["s"], {.d_k = 1, .visible = test["n"]}), test["multiplier"]);
  }
}

TEST_F(LogitRules, LogN) {
  for (const json& test : golden_["qwen_logn"]) {
    expect_value(log_n_multiplier(test["train_len"], test["position_1based"]), test["multiplier"]);
  }
}

TEST_F(LogitRules, EntropyInvariant) {
  for (const json& test : golden_["entropy_invariant_logn"]) {
    expect_value(entropy_invariant_multiplier(test["train_len"], test["n"]), test["multiplier"]);
  }
}

TEST_F(LogitRules, Llama4Temperature) {
  for (const json& test : golden_["llama4_temperature"]) {
    expect_value(llama4_multiplier(test["floor_scale"], test["position_0based"].get<double>() + 1), test["multiplier"]);
  }
}

TEST_F(LogitRules, YarnTemperature) {
  for (const json& test : golden_["yarn_temperature"]) {
    expect_value(yarn_multiplier(test["factor"]), test["logit_multiplier"]);
  }
  // DeepSeek's softmax scale is the same rule at its own width.
  const json& deepseek = golden_["deepseek_softmax_scale"][0];
  expect_value(yarn_factor(deepseek["factor"], {.d_k = deepseek["qk_head_dim"]}), deepseek["value"]);
}

TEST_F(LogitRules, RmsNorm) {
  const json& test = golden_["qk_norm_rms"];
  std::vector<double> x = test["x"];
  rms_normalize(x.data(), x.size(), test["eps"]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = test["weight"][i];
    expect_value(x[i] * weight, test["qwen3"][i]);
    expect_value(x[i] * (1 + weight), test["gemma3_one_plus_weight"][i]);
  }
}

TEST_F(LogitRules, CosineOfQueryAndKey) {
  const json& test = golden_["qk_norm_l2"];
  std::vector<double> x = test["x"];
  l2_normalize(x.data(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) expect_value(x[i], test["unit"][i]);
  for (const json& start : golden_["henry2020_g0"]) expect_value(cosine_factor(start["L"]), start["g0"]);
}

TEST(LogitRuleEdges, NormsOfHugeAndOfZeroRows) {
  std::vector<double> huge = {3e200, 4e200}, zero = {0, 0};
  l2_normalize(huge.data(), 2);
  EXPECT_NEAR(huge[0], 0.6, kTolerance);
  EXPECT_NEAR(huge[1], 0.8, kTolerance);
  l2_normalize(zero.data(), 2);
  rms_normalize(zero.data(), 2);
  EXPECT_EQ(zero[0], 0);
}

}  // namespace
}  // namespace attention

#include <gtest/gtest.h>

#include <cmath>

#include "attention/sweep.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace attention {
namespace {

void expect_close(double actual, double expected, const char* what) {
  EXPECT_NEAR(actual, expected, 1e-12 * std::fmax(std::fabs(expected), 1e-12)) << what;
}

AttendRequest request_of_case(const nlohmann::json& golden) {
  const double n = golden["n"].get<double>(), d_k = golden["d_k"].get<double>();
  AttendRequest request = request_of(n, n, d_k, golden.contains("d_v") ? golden["d_v"].get<double>() : d_k);
  const nlohmann::json& scale = golden["scale"];
  if (scale == "none")
    request.scaling.rule = ScaleRule::none;
  else if (scale == "sqrt")
    request.scaling.rule = ScaleRule::sqrt;
  else if (scale == "linear")
    request.scaling.rule = ScaleRule::linear;
  else
    request.scaling = {ScaleRule::factor, scale.get<double>(), 1};
  if (golden["mask"].is_object())
    request.mask = {MaskKind::window, golden["mask"]["window"].get<double>()};
  else if (golden["mask"] == "causal")
    request.mask.kind = MaskKind::causal;
  return request;
}

TEST(Golden, EveryCaseOfTheArticle) {
  const nlohmann::json cases = read_golden("article.json");
  ASSERT_EQ(cases.size(), 9u);
  Attention attention;
  for (const nlohmann::json& golden : cases) {
    const AttendRequest request = request_of_case(golden);
    SCOPED_TRACE(testing::Message() << "n " << request.n << " d_k " << request.d_k << " " << golden["scale"]);
    ASSERT_FALSE(attend(attention, request, draw(request, static_cast<std::uint32_t>(golden["seed"].get<double>()))));
    EXPECT_TRUE(attention.events.empty());

    expect_close(attention.max_weight, golden["max_weight"].get<double>(), "max_weight");
    expect_close(attention.mean_entropy, golden["mean_entropy"].get<double>(), "mean_entropy");
    expect_close(attention.uniform_entropy, golden["uniform_entropy"].get<double>(), "uniform_entropy");
    expect_close(attention.mean_square_logit, golden["mean_square_logit"].get<double>(), "mean_square_logit");
    expect_close(attention.rms_logit, golden["rms_logit"].get<double>(), "rms_logit");
    expect_close(attention.rms_scaled_logit, golden["rms_scaled_logit"].get<double>(), "rms_scaled_logit");
    expect_close(attention.mean_jacobian, golden["mean_jacobian_norm"].get<double>(), "mean_jacobian");
    const std::size_t n = attention.weights.rows();
    ASSERT_EQ(golden["weights"].size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      expect_close(attention.rows[i].entropy, golden["row_entropy"][i].get<double>(), "row_entropy");
      expect_close(attention.rows[i].jacobian, golden["row_jacobian_norm"][i].get<double>(), "row_jacobian_norm");
      const auto weights = golden["weights"][i].get<std::vector<double>>();
      for (std::size_t j = 0; j < n; ++j) expect_close(attention.weights.row(i)[j], weights[j], "weight");
    }
    const auto first = golden["output_first_row"].get<std::vector<double>>(),
               last = golden["output_last_row"].get<std::vector<double>>();
    ASSERT_EQ(first.size(), attention.output.columns());
    for (std::size_t c = 0; c < first.size(); ++c) {
      EXPECT_NEAR(attention.output.row(0)[c], first[c], 1e-13);
      EXPECT_NEAR(attention.output.row(n - 1)[c], last[c], 1e-13);
    }
  }
}

double rounded(double value, int digits) { return std::round(value * std::pow(10, digits)) / std::pow(10, digits); }

TEST(Golden, TheArticlesSingleRun) {
  const nlohmann::json run = read_golden("article_tables.json").at("single_run");
  AttendRequest request = request_of(run["n"].get<double>(), run["n"].get<double>(), run["d_k"].get<double>(), 0);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, draw(request, 7)));
  EXPECT_DOUBLE_EQ(rounded(attention.mean_square_logit, 1), run["mean_square_logit"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.rms_logit, 2), run["rms_logit"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.max_weight, 6), run["none"]["max_weight"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.mean_entropy, 4), run["none"]["mean_entropy"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.uniform_entropy, 4), run["uniform_entropy"].get<double>());

  request.scaling.rule = ScaleRule::sqrt;
  ASSERT_FALSE(attend(attention, request, draw(request, 7)));
  EXPECT_DOUBLE_EQ(rounded(attention.rms_scaled_logit, 2), run["rms_logit_scaled"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.max_weight, 6), run["sqrt"]["max_weight"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(attention.mean_entropy, 4), run["sqrt"]["mean_entropy"].get<double>());
  EXPECT_DOUBLE_EQ(rounded(100 * attention.entropy_share, 0), run["sqrt"]["share_percent"].get<double>());
}

TEST(Golden, TheArticlesTrendTable) {
  const nlohmann::json trend = read_golden("article_tables.json").at("trend");
  const std::vector<double> exact = trend["exact_entropy"].get<std::vector<double>>();
  const std::uint32_t words[] = {1, 2, 3, 4};
  const std::uint32_t lengths[] = {0, 1, 1, 1, 1};  // seed 0 has no words
  ASSERT_EQ(trend["rows"].size(), 3u);
  for (std::size_t row = 0; row < 3; ++row) {
    const nlohmann::json& golden = trend["rows"][row];
    const SweepConfiguration configuration = {
        trend["n"].get<double>(), golden["d_k"].get<double>(), {ScaleRule::none, 1, 1}, {}};
    SeedStatistics statistics[5];
    double scratch[5];
    Sweep sweep;
    ASSERT_FALSE(sweep.run({{&configuration, 1}, {words, lengths}}, statistics));
    const SweepSummary summary = summarize(statistics, scratch);
    EXPECT_DOUBLE_EQ(rounded(summary.max_weight, 5), golden["max_weight"].get<double>());
    EXPECT_DOUBLE_EQ(rounded(summary.mean_entropy, 2), golden["entropy"].get<double>());
    EXPECT_DOUBLE_EQ(rounded(summary.mean_entropy, 5), exact[row]);
    EXPECT_DOUBLE_EQ(rounded(100 * summary.entropy_share, 0), golden["share_percent"].get<double>());
  }
}

}  // namespace
}  // namespace attention

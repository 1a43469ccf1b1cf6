#include <gtest/gtest.h>

#include <cmath>

#include "attention/sweep.hpp"
#include "json.hpp"
#include "support.hpp"

namespace attention {
namespace {

void expect_close(double actual, double expected, const char* what) {
  EXPECT_NEAR(actual, expected, 1e-12 * std::fmax(std::fabs(expected), 1e-12)) << what;
}

AttendRequest request_of_case(const Json& golden) {
  const double n = golden["n"].number(), d_k = golden["d_k"].number();
  AttendRequest request = request_of(n, n, d_k, golden.has("d_v") ? golden["d_v"].number() : d_k);
  const std::string& scale = golden["scale"].text();
  if (scale == "none")
    request.scaling.rule = ScaleRule::none;
  else if (scale == "sqrt")
    request.scaling.rule = ScaleRule::sqrt;
  else if (scale == "linear")
    request.scaling.rule = ScaleRule::linear;
  else
    request.scaling = {ScaleRule::factor, golden["scale"].number(), 1};
  if (golden["mask"].is_object())
    request.mask = {MaskKind::window, golden["mask"]["window"].number()};
  else if (golden["mask"].text() == "causal")
    request.mask.kind = MaskKind::causal;
  return request;
}

TEST(Golden, EveryCaseOfTheArticle) {
  const Json cases = Json::read_golden("article.json");
  ASSERT_EQ(cases.elements().size(), 9u);
  Attention attention;
  for (const Json& golden : cases.elements()) {
    const AttendRequest request = request_of_case(golden);
    SCOPED_TRACE(testing::Message() << "n " << request.n << " d_k " << request.d_k << " " << golden["scale"].text());
    ASSERT_FALSE(attend(attention, request, draw(request, static_cast<std::uint32_t>(golden["seed"].number()))));
    EXPECT_TRUE(attention.events.empty());

    expect_close(attention.max_weight, golden["max_weight"].number(), "max_weight");
    expect_close(attention.mean_entropy, golden["mean_entropy"].number(), "mean_entropy");
    expect_close(attention.uniform_entropy, golden["uniform_entropy"].number(), "uniform_entropy");
    expect_close(attention.mean_square_logit, golden["mean_square_logit"].number(), "mean_square_logit");
    expect_close(attention.rms_logit, golden["rms_logit"].number(), "rms_logit");
    expect_close(attention.rms_scaled_logit, golden["rms_scaled_logit"].number(), "rms_scaled_logit");
    expect_close(attention.mean_jacobian, golden["mean_jacobian_norm"].number(), "mean_jacobian");
    const std::size_t n = attention.weights.rows();
    ASSERT_EQ(golden["weights"].elements().size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      expect_close(attention.rows[i].entropy, golden["row_entropy"][i].number(), "row_entropy");
      expect_close(attention.rows[i].jacobian, golden["row_jacobian_norm"][i].number(), "row_jacobian_norm");
      const auto weights = golden["weights"][i].numbers();
      for (std::size_t j = 0; j < n; ++j) expect_close(attention.weights.row(i)[j], weights[j], "weight");
    }
    const auto first = golden["output_first_row"].numbers(), last = golden["output_last_row"].numbers();
    ASSERT_EQ(first.size(), attention.output.columns());
    for (std::size_t c = 0; c < first.size(); ++c) {
      EXPECT_NEAR(attention.output.row(0)[c], first[c], 1e-13);
      EXPECT_NEAR(attention.output.row(n - 1)[c], last[c], 1e-13);
    }
  }
}

double rounded(double value, int digits) { return std::round(value * std::pow(10, digits)) / std::pow(10, digits); }

TEST(Golden, TheArticlesSingleRun) {
  const Json run = Json::read_golden("article_tables.json")["single_run"];
  AttendRequest request = request_of(run["n"].number(), run["n"].number(), run["d_k"].number(), 0);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, draw(request, 7)));
  EXPECT_DOUBLE_EQ(rounded(attention.mean_square_logit, 1), run["mean_square_logit"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.rms_logit, 2), run["rms_logit"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.max_weight, 6), run["none"]["max_weight"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.mean_entropy, 4), run["none"]["mean_entropy"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.uniform_entropy, 4), run["uniform_entropy"].number());

  request.scaling.rule = ScaleRule::sqrt;
  ASSERT_FALSE(attend(attention, request, draw(request, 7)));
  EXPECT_DOUBLE_EQ(rounded(attention.rms_scaled_logit, 2), run["rms_logit_scaled"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.max_weight, 6), run["sqrt"]["max_weight"].number());
  EXPECT_DOUBLE_EQ(rounded(attention.mean_entropy, 4), run["sqrt"]["mean_entropy"].number());
  EXPECT_DOUBLE_EQ(rounded(100 * attention.entropy_share, 0), run["sqrt"]["share_percent"].number());
}

TEST(Golden, TheArticlesTrendTable) {
  const Json trend = Json::read_golden("article_tables.json")["trend"];
  const std::vector<double> exact = trend["exact_entropy"].numbers();
  const std::uint32_t words[] = {1, 2, 3, 4};
  const std::uint32_t lengths[] = {0, 1, 1, 1, 1};  // seed 0 has no words
  ASSERT_EQ(trend["rows"].elements().size(), 3u);
  for (std::size_t row = 0; row < 3; ++row) {
    const Json& golden = trend["rows"][row];
    const SweepConfiguration configuration = {trend["n"].number(), golden["d_k"].number(), {ScaleRule::none, 1, 1}, {}};
    SeedStatistics statistics[5];
    double scratch[5];
    Sweep sweep;
    ASSERT_FALSE(sweep.run({{&configuration, 1}, {words, lengths}}, statistics));
    const SweepSummary summary = summarize(statistics, scratch);
    EXPECT_DOUBLE_EQ(rounded(summary.max_weight, 5), golden["max_weight"].number());
    EXPECT_DOUBLE_EQ(rounded(summary.mean_entropy, 2), golden["entropy"].number());
    EXPECT_DOUBLE_EQ(rounded(summary.mean_entropy, 5), exact[row]);
    EXPECT_DOUBLE_EQ(rounded(100 * summary.entropy_share, 0), golden["share_percent"].number());
  }
}

}  // namespace
}  // namespace attention

#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/parameters.hpp"
#include "support.hpp"

// Attention as one would write it on paper: plain loops, no padding, no vectors. Rows that see no key stay 0.
struct Reference {
  std::vector<std::vector<double>> logits, scaled, weights, output;  // only visible entries are set
  std::vector<std::vector<bool>> visible;
  std::vector<double> entropy;

  Reference(const attention::AttendRequest& request, const Data& data) {
    const int n = int(request.n), keys = int(request.keys), d_k = int(request.d_k);
    const int d_v = request.has_values ? int(request.d_v) : 0;
    const auto matrix = [](int rows, int columns) {
      return std::vector<std::vector<double>>(std::size_t(rows), std::vector<double>(std::size_t(columns)));
    };
    logits = scaled = weights = matrix(n, keys);
    output = matrix(n, d_v);
    visible.assign(std::size_t(n), std::vector<bool>(std::size_t(keys)));
    entropy.assign(std::size_t(n), 0);
    for (int i = 0; i < n; ++i) {
      const int p = i + keys - n;
      double largest = -HUGE_VAL, sum = 0;
      for (int j = 0; j < keys; ++j) {
        visible[i][j] = request.mask.kind == attention::MaskKind::none ||
                        (j <= p && (request.mask.kind == attention::MaskKind::causal || j > p - request.mask.window));
        if (!visible[i][j]) continue;
        for (int t = 0; t < d_k; ++t) logits[i][j] += data.q[i * d_k + t] * data.k[j * d_k + t];
        scaled[i][j] = logits[i][j] * factor(request.scaling, d_k) / request.scaling.temperature;
        largest = std::max(largest, scaled[i][j]);
      }
      for (int j = 0; j < keys; ++j) {
        if (visible[i][j]) sum += std::exp(scaled[i][j] - largest);
      }
      for (int j = 0; j < keys; ++j) {
        if (!visible[i][j]) continue;
        const double weight = weights[i][j] = std::exp(scaled[i][j] - largest) / sum;
        if (weight > 0) entropy[i] -= weight * std::log(weight);
        for (int c = 0; c < d_v; ++c) output[i][c] += weight * data.v[j * d_v + c];
      }
    }
  }

 private:
  static double factor(const attention::Scaling& scaling, double d_k) {
    switch (scaling.rule) {
      case attention::ScaleRule::none:
        return 1;
      case attention::ScaleRule::sqrt:
        return 1 / std::sqrt(d_k);
      case attention::ScaleRule::linear:
        return 1 / d_k;
      case attention::ScaleRule::factor:
        return scaling.parameter;
      default:  // the rules of attention/rules/ have tests of their own
        break;
    }
    return 0;
  }
};

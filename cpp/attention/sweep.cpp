#include "attention/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "attention/finite.hpp"
#include "attention/logits.hpp"
#include "attention/mask.hpp"
#include "attention/matrix.hpp"
#include "attention/python_random.hpp"
#include "attention/scaling.hpp"
#include "attention/softmax.hpp"
#include "attention/tally.hpp"

namespace attention {
namespace {

constexpr std::size_t kBlockRows = 16;

// A configuration in the request, with its sizes judged and its place in `positions`.
struct Point {
  const SweepConfiguration* configuration;
  std::size_t n;
  std::size_t d_k;
  Normalization normalization;
  PositionSum* positions;  // null when they are not asked for
  Tally tally;
  double failed_rows;
};

std::size_t drawn_numbers(const Point& point) { return 2 * point.n * point.d_k; }

}  // namespace

struct SweepWorkspace {
  PythonRandom random{{}};
  Buffer<Point> points;
  Buffer<double> draw;
  Matrix<double> q, k, panels, logits;
  Matrix<double> row;  // two rows: scaled logits and weights

  bool load(std::size_t n, std::size_t d_k, Normalization kind);
  bool run_group(std::span<Point> group);
  void add_row(const double* row_logits, std::size_t i, Point& point);
};

// q and k from the beginning of the draw.
bool SweepWorkspace::load(std::size_t n, std::size_t d_k, Normalization kind) {
  if (!q.reshape(n, d_k) || !k.reshape(n, d_k) || !logits.reshape(std::min(n, kBlockRows), n) || !row.reshape(2, n)) {
    return false;
  }
  const double* source = draw.data();
  for (Matrix<double>* matrix : {&q, &k}) {
    for (std::size_t i = 0; i < n; ++i, source += d_k) {
      std::copy(source, source + d_k, matrix->row(i));
      std::fill(matrix->row(i) + d_k, matrix->row(i) + matrix->stride(), 0.0);
    }
  }
  normalize_rows(kind, q.view());
  normalize_rows(kind, k.view());
  return pack_keys<double>(k.view(), panels);
}

void SweepWorkspace::add_row(const double* row_logits, std::size_t i, Point& point) {
  const KeyRange visible = visible_keys(point.configuration->mask, i, point.n, point.n);
  const std::size_t stride = row.stride();
  double* scaled = row.row(0);
  double* weights = row.row(1);
  std::copy(row_logits, row_logits + stride, scaled);
  mask_row(scaled, visible, stride, -std::numeric_limits<double>::infinity());
  const double logit_squares = sum_of_squares(scaled, visible);
  const RowPlace place = {static_cast<double>(point.d_k), static_cast<double>(visible.size()),
                          static_cast<double>(i + 1)};
  scale_row(point.configuration->scaling, place, scaled, scaled, stride);
  if (first_not_finite(scaled, visible)) {
    point.failed_rows += 1;
    return;
  }
  const double scaled_squares = sum_of_squares(scaled, visible);
  const double sink = stable_softmax(scaled, visible, weights, stride, sink_logit(point.configuration->scaling));
  const RowStatistics statistics = row_statistics(weights, visible, sink);
  point.tally.add(statistics, logit_squares, scaled_squares);
  if (point.positions != nullptr && !std::isnan(statistics.share)) {
    point.positions[i].share += std::nearbyint(statistics.share / kShareUnit) * kShareUnit;
    point.positions[i].seeds += 1;
  }
}

// Configurations of one shape and one kind of logits, on the numbers drawn.
bool SweepWorkspace::run_group(std::span<Point> group) {
  const std::size_t n = group[0].n;
  if (!load(n, group[0].d_k, group[0].normalization)) return false;
  for (std::size_t first = 0; first < n; first += kBlockRows) {
    const std::size_t rows = std::min(kBlockRows, n - first);
    compute_logits<double>({q.row(first), rows, q.columns(), q.stride()}, panels, 0, n,
                           {logits.row(0), rows, n, logits.stride()});
    for (Point& point : group) {
      for (std::size_t r = 0; r < rows; ++r) {
        add_row(logits.row(r), first + r, point);
      }
    }
  }
  return true;
}

Sweep::Sweep() = default;
Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

Problem Sweep::run(const SweepRequest& request, std::span<SeedStatistics> statistics,
                   std::span<PositionSum> positions) {
  if (Problem problem = first_problem(request)) return problem;
  const Problem out_of_memory = {ProblemCode::out_of_memory, "n"};
  if (!workspace_) workspace_.reset(new (std::nothrow) SweepWorkspace);
  if (!workspace_ || !workspace_->points.resize(request.configurations.size())) return out_of_memory;
  SweepWorkspace& space = *workspace_;

  std::size_t largest_draw = 0;
  PositionSum* next_positions = positions.empty() ? nullptr : positions.data();
  for (std::size_t c = 0; c < space.points.size(); ++c) {
    const SweepConfiguration& configuration = request.configurations[c];
    Point& point = space.points[c];
    point = {&configuration,
             static_cast<std::size_t>(configuration.n),
             static_cast<std::size_t>(configuration.d_k),
             normalization(configuration.scaling),
             next_positions,
             {},
             0};
    if (next_positions != nullptr) next_positions += point.n;
    largest_draw = std::max(largest_draw, drawn_numbers(point));
  }
  if (!space.draw.resize(largest_draw)) return out_of_memory;

  const std::size_t seeds = request.seeds.lengths.size();
  auto words = request.seeds.words;
  for (std::size_t s = 0; s < seeds; ++s) {
    space.random.seed(words.first(request.seeds.lengths[s]));
    words = words.subspan(request.seeds.lengths[s]);
    space.random.fill_gauss({space.draw.data(), largest_draw});

    for (std::size_t c = 0; c < space.points.size();) {
      std::size_t past = c;
      while (past < space.points.size() && space.points[past].n == space.points[c].n &&
             space.points[past].d_k == space.points[c].d_k &&
             space.points[past].normalization == space.points[c].normalization) {
        space.points[past].tally = {};
        space.points[past].failed_rows = 0;
        ++past;
      }
      if (!space.run_group({space.points.data() + c, past - c})) return out_of_memory;
      for (; c < past; ++c) {
        const Tally& tally = space.points[c].tally;
        statistics[c * seeds + s] = {tally.max_weight(),         tally.mean_row_max_weight(), tally.mean_entropy(),
                                     tally.entropy_share(),      tally.mean_jacobian(),       tally.mean_square_logit(),
                                     tally.mean_square_scaled(), space.points[c].failed_rows};
      }
    }
  }
  return {};
}

}  // namespace attention

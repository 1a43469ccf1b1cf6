#include "attention/length_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "attention/elementary.hpp"
#include "attention/finite.hpp"
#include "attention/logits.hpp"
#include "attention/mask.hpp"
#include "attention/matrix.hpp"
#include "attention/python_random.hpp"
#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotate.hpp"
#include "attention/row_statistics.hpp"
#include "attention/scaling.hpp"
#include "attention/softmax.hpp"

namespace attention {
namespace {

// Keys drawn at a time: whole panels, and small enough to stay in the cache with their rotated copy.
constexpr std::size_t kBlockKeys = 512;

// Logits that one or more points use. Without rotation those of a longer context begin with those of a shorter one, so
// one source serves every length; rotated queries stand at the end of their own context.
struct Source {
  Normalization normalization = Normalization::none;
  const Positions* positions = nullptr;  // null: no rotation
  std::size_t length = 0;
  Rotator<double> rotator;
  Matrix<double> q;
  Matrix<double> logits;  // queries x length

  bool serves(const LengthPoint& point) const {
    return positions == nullptr && !point.positions.rotate && normalization == attention::normalization(point.scaling);
  }
};

void load(const double* source, Matrix<double>& rows) {
  for (std::size_t i = 0; i < rows.rows(); ++i, source += rows.columns()) {
    std::copy(source, source + rows.columns(), rows.row(i));
    std::fill(rows.row(i) + rows.columns(), rows.row(i) + rows.stride(), 0.0);
  }
}

}  // namespace

struct LengthWorkspace {
  PythonRandom random{{}};
  Buffer<double> draw;
  Matrix<double> k, turned, panels;
  Matrix<double> row;              // two rows: scaled logits and weights
  std::unique_ptr<Source[]> room;  // for as many sources as there are points
  std::span<Source> sources;
  Buffer<std::size_t> source_of;  // by point

  Problem prepare(const LengthRequest& request);
  bool prepare_queries(Source& source, std::size_t queries, std::size_t d_k);
  bool add_block(Source& source, std::size_t first_key);
  bool finish_point(const LengthPoint& point, const Source& source, double d_k, LengthStatistics& statistics);
};

// Gives every point its source, and every source its room.
Problem LengthWorkspace::prepare(const LengthRequest& request) {
  const Problem out_of_memory = {ProblemCode::out_of_memory, "lengths"};
  const auto queries = static_cast<std::size_t>(request.queries);
  sources = {};
  room.reset(new (std::nothrow) Source[request.points.size()]);
  if (!room || !source_of.resize(request.points.size())) return out_of_memory;
  for (std::size_t p = 0; p < request.points.size(); ++p) {
    const LengthPoint& point = request.points[p];
    const auto found = std::ranges::find_if(sources, [&](const Source& source) { return source.serves(point); });
    source_of[p] = static_cast<std::size_t>(found - sources.begin());
    if (found == sources.end()) sources = {room.get(), sources.size() + 1};
    Source& source = sources[source_of[p]];
    source.normalization = normalization(point.scaling);
    source.length = std::max(source.length, static_cast<std::size_t>(point.length));
    if (!point.positions.rotate) continue;
    source.positions = &point.positions;
    RopeFrequencies frequencies;
    if (Problem problem = rope_frequencies(point.positions.frequencies, frequencies)) return problem;
    if (Problem problem = source.rotator.prepare(frequencies, point.positions.layout)) return problem;
  }
  for (Source& source : sources) {
    if (!source.logits.reshape(queries, source.length)) return out_of_memory;
  }
  return {};
}

bool LengthWorkspace::prepare_queries(Source& source, std::size_t queries, std::size_t d_k) {
  if (!source.q.reshape(queries, d_k)) return false;
  load(draw.data(), source.q);
  normalize_rows(source.normalization, source.q.view());
  if (source.positions != nullptr) {
    const double step = source.positions->step;
    const double first = static_cast<double>(source.length) - static_cast<double>(queries);
    rotate_rows(source.q.view(), first * step, step, source.rotator);
  }
  return true;
}

// The logits of the keys in `k`, which stand from first_key on.
bool LengthWorkspace::add_block(Source& source, std::size_t first_key) {
  if (first_key >= source.length) return true;
  const std::size_t keys = std::min(k.rows(), source.length - first_key);
  MatrixView<double> rows = k.view();
  if (source.normalization != Normalization::none || source.positions != nullptr) {
    if (!turned.reshape(keys, k.columns())) return false;
    std::copy(k.row(0), k.row(0) + keys * k.stride(), turned.row(0));
    normalize_rows(source.normalization, turned.view());
    if (source.positions != nullptr) {
      const double step = source.positions->step;
      rotate_rows(turned.view(), static_cast<double>(first_key) * step, step, source.rotator);
    }
    rows = turned.view();
  }
  rows.rows = keys;
  if (!pack_keys<double>(rows, panels)) return false;
  compute_logits<double>(source.q.view(), panels, 0, keys,
                         {source.logits.row(0) + first_key, source.logits.rows(), keys, source.logits.stride()});
  return true;
}

bool LengthWorkspace::finish_point(const LengthPoint& point, const Source& source, double d_k,
                                   LengthStatistics& statistics) {
  const auto length = static_cast<std::size_t>(point.length);
  const std::size_t queries = source.logits.rows();
  if (!row.reshape(2, length)) return false;
  double* scaled = row.row(0);
  double* weights = row.row(1);
  double rows = 0, rows_with_share = 0;
  statistics = {};
  for (std::size_t i = 0; i < queries; ++i) {
    const KeyRange visible = visible_keys(point.mask, i, queries, length);
    std::copy(source.logits.row(i), source.logits.row(i) + length, scaled);
    mask_row(scaled, visible, row.stride(), -std::numeric_limits<double>::infinity());
    const RowPlace place = {d_k, static_cast<double>(visible.size()), static_cast<double>(i + 1 + length - queries)};
    scale_row(point.scaling, place, scaled, scaled, row.stride());
    if (first_not_finite(scaled, visible)) {
      statistics.failed_rows += 1;
      continue;
    }
    const double sink = stable_softmax(scaled, visible, weights, row.stride(), sink_logit(point.scaling));
    const RowStatistics result = row_statistics(weights, visible, sink);
    rows += 1;
    statistics.mean_entropy += result.entropy;
    statistics.effective_keys += exponential(result.entropy);
    statistics.max_weight = std::max(statistics.max_weight, result.max_weight);
    statistics.visible += result.visible;
    statistics.sink += result.sink;
    if (std::isnan(result.share)) continue;
    statistics.entropy_share += result.share;
    rows_with_share += 1;
  }
  if (rows == 0) statistics.max_weight = std::numeric_limits<double>::quiet_NaN();
  statistics.mean_entropy /= rows;
  statistics.effective_keys /= rows;
  statistics.visible /= rows;
  statistics.sink /= rows;
  statistics.entropy_share /= rows_with_share;
  return true;
}

LengthSweep::LengthSweep() = default;
LengthSweep::~LengthSweep() = default;
LengthSweep::LengthSweep(LengthSweep&&) noexcept = default;
LengthSweep& LengthSweep::operator=(LengthSweep&&) noexcept = default;

Problem LengthSweep::run(const LengthRequest& request, std::span<const std::uint32_t> seed,
                         std::span<LengthStatistics> statistics) {
  if (Problem problem = first_problem(request)) return problem;
  const Problem out_of_memory = {ProblemCode::out_of_memory, "lengths"};
  if (!workspace_) workspace_.reset(new (std::nothrow) LengthWorkspace);
  if (!workspace_) return out_of_memory;
  LengthWorkspace& space = *workspace_;
  if (Problem problem = space.prepare(request)) return problem;

  const auto queries = static_cast<std::size_t>(request.queries);
  const auto d_k = static_cast<std::size_t>(request.d_k);
  std::size_t longest = 0;
  for (const Source& source : space.sources) longest = std::max(longest, source.length);
  if (!space.draw.resize(std::max(queries, kBlockKeys) * d_k)) return out_of_memory;

  space.random.seed(seed);
  space.random.fill_gauss({space.draw.data(), queries * d_k});
  for (Source& source : space.sources) {
    if (!space.prepare_queries(source, queries, d_k)) return out_of_memory;
  }
  for (std::size_t first = 0; first < longest; first += kBlockKeys) {
    const std::size_t keys = std::min(kBlockKeys, longest - first);
    space.random.fill_gauss({space.draw.data(), keys * d_k});
    if (!space.k.reshape(keys, d_k)) return out_of_memory;
    load(space.draw.data(), space.k);
    for (Source& source : space.sources) {
      if (!space.add_block(source, first)) return out_of_memory;
    }
  }
  for (std::size_t p = 0; p < request.points.size(); ++p) {
    const Source& source = space.sources[space.source_of[p]];
    if (!space.finish_point(request.points[p], source, request.d_k, statistics[p])) return out_of_memory;
  }
  return {};
}

}  // namespace attention

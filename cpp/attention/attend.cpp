#include "attention/attend.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "attention/elementary.hpp"
#include "attention/finite.hpp"
#include "attention/inputs.hpp"
#include "attention/key_range.hpp"
#include "attention/logits.hpp"
#include "attention/mask.hpp"
#include "attention/scaling.hpp"
#include "attention/softmax.hpp"
#include "attention/tally.hpp"
#include "attention/weighted_sum.hpp"

namespace attention {
namespace {

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

template <class T>
struct Operands {
  Matrix<T> q, k, v, panels;

  bool reshape(const Shape& shape) {
    return q.reshape(shape.n, shape.d_k) && k.reshape(shape.keys, shape.d_k) && v.reshape(shape.keys, shape.d_v);
  }
};

template <class T>
struct Stages {
  Matrix<T>& logits;
  Matrix<T>& scaled;
  Matrix<T>& weights;
  Matrix<T>& output;

  bool reshape(const Shape& shape) {
    return logits.reshape(shape.n, shape.keys) && scaled.reshape(shape.n, shape.keys) &&
           weights.reshape(shape.n, shape.keys) && output.reshape(shape.d_v > 0 ? shape.n : 0, shape.d_v);
  }
};

void widen(const Matrix<float>& from, Matrix<double>& to) {
  for (std::size_t i = 0; i < from.rows(); ++i) {
    std::copy(from.row(i), from.row(i) + from.columns(), to.row(i));
    std::fill(to.row(i) + to.columns(), to.row(i) + to.stride(), 0.0);
  }
}

// One request in the arithmetic of T.
template <class T>
class Run {
 public:
  Run(const AttendRequest& request, const AttendInputs& inputs, const Shape& shape, Operands<T>& operands,
      Stages<T> stages, const KeyRange* visible, double* sink_weights)
      : request_(request),
        inputs_(inputs),
        shape_(shape),
        operands_(operands),
        stages_(stages),
        visible_(visible),
        sink_weights_(sink_weights) {}

  [[nodiscard]] Problem load() {
    const Problem out_of_memory = {ProblemCode::out_of_memory, "n"};
    if (!operands_.reshape(shape_)) return out_of_memory;
    inputs_are_finite_ = load_rows(inputs_.q, request_.precision, operands_.q);
    inputs_are_finite_ &= load_rows(inputs_.k, request_.precision, operands_.k);
    if (shape_.d_v > 0) inputs_are_finite_ &= load_rows(inputs_.v, request_.precision, operands_.v);
    const Normalization kind = normalization(request_.scaling);
    if (kind != Normalization::none) {
      for (Matrix<T>* rows : {&operands_.q, &operands_.k}) {
        normalize_rows(kind, rows->view());
        round_rows(*rows);
      }
    }
    if (request_.rotation != nullptr) {
      if (Problem problem = request_.rotation->prepare()) return problem;
      request_.rotation->rotate(operands_.q.view(), static_cast<double>(shape_.keys) - static_cast<double>(shape_.n));
      request_.rotation->rotate(operands_.k.view(), 0);
      round_rows(operands_.q);
      round_rows(operands_.k);
    }
    return pack_keys<T>(operands_.k.view(), operands_.panels) ? Problem{} : out_of_memory;
  }

  // Eight rows at a time, so that causal and windowed runs skip panels that none of them sees.
  void logits() {
    constexpr std::size_t kRows = 8;
    const MatrixView<const T> q = operands_.q.view();
    for (std::size_t i = 0; i < shape_.n; i += kRows) {
      const std::size_t rows = std::min(kRows, shape_.n - i);
      compute_logits<T>({q.row(i), rows, q.columns, q.stride}, operands_.panels, visible_[i].first,
                        visible_[i + rows - 1].past,
                        {stages_.logits.row(i), rows, shape_.keys, stages_.logits.stride()});
    }
  }

  // Everything behind the logits for one row. A row that fails keeps its logits, and gets weights and output 0.
  std::optional<Event> finish_row(std::size_t i) {
    auto event = weights_of_row(i);
    if (!event && shape_.d_v > 0) event = output_of_row(i);
    if (event) {
      std::fill_n(stages_.weights.row(i), stages_.weights.stride(), T(0));
      if (shape_.d_v > 0) std::fill_n(stages_.output.row(i), stages_.output.stride(), T(0));
    }
    return event;
  }

 private:
  std::optional<Event> weights_of_row(std::size_t i) {
    const KeyRange visible = visible_[i];
    const std::size_t stride = stages_.logits.stride();
    T* logits = stages_.logits.row(i);
    T* scaled = stages_.scaled.row(i);
    T* weights = stages_.weights.row(i);

    mask_row(logits, visible, stride, -kInfinity<T>);
    round_to(request_.precision, logits + visible.first, visible.extent());
    const auto bad_logit = first_not_finite(logits, visible);
    if (bad_logit) replace_nan(logits, visible);
    scale_row(request_.scaling, place_of(i), logits, scaled, stride);
    round_to(request_.precision, scaled + visible.first, visible.extent());

    if (visible.empty()) return Event{EventCode::fully_masked, Stage::mask, i, kNoKey};
    if (!inputs_are_finite_) {
      if (const auto event = input_event(i)) return event;
    }
    if (bad_logit) return Event{EventCode::overflow, Stage::logits, i, *bad_logit};
    if (const auto bad = first_not_finite(scaled, visible)) {
      return Event{EventCode::overflow, Stage::scaling, i, *bad};
    }
    const T sink = static_cast<T>(sink_logit(request_.scaling));
    if (sink == kInfinity<T>) return Event{EventCode::overflow, Stage::scaling, i, kNoKey};
    T sink_weight = 0;
    if (request_.softmax == SoftmaxKind::stable) {
      sink_weight = stable_softmax(scaled, visible, weights, stride, sink);
    } else if (const auto failure = naive_softmax(scaled, visible, weights, stride, sink, sink_weight)) {
      return Event{failure->code, Stage::softmax, i, failure->key};
    }
    round_to(request_.precision, weights + visible.first, visible.extent());
    round_to(request_.precision, &sink_weight, 1);
    sink_weights_[i] = sink_weight;
    return std::nullopt;
  }

  RowPlace place_of(std::size_t i) const {
    const double length = static_cast<double>(i + shape_.keys + 1) - static_cast<double>(shape_.n);
    return {static_cast<double>(shape_.d_k), static_cast<double>(visible_[i].size()), length};
  }

  // After a step that changed rows of q or k: rounded to the precision, and looked at for what is not finite.
  void round_rows(Matrix<T>& rows) {
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      round_to(request_.precision, rows.row(i), rows.columns());
      inputs_are_finite_ &= !first_not_finite(rows.row(i), rows.columns());
    }
  }

  std::optional<Event> output_of_row(std::size_t i) {
    T* output = stages_.output.row(i);
    weighted_sum<T>(stages_.weights.row(i), visible_[i], operands_.v.view(), output);
    round_to(request_.precision, output, shape_.d_v);
    if (!first_not_finite(output, shape_.d_v)) return std::nullopt;
    return Event{EventCode::overflow, Stage::output, i, kNoKey};
  }

  // inf - inf and 0 inf have no sign to keep: such a logit is stored as +inf.
  static void replace_nan(T* logits, KeyRange visible) {
    std::replace_if(logits + visible.first, logits + visible.past, [](T x) { return std::isnan(x); }, kInfinity<T>);
  }

  // What row i reads that is not finite: given so, or beyond the precision's largest number.
  std::optional<Event> input_event(std::size_t i) const {
    if (first_not_finite(operands_.q.row(i), shape_.d_k)) return Event{EventCode::overflow, Stage::input, i, kNoKey};
    for (std::size_t j = visible_[i].first; j < visible_[i].past; ++j) {
      if (!visible_[i].sees(j)) continue;
      const bool is_bad = first_not_finite(operands_.k.row(j), shape_.d_k) ||
                          (shape_.d_v > 0 && first_not_finite(operands_.v.row(j), shape_.d_v));
      if (!is_bad) continue;
      const bool is_given = first_not_finite(inputs_.k + j * shape_.d_k, shape_.d_k) ||
                            (shape_.d_v > 0 && first_not_finite(inputs_.v + j * shape_.d_v, shape_.d_v));
      return Event{is_given ? EventCode::not_finite : EventCode::overflow, Stage::input, i, j};
    }
    return std::nullopt;
  }

  const AttendRequest& request_;
  const AttendInputs& inputs_;
  const Shape shape_;
  Operands<T>& operands_;
  const Stages<T> stages_;
  const KeyRange* visible_;
  double* sink_weights_;
  bool inputs_are_finite_ = true;
};

}  // namespace

struct AttendWorkspace {
  Operands<double> doubles;
  Operands<float> floats;
  Matrix<float> logits, scaled, weights, output;
  Buffer<KeyRange> visible;
  Buffer<double> sink_weights;
  Buffer<Event> events;
};

Attention::Attention() = default;
Attention::~Attention() = default;
Attention::Attention(Attention&&) noexcept = default;
Attention& Attention::operator=(Attention&&) noexcept = default;

Problem Attention::attend(const AttendRequest& request, const AttendInputs& inputs) {
  if (Problem problem = first_problem(request)) return problem;
  const Shape shape(request);
  if (Problem problem = data_problem(request, inputs, shape)) return problem;

  const Problem out_of_memory = {ProblemCode::out_of_memory, "n"};
  if (!workspace_) workspace_.reset(new (std::nothrow) AttendWorkspace);
  if (!workspace_) return out_of_memory;
  AttendWorkspace& space = *workspace_;
  Stages<double> results = {logits, scaled, weights, output};
  if (!results.reshape(shape) || !rows.resize(shape.n) || !space.visible.resize(shape.n) ||
      !space.sink_weights.resize(shape.n) || !space.events.resize(shape.n)) {
    return out_of_memory;
  }
  for (std::size_t i = 0; i < shape.n; ++i) space.visible[i] = visible_keys(request.mask, i, shape.n, shape.keys);

  std::size_t failed = 0;
  const auto run_stages = [&](auto run) {
    if (Problem problem = run.load()) return problem;
    run.logits();
    for (std::size_t i = 0; i < shape.n; ++i) {
      if (const auto event = run.finish_row(i)) space.events[failed++] = *event;
    }
    return Problem{};
  };
  if (request.precision == Precision::f64) {
    if (Problem problem = run_stages(Run<double>(request, inputs, shape, space.doubles, results, space.visible.data(),
                                                 space.sink_weights.data()))) {
      return problem;
    }
  } else {
    Stages<float> narrow = {space.logits, space.scaled, space.weights, space.output};
    if (!narrow.reshape(shape)) return out_of_memory;
    if (Problem problem = run_stages(Run<float>(request, inputs, shape, space.floats, narrow, space.visible.data(),
                                                space.sink_weights.data()))) {
      return problem;
    }
    widen(space.logits, logits);
    widen(space.scaled, scaled);
    widen(space.weights, weights);
    widen(space.output, output);
  }
  events = {space.events.data(), failed};
  summarize(space.visible.data(), space.sink_weights.data());
  return {};
}

void Attention::summarize(const KeyRange* visible, const double* sink_weights) {
  Tally tally;
  auto event = events.begin();
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    if (event != events.end() && event->row == i) {
      rows[i] = dead_row_statistics(visible[i].size());
      ++event;
    } else {
      rows[i] = row_statistics(weights.row(i), visible[i], sink_weights[i]);
      tally.add(rows[i], sum_of_squares(logits.row(i), visible[i]), sum_of_squares(scaled.row(i), visible[i]));
    }
  }
  max_weight = tally.max_weight();
  mean_entropy = tally.mean_entropy();
  uniform_entropy = logarithm(static_cast<double>(weights.columns()));
  entropy_share = tally.entropy_share();
  mean_square_logit = tally.mean_square_logit();
  rms_logit = std::sqrt(mean_square_logit);
  rms_scaled_logit = std::sqrt(tally.mean_square_scaled());
  mean_jacobian = tally.mean_jacobian();
}

}  // namespace attention

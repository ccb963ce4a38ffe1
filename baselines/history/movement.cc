#include "baselines/history/movement.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stats/sequence.h"
#include "stats/summary.h"

namespace mpigauge {

Line FitLine(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  const double middle = (n - 1) / 2;
  double slope = 0;
  for (std::size_t i = 0; i < values.size(); ++i) slope += (static_cast<double>(i) - middle) * (values[i] - mean);
  if (values.size() > 1) slope /= n * (n * n - 1) / 12;
  Line line{mean - slope * middle, slope, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = values[i] - line.start - slope * static_cast<double>(i);
    line.squares += distance * distance;
  }
  return line;
}

namespace {

// A trend of fewer values is not looked for.
constexpr std::size_t kFewestForDrift = 10;

double SquaresAroundMean(std::span<const double> values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

// Steps between the segments of a sequence.
class Steps {
 public:
  Steps(std::span<const double> values, const std::vector<ChangePoint>& points) : values_(values), points_(points) {
    Measure();
  }

  // Drops the smallest as long as it is smaller than `smallest`.
  void DropSmallerThan(double smallest) {
    while (!points_.empty()) {
      const auto least = std::min_element(changes_.begin(), changes_.end(),
                                          [](double a, double b) { return std::fabs(a) < std::fabs(b); });
      if (std::fabs(*least) >= smallest) return;
      points_.erase(points_.begin() + (least - changes_.begin()));
      Measure();
    }
  }

  std::size_t size() const { return points_.size(); }
  double change(std::size_t i) const { return changes_[i]; }
  std::size_t index(std::size_t i) const { return points_[i].index; }
  double p_value(std::size_t i) const { return points_[i].p_value; }
  // The segment in front of step i; i == size() is the last segment.
  std::size_t SegmentBegin(std::size_t i) const { return i == 0 ? 0 : points_[i - 1].index; }
  std::size_t SegmentEnd(std::size_t i) const { return i == points_.size() ? values_.size() : points_[i].index; }
  std::span<const double> Segment(std::size_t i) const {
    return values_.subspan(SegmentBegin(i), SegmentEnd(i) - SegmentBegin(i));
  }
  // All values on which the steps [first, last) stand.
  std::span<const double> Stretch(std::size_t first, std::size_t last) const {
    return values_.subspan(SegmentBegin(first), SegmentEnd(last) - SegmentBegin(first));
  }

 private:
  void Measure() {
    std::vector<double> levels;
    for (std::size_t i = 0; i <= points_.size(); ++i) levels.push_back(Median({Segment(i).begin(), Segment(i).end()}));
    changes_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) changes_.push_back(levels[i + 1] - levels[i]);
  }

  std::span<const double> values_;
  std::vector<ChangePoint> points_;
  std::vector<double> changes_;
};

bool LineIsBetter(const Steps& steps, std::size_t first, std::size_t last) {
  const std::span<const double> stretch = steps.Stretch(first, last);
  double squares = 0;
  for (std::size_t i = first; i <= last; ++i) squares += SquaresAroundMean(steps.Segment(i));
  const auto n = static_cast<double>(stretch.size());
  const auto parameters = static_cast<double>(2 * (last - first) + 1);
  const Line line = FitLine(stretch);
  return n * std::log(line.squares) + 2 * std::log(n) < n * std::log(squares) + parameters * std::log(n);
}

// Neighbours that are alike say less: the trend's p value as if there were so many independent values only.
double TrendPValue(std::span<const double> values, const Line& line) {
  std::vector<double> rest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rest.push_back(values[i] - line.start - line.slope * static_cast<double>(i));
  }
  const double inflation = static_cast<double>(values.size()) / std::max(1.0, EffectiveObservations(rest).count);
  return MannKendall(values).PValue(inflation);
}

Movement Drift(std::span<const double> values, std::size_t begin) {
  const Line line = FitLine(values);
  return {Movement::Kind::kDrift, begin, begin + values.size(), line.slope * static_cast<double>(values.size() - 1),
          TrendPValue(values, line)};
}

bool IsProven(const Movement& drift, const MovementSettings& settings) {
  return drift.p_value <= settings.drift_level && std::fabs(drift.change) >= settings.smallest_change;
}

Movement StepAt(const Steps& steps, std::size_t i) {
  return {Movement::Kind::kStep, steps.index(i),          steps.index(i) + 1,         steps.change(i),
          steps.p_value(i),      steps.Segment(i).size(), steps.Segment(i + 1).size()};
}

// A drift over the steps [first, last), if a line describes their stretch better and its trend is proven.
std::optional<Movement> DriftOver(const Steps& steps, std::size_t first, std::size_t last,
                                  const MovementSettings& settings) {
  if (!LineIsBetter(steps, first, last)) return std::nullopt;
  const Movement drift = Drift(steps.Stretch(first, last), steps.SegmentBegin(first));
  return IsProven(drift, settings) ? std::optional(drift) : std::nullopt;
}

// Classifies steps in one direction: they are a drift, or the largest is a step by itself and its two sides are
// classified in turn.
void Classify(const Steps& steps, std::size_t first, std::size_t last, const MovementSettings& settings,
              std::vector<Movement>& movements) {
  if (first == last) return;
  if (const auto drift = DriftOver(steps, first, last, settings)) {
    movements.push_back(*drift);
    return;
  }
  std::size_t largest = first;
  for (std::size_t i = first; i < last; ++i) {
    if (std::fabs(steps.change(i)) > std::fabs(steps.change(largest))) largest = i;
  }
  Classify(steps, first, largest, settings, movements);
  const auto drift = last - first > 1 ? DriftOver(steps, largest, largest + 1, settings) : std::nullopt;
  movements.push_back(drift ? *drift : StepAt(steps, largest));
  Classify(steps, largest + 1, last, settings, movements);
}

void FindQuietDrifts(std::span<const double> values, const Steps& steps, const MovementSettings& settings,
                     std::vector<Movement>& movements) {
  for (std::size_t i = 0; i <= steps.size(); ++i) {
    const auto begin = steps.SegmentBegin(i);
    const auto end = steps.SegmentEnd(i);
    const bool known = std::any_of(movements.begin(), movements.end(), [&](const Movement& movement) {
      return movement.kind == Movement::Kind::kDrift && movement.begin < end && begin < movement.end;
    });
    if (known || end - begin < kFewestForDrift) continue;
    const Movement drift = Drift(values.subspan(begin, end - begin), begin);
    if (IsProven(drift, settings)) movements.push_back(drift);
  }
}

}  // namespace

std::vector<Movement> FindMovements(std::span<const double> values, const std::vector<ChangePoint>& points,
                                    const MovementSettings& settings) {
  if (values.empty()) return {};
  Steps steps(values, points);
  steps.DropSmallerThan(settings.smallest_change);
  std::vector<Movement> movements;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= steps.size(); ++i) {
    if (i < steps.size() && (steps.change(i) > 0) == (steps.change(first) > 0)) continue;
    Classify(steps, first, i, settings, movements);
    first = i;
  }
  FindQuietDrifts(values, steps, settings, movements);
  std::sort(movements.begin(), movements.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  return movements;
}

}  // namespace mpigauge

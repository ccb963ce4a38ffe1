#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "baselines/history/change_point.h"
#include "stats/finite.h"

namespace mpigauge {
namespace {

struct Sample {
  double count = 0;
  double mean = 0;
  double squares = 0;  // sum of squared deviations

  double Variance(Divisor divisor) const {
    if (count < 2) return 0;
    return squares / (divisor == Divisor::kCount ? count : count - 1);
  }
};

Sample Describe(std::span<const double> values) {
  Sample sample{static_cast<double>(values.size())};
  double sum = 0;
  for (const double value : values) sum += value;
  sample.mean = sum / sample.count;
  for (const double value : values) sample.squares += (value - sample.mean) * (value - sample.mean);
  return sample;
}

using StudentT = boost::math::students_t_distribution<double>;

}  // namespace

double TwoSampleT::PValue() const {
  if (degrees <= 0) return 1;
  if (std::isinf(t)) return 0;
  return 2 * boost::math::cdf(boost::math::complement(StudentT(degrees), std::fabs(t)));
}

double StudentCritical(double level, double degrees) {
  if (degrees <= 0) return std::numeric_limits<double>::infinity();
  return boost::math::quantile(boost::math::complement(StudentT(degrees), level / 2));
}

TwoSampleT StudentTest(std::span<const double> left, std::span<const double> right, Divisor divisor) {
  const Sample a = Describe(left);
  const Sample b = Describe(right);
  TwoSampleT test{b.mean - a.mean, 0, a.count + b.count - 2};
  if (test.degrees <= 0 || test.difference == 0) return test;
  const double pooled = ((a.count - 1) * a.Variance(divisor) + (b.count - 1) * b.Variance(divisor)) / test.degrees;
  test.t = test.difference / std::sqrt(pooled * (1 / a.count + 1 / b.count));
  return test;
}

namespace {

// The level of the first step, which may find too much.
double WeakLevel(double level) { return level < 0.05 ? 10 * level : level < 0.5 ? 2 * level : level; }

}  // namespace

WindowedT::Settings WindowedT::Settings::AsOtava() {
  Settings settings;
  settings.minimum_segment = 1;
  settings.divisor = Divisor::kCount;
  settings.left_neighbor_stays = true;
  return settings;
}

WindowedT::WindowedT(const Settings& settings) : settings_(settings) {
  if (settings.window < 2) throw std::invalid_argument("a window of fewer than 2 values");
  for (std::size_t degrees = 0; degrees <= settings.window; ++degrees) {
    critical_.push_back(StudentCritical(WeakLevel(settings.level), static_cast<double>(degrees)));
  }
}

bool WindowedT::IsWeakPoint(std::span<const double> left, std::span<const double> right) {
  const TwoSampleT test = StudentTest(left, right, settings_.divisor);
  return std::fabs(test.t) >= critical_[static_cast<std::size_t>(std::max(0.0, test.degrees))];
}

// The best split of all segments, again and again, until one is not significant.
std::vector<std::size_t> WindowedT::DivideWindow(std::span<const double> window) {
  struct Segment {
    std::size_t begin;
    std::size_t end;
    Split split;
  };
  const auto segment = [&](std::size_t begin, std::size_t end) {
    return Segment{begin, end, split_.Best(window.subspan(begin, end - begin), settings_.minimum_segment)};
  };
  std::vector<Segment> segments = {segment(0, window.size())};
  while (true) {
    const auto best = std::max_element(segments.begin(), segments.end(), [](const auto& a, const auto& b) {
      return a.split.divergence < b.split.divergence;
    });
    if (std::isinf(best->split.divergence)) break;
    const auto [begin, end, split] = *best;
    const std::size_t index = begin + split.index;
    if (!IsWeakPoint(window.subspan(begin, split.index), window.subspan(index, end - index))) break;
    *best = segment(index, end);
    segments.insert(best, segment(begin, index));
  }
  std::vector<std::size_t> points;
  for (std::size_t i = 1; i < segments.size(); ++i) points.push_back(segments[i].begin);
  return points;
}

std::vector<std::size_t> WindowedT::Divide(std::span<const double> values) {
  std::vector<std::size_t> points;
  std::size_t start = 0;
  while (start < values.size()) {
    const std::size_t width = std::min(settings_.window, values.size() - start);
    const std::size_t next = start + settings_.window / 2;
    const std::vector<std::size_t> found = DivideWindow(values.subspan(start, width));
    for (const std::size_t index : found) points.push_back(start + index);
    start = found.empty() ? next : std::max(next, start + found.back());
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

WindowedT::Weak WindowedT::Test(std::span<const double> values, const std::vector<Weak>& points,
                                std::size_t place) const {
  const std::size_t begin = place == 0 ? 0 : points[place - 1].index;
  const std::size_t index = points[place].index;
  const std::size_t end = place + 1 == points.size() ? values.size() : points[place + 1].index;
  const TwoSampleT test =
      StudentTest(values.subspan(begin, index - begin), values.subspan(index, end - index), settings_.divisor);
  return {index, test.PValue(), std::fabs(test.difference)};
}

std::size_t WindowedT::Weakest(const std::vector<Weak>& points) const {
  const auto largest =
      std::max_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.p_value < b.p_value; });
  if (largest->p_value >= settings_.level) return static_cast<std::size_t>(largest - points.begin());
  const auto smallest =
      std::min_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.change < b.change; });
  return static_cast<std::size_t>((smallest->change > settings_.smallest_change ? points.end() : smallest) -
                                  points.begin());
}

std::vector<ChangePoint> WindowedT::Find(std::span<const double> values) {
  RequireFinite(values);
  std::vector<Weak> points;
  for (const std::size_t index : Divide(values)) points.push_back({index});
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = Test(values, points, i);
  while (!points.empty()) {
    const std::size_t dropped = Weakest(points);
    if (dropped == points.size()) break;
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(dropped));
    const std::size_t first = settings_.left_neighbor_stays ? dropped : dropped - std::min<std::size_t>(1, dropped);
    for (std::size_t i = first; i < std::min(first + 2, points.size()); ++i) points[i] = Test(values, points, i);
  }
  std::vector<ChangePoint> found;
  for (const Weak& point : points) found.push_back({point.index, point.p_value});
  return found;
}

}  // namespace mpigauge

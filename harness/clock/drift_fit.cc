#include "harness/clock/drift_fit.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdlib>

namespace mpigauge {
namespace {

constexpr double kLevel = 0.999;

// Returns the points whose error is at most the median error; in the order of time.
std::vector<OffsetPoint> BetterHalf(std::vector<OffsetPoint> points) {
  std::vector<std::int64_t> errors;
  for (const OffsetPoint& point : points) errors.push_back(point.error_ns);
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>((errors.size() - 1) / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  std::erase_if(points, [&](const OffsetPoint& point) { return point.error_ns > *middle; });
  return points;
}

DriftFit WithoutDrift(const std::vector<OffsetPoint>& points) {
  std::int64_t low = points[0].offset_ns - points[0].error_ns;
  std::int64_t high = points[0].offset_ns + points[0].error_ns;
  for (const OffsetPoint& point : points) {
    low = std::max(low, point.offset_ns - point.error_ns);
    high = std::min(high, point.offset_ns + point.error_ns);
  }
  return {points.back().time_ns, low + (high - low) / 2, (std::llabs(high - low) + 1) / 2, 0, 0};
}

// Ordinary least squares on the points' times and offsets relative to the first point, with centred sums.
class Line {
 public:
  explicit Line(const std::vector<OffsetPoint>& points) : points_(points) {
    const auto n = static_cast<double>(points.size());
    for (const OffsetPoint& point : points) {
      mean_time_ += Time(point) / n;
      mean_offset_ += Offset(point) / n;
    }
    double shared = 0;
    for (const OffsetPoint& point : points) {
      const double time = Time(point) - mean_time_;
      squares_ += time * time;
      shared += time * (Offset(point) - mean_offset_);
    }
    slope_ = squares_ > 0 ? shared / squares_ : 0;
  }

  double slope() const { return slope_; }
  double squares() const { return squares_; }

  double HalfWidthByStudent() const {
    double residuals = 0;
    for (const OffsetPoint& point : points_) {
      const double residual = Offset(point) - mean_offset_ - slope_ * (Time(point) - mean_time_);
      residuals += residual * residual;
    }
    const auto freedom = static_cast<double>(points_.size() - 2);
    const boost::math::students_t student(freedom);
    return boost::math::quantile(student, (1 + kLevel) / 2) * std::sqrt(residuals / freedom / squares_);
  }

  // The slope is a sum of offsets with these weights, so it is wrong by at most the same sum of their errors.
  double HalfWidthByCausality() const {
    double sum = 0;
    for (const OffsetPoint& point : points_) {
      sum += std::fabs(Time(point) - mean_time_) / squares_ * static_cast<double>(point.error_ns);
    }
    return sum;
  }

  // So is the line's value at the last point.
  DriftFit AtLastPoint(double drift_error) const {
    const double end = Time(points_.back()) - mean_time_;
    double error = 0;
    for (const OffsetPoint& point : points_) {
      const double weight = 1 / static_cast<double>(points_.size()) + end * (Time(point) - mean_time_) / squares_;
      error += std::fabs(weight) * static_cast<double>(point.error_ns);
    }
    return {points_.back().time_ns, points_[0].offset_ns + std::llround(mean_offset_ + slope_ * end),
            static_cast<std::int64_t>(std::ceil(error)), slope_, drift_error};
  }

 private:
  double Time(const OffsetPoint& point) const { return static_cast<double>(point.time_ns - points_[0].time_ns); }
  double Offset(const OffsetPoint& point) const { return static_cast<double>(point.offset_ns - points_[0].offset_ns); }

  const std::vector<OffsetPoint>& points_;
  double mean_time_ = 0;
  double mean_offset_ = 0;
  double squares_ = 0;
  double slope_ = 0;
};

}  // namespace

DriftFit FitDrift(std::vector<OffsetPoint> points) {
  points = BetterHalf(std::move(points));
  if (points.size() < 3) return WithoutDrift(points);
  const Line line(points);
  if (line.squares() <= 0) return WithoutDrift(points);
  const double half_width = std::max(line.HalfWidthByStudent(), line.HalfWidthByCausality());
  if (std::fabs(line.slope()) > half_width) return line.AtLastPoint(half_width);
  DriftFit fit = WithoutDrift(points);
  fit.drift_error = std::fabs(line.slope()) + half_width;
  return fit;
}

}  // namespace mpigauge

#include "stats/latency_bandwidth.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

struct Estimated {
  double value;
  Interval interval;
};

struct Line {
  Estimated intercept, slope;
};

double MeanOf(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments.mean();
}

// Ordinary least squares with centred sums.
std::optional<Line> FitLine(std::span<const double> x, std::span<const double> y, double confidence) {
  RequireConfidence(confidence);
  RequireFinite(x);
  RequireFinite(y);
  if (x.size() != y.size()) throw std::invalid_argument("a line needs as many values of one kind as of the other");
  const double mean_x = MeanOf(x);
  const double mean_y = MeanOf(y);
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    squares += (x[i] - mean_x) * (x[i] - mean_x);
    products += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (x.size() < 3 || squares <= 0) return std::nullopt;
  const double slope = products / squares;
  double residuals = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = y[i] - mean_y - slope * (x[i] - mean_x);
    residuals += residual * residual;
  }
  const auto n = static_cast<double>(x.size());
  const double scale = StudentQuantile((1 + confidence) / 2, n - 2) * std::sqrt(residuals / (n - 2));
  const auto estimated = [&](double value, double share) {
    return Estimated{value, {value - scale * std::sqrt(share), value + scale * std::sqrt(share), confidence}};
  };
  return Line{estimated(mean_y - slope * mean_x, 1 / n + mean_x * mean_x / squares), estimated(slope, 1 / squares)};
}

// The amount per second, for a time that may be as short as nothing.
double Rate(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<LatencyBandwidth> FitPackets(std::span<const double> packets, std::span<const double> seconds,
                                           double volume_bytes, double confidence) {
  const auto line = FitLine(packets, seconds, confidence);
  if (!line) return std::nullopt;
  const Interval& time = line->intercept.interval;
  return LatencyBandwidth{line->slope.value,
                          line->slope.interval,
                          Rate(volume_bytes, line->intercept.value),
                          {Rate(volume_bytes, time.high), Rate(volume_bytes, time.low), time.confidence}};
}

}  // namespace mpigauge

#include "baselines/history/line.h"

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

}  // namespace mpigauge

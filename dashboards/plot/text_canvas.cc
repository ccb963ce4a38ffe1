#include "dashboards/plot/text_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.h"

namespace mpigauge {

TextCanvas::TextCanvas(std::size_t columns, std::size_t rows, double least, double most, Scale scale)
    : columns_(std::max<std::size_t>(1, columns)), axis_(columns_, '-'), scale_(scale) {
  if (most <= least) {
    const double margin = std::max(least, 1e-12) * 0.05;
    least -= margin;
    most += margin;
  }
  least_ = scale == Scale::kLogarithmic ? std::log(least) : least;
  most_ = scale == Scale::kLogarithmic ? std::log(most) : most;
  cells_.assign(std::max<std::size_t>(2, rows), std::string(columns_, ' '));
}

std::size_t TextCanvas::Row(double value) const {
  const double scaled = scale_ == Scale::kLogarithmic ? std::log(value) : value;
  const double share = std::clamp((most_ - scaled) / (most_ - least_), 0.0, 1.0);
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(cells_.size() - 1)));
}

std::string TextCanvas::Text() const {
  std::string text;
  for (std::size_t row = 0; row < cells_.size(); ++row) {
    const double scaled = most_ - (most_ - least_) * static_cast<double>(row) / static_cast<double>(cells_.size() - 1);
    const bool labeled = row % 3 == 0 || row + 1 == cells_.size();
    std::string line = cells_[row];
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("{:>{}} |{}\n",
                        labeled ? FormatSeconds(scale_ == Scale::kLogarithmic ? std::exp(scaled) : scaled) : "",
                        kMargin, line);
  }
  return text + fmt::format("{:>{}} +{}\n", "", kMargin, axis_);
}

}  // namespace mpigauge

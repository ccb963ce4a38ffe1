#pragma once

#include <string>
#include <string_view>

#include "dashboards/plot/gnuplot.h"

namespace mpigauge {

// Text as a word of gnuplot: in single quotes, where it substitutes nothing. Control characters become blanks.
std::string GnuplotText(std::string_view text);

// The terminal and the file; everything after it draws. `wide` is width over height.
std::string GnuplotOutput(const PictureFile& file, double wide);

// A round unit for times up to `most` seconds: numbers in it are between 1 and 1000.
struct TimeUnit {
  double per_second = 1;
  std::string name = "s";
};
TimeUnit TimeUnitFor(double most);

}  // namespace mpigauge

#pragma once

#include <string>
#include <string_view>

#include "dashboards/plot/sequence_figure.h"
#include "dashboards/plot/size_figure.h"

namespace mpigauge {

// The file that gnuplot (5 or later) draws into, and its kind.
struct PictureFile {
  enum class Kind { kSvg, kPng };
  Kind kind = Kind::kSvg;
  std::string path;
};

// Scripts for gnuplot. Names from outside are text in them, whatever they hold: quoted, cut at 120 characters, without
// gnuplot's markup. Colours are those of the report (Okabe and Ito).
std::string GnuplotScript(const SizeFigure& figure, const PictureFile& file);
std::string GnuplotScript(const SequenceFigure& figure, const PictureFile& file);

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

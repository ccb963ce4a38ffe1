#pragma once

#include <string>

#include "dashboards/plot/sequence_figure.h"
#include "dashboards/plot/size_figure.h"

namespace mpigauge {

// What gnuplot (5 or later) is to draw, and into which file.
struct PictureFile {
  enum class Kind { kSvg, kPng };
  Kind kind = Kind::kSvg;
  std::string path;
};

// Scripts for gnuplot. Names from outside are text in them, whatever they hold: quoted, cut at 120 characters, without
// gnuplot's markup. Colours are those of the report (Okabe and Ito).
std::string GnuplotScript(const SizeFigure& figure, const PictureFile& file);
std::string GnuplotScript(const SequenceFigure& figure, const PictureFile& file);

}  // namespace mpigauge

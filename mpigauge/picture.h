#pragma once

#include <functional>
#include <string>

#include "dashboards/plot/gnuplot.h"

namespace mpigauge {

// Whether gnuplot is there.
bool CanDraw();

// The picture that gnuplot draws of a script, which is made for the file that it is to write: a folder of ours, so that
// gnuplot never meets the name that the user gave. Throws Error (not measured) where it draws none.
std::string DrawPicture(PictureFile::Kind kind, const std::function<std::string(const PictureFile&)>& script);

}  // namespace mpigauge

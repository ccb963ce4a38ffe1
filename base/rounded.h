#pragma once

namespace mpigauge {

// The number with six significant digits, which is more than is drawn or printed anywhere: short in a file.
double Rounded(double value);

}  // namespace mpigauge

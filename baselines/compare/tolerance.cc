#include "baselines/compare/tolerance.h"

#include <fnmatch.h>

#include "harness/base/error.h"
#include "harness/base/units.h"

namespace mpigauge {

Tolerance Tolerance::Parse(const std::vector<std::string>& texts) {
  Tolerance tolerance;
  for (const std::string& text : texts) {
    const auto equals = text.rfind('=');
    const double share = ParseShare(text.substr(equals == std::string::npos ? 0 : equals + 1), "--tolerance");
    if (share <= 0 || share > 10) throw UsageError("--tolerance: '{}' is not between 0% and 1000%", text);
    if (equals == std::string::npos) {
      tolerance.default_ = share;
    } else {
      tolerance.patterns_.emplace_back(text.substr(0, equals), share);
    }
  }
  return tolerance;
}

double Tolerance::Of(std::string_view series_name) const {
  const std::string name(series_name);
  double tolerance = default_;
  for (const auto& [pattern, share] : patterns_) {
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) tolerance = share;
  }
  return tolerance;
}

}  // namespace mpigauge

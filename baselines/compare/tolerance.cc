#include "baselines/compare/tolerance.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

bool Matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace

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
    if (Matches(pattern, name)) tolerance = share;
  }
  return tolerance;
}

std::vector<std::string> Tolerance::WithoutMatch(const std::set<std::string>& series) const {
  std::vector<std::string> unused;
  for (const auto& [pattern, share] : patterns_) {
    const std::string& text = pattern;
    const bool used =
        std::any_of(series.begin(), series.end(), [&](const std::string& name) { return Matches(text, name); });
    if (!used) unused.push_back(text);
  }
  return unused;
}

void Tolerance::RequireMatches(const std::set<std::string>& series, std::string_view what) const {
  const std::vector<std::string> unused = WithoutMatch(series);
  if (unused.empty()) return;
  throw UsageError("{} '{}': none of {} series has such a name; patterns are those of whole names: '{}*'", what,
                   unused[0], series.size(), unused[0]);
}

}  // namespace mpigauge

#include "baselines/compare/tolerance.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

// A library whose MPI_Init takes a second more has to fail, and one that takes as long as before must not, even beside
// programs that want the same processors: there MPI_Init took 0.32 to 0.57 s in launches of one library, and beside
// nothing 0.23 to 0.30 s. First calls take 0.1 ms in all, and 12 ms where a rank has to wait for a processor.
constexpr double kPartOfStartUp = 0.25;
constexpr double kSecondsOfProcess = 0.1;       // MPI_Init and MPI_Finalize
constexpr double kSecondsOfFirstCalls = 0.015;  // all others

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

// The last one that matches; null where none does.
const double* Tolerance::FindPattern(std::string_view series_name) const {
  const std::string name(series_name);
  const double* found = nullptr;
  for (const auto& [pattern, share] : patterns_) {
    if (Matches(pattern, name)) found = &share;
  }
  return found;
}

double Tolerance::Of(std::string_view series_name) const {
  const double* found = FindPattern(series_name);
  return found ? *found : default_;
}

double Tolerance::OfStartUp(std::string_view series_name, std::string_view case_name, double baseline_seconds) const {
  if (const double* found = FindPattern(series_name)) return *found;
  const bool process = case_name == "init" || case_name == "finalize";
  const double seconds = process ? kSecondsOfProcess : kSecondsOfFirstCalls;
  return std::max(default_, kPartOfStartUp + (baseline_seconds > 0 ? seconds / baseline_seconds : 0));
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

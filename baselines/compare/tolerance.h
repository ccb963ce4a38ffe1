#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mpigauge {

// The family of series that happen once in a process, such as MPI_Init.
inline constexpr std::string_view kStartUpFamily = "start-up";

// Says by how much a series may be slower: a default, and others for series whose name matches a pattern.
class Tolerance {
 public:
  // Each text is "5%" (the default) or "PATTERN=3%", with * and ? in the pattern as in file names; the last
  // pattern that matches counts. Throws Error (usage).
  static Tolerance Parse(const std::vector<std::string>& texts);

  double Of(std::string_view series_name) const;

  // Says it of a series of the family start-up. A launch has one time of it, and all that the machine does meanwhile is
  // in it: so it is at least a quarter and a time that depends on the case. `baseline_seconds` is the time in the
  // baseline. A pattern holds as it is.
  double OfStartUp(std::string_view series_name, std::string_view case_name, double baseline_seconds) const;

  // The patterns that match none of these names: most likely a slip.
  std::vector<std::string> WithoutMatch(const std::set<std::string>& series) const;
  // Throws Error (usage) naming the first one, and the option or key that it is from.
  void RequireMatches(const std::set<std::string>& series, std::string_view what = "--tolerance") const;

 private:
  const double* FindPattern(std::string_view series_name) const;

  double default_ = 0.05;
  std::vector<std::pair<std::string, double>> patterns_;
};

}  // namespace mpigauge

#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "mpigauge/cli.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// How launches are tested: for looking around. A gate has no such options, since its error rates are stated for the
// rank sum with Holm's correction.
struct MethodOptions {
  std::string method = "rank-sum";
  std::string correction = "holm";
  bool adjust_for_controls = false;

  void AddTo(CLI::App& command);
  // Throws UsageError for unknown names, and where another method than the rank sum is to adjust for the controls.
  void TakeInto(CompareSettings& settings) const;
};

// How a comparison is printed, and into which files.
struct OutputOptions {
  std::string format = "table";
  std::vector<std::string> files;  // FORMAT:FILE, or FORMAT:- for standard output
  bool all = false;

  void AddTo(CLI::App& command);
  // Looks at formats and folders before anything costs time. Throws Error (usage).
  void Check() const;
  void Print(const Comparison& comparison, const Streams& streams) const;
};

// 0, 1 or 2.
ExitCode ExitCodeOf(Verdict verdict);

}  // namespace mpigauge

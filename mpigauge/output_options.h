#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "mpigauge/cli.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

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

#pragma once

#include <set>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/verdict/waivers.h"
#include "mpigauge/cli.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace mpigauge {

// Checks the value of an option such as --alpha.
CLI::Validator ChanceCheck();

// How two sides are compared.
struct CompareOptions {
  std::vector<std::string> tolerance;
  double alpha = 0.05;
  std::vector<std::string> allow_different;
  std::string waivers;  // a file

  void AddTo(CLI::App& command);
  // Adds only the options for tolerance and error rate.
  void AddLimitsTo(CLI::App& command);
  // Throws UsageError for unknown names.
  CompareSettings ToSettings() const;
  // Throws UsageError where a tolerance is for series of which none has such a name: a slip would go unnoticed.
  void CheckTolerances(const std::set<std::string>& series) const;
  // Returns the slowdowns that are accepted for a while; nothing if no file is given. Throws UsageError.
  Waivers ReadWaivers() const;
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

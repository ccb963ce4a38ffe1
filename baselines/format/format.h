#pragma once

#include <functional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

struct FormatOptions {
  bool colors = false;
  bool all = false;  // passed series too, where the format would leave them out
};

using Formatter = std::function<std::string(const Comparison&, const FormatOptions&)>;

std::string TerminalText(const Comparison& comparison, const FormatOptions& options);
std::string MarkdownText(const Comparison& comparison, const FormatOptions& options);
std::string JUnitText(const Comparison& comparison, const FormatOptions& options);
std::string GitHubText(const Comparison& comparison, const FormatOptions& options);
std::string CodeQualityText(const Comparison& comparison, const FormatOptions& options);
// Prints two sides as benchstat prints two sets of Go's benchmarks: a row for each series, `~` where no change is
// proved, and the geometric mean of each family and of all.
std::string BenchstatText(const Comparison& comparison, const FormatOptions& options);

// "table", "json", "markdown", "junit", "github", "codequality", "benchstat". Throws Error (usage) naming the known
// ones.
Formatter FindFormat(const std::string& name);
std::vector<std::string> FormatNames();

}  // namespace mpigauge

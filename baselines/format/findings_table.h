#pragma once

#include <string>
#include <vector>

#include "baselines/format/findings.h"
#include "harness/base/table.h"

namespace mpigauge {

// What fits on a screen; `--all` shows the rest.
inline constexpr std::size_t kMostFindings = 25;
inline constexpr std::size_t kMostRemarks = 10;

// The first `most` findings, a row each; interval, p and launches are of the series that moved most, and so is its
// change before it was adjusted for the controls, where it was. `code`: names are code, for Markdown.
Table FindingsTable(const Comparison& comparison, const std::vector<Finding>& findings, std::size_t most, bool code);

// What is drawn in red, yellow or green.
Table::Color ColorOf(const SeriesComparison& series);

// "10+10": of the baseline and of the candidate.
std::string LaunchesText(const SeriesComparison& series);

}  // namespace mpigauge

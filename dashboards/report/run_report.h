#pragma once

#include <functional>
#include <string>

#include "baselines/compare/compare.h"
#include "dashboards/plot/size_figure.h"

namespace mpigauge {

// A figure as an SVG picture; empty where it cannot be drawn, and then the page has it as text.
using DrawFigure = std::function<std::string(const SizeFigure&)>;

// A single run as SKaMPI's report has one: the machine, each measurement with its graph over message sizes or numbers
// of ranks and its figures, and the comparisons of similar cases (CasePairs) with both curves in one graph. One HTML
// file without a script, which loads nothing. `notes` stand at its top. Source: SKaMPI 2, appendix A [SK15].
std::string RunReportHtml(const Side& run, const std::vector<std::string>& notes, const DrawFigure& draw);

}  // namespace mpigauge

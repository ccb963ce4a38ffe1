#include "baselines/verdict/verdict_notes.h"

#include <fmt/format.h>

#include "harness/base/units.h"

namespace mpigauge {
namespace {

void NoteFigure(const SeriesComparison& series, const OtherFigure& figure, const char* name, double alpha,
                std::vector<std::string>& notes) {
  if (series.verdict == Verdict::kFail || figure.p_adjusted > alpha || figure.ratio <= 1 + series.tolerance) return;
  notes.push_back(fmt::format("{}: the {} got slower by {} [{}, {}], and the median changed by {}", series.name, name,
                              FormatChange(figure.ratio), FormatChange(figure.low), FormatChange(figure.high),
                              FormatChange(series.ratio)));
}

}  // namespace

void NoteDisagreement(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes) {
  for (const SeriesComparison& one : series) {
    if (one.verdict != Verdict::kFail || !(one.local_ratio < 1)) continue;
    notes.push_back(fmt::format("{}: global times say {}, local times {}: two ways of timing disagree in the sign",
                                one.name, FormatChange(one.ratio), FormatChange(one.local_ratio)));
  }
}

void NoteOtherFigures(const std::vector<SeriesComparison>& series, double alpha, std::vector<std::string>& notes) {
  for (const SeriesComparison& one : series) {
    NoteFigure(one, one.floor, "floor (smallest observation)", alpha, notes);
    NoteFigure(one, one.tail, "tail (99th percentile)", alpha, notes);
  }
}

}  // namespace mpigauge

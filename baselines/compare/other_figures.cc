#include "baselines/compare/other_figures.h"

#include <fmt/format.h>

#include <cmath>

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

void JudgeOtherFigure(const std::vector<PairedLaunches>& launches, double confidence,
                      OtherFigure SeriesComparison::*figure, std::vector<SeriesComparison>& series) {
  std::vector<std::string> ignored;  // the doubts are those of the medians
  const auto judgements = FindCompareMethod("rank-sum").judge(launches, confidence, ignored);
  std::vector<double> p;
  for (const Judgement& one : judgements) p.push_back(one.p_slower);
  const std::vector<double> adjusted = AdjustedBy("holm", p);
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const ShiftInterval& shift = judgements[i].shift;
    series[i].*
        figure = {std::exp(shift.estimate), std::exp(shift.low), std::exp(shift.high), shift.level, p[i], adjusted[i]};
  }
}

void NoteOtherFigures(const std::vector<SeriesComparison>& series, double alpha, std::vector<std::string>& notes) {
  for (const SeriesComparison& one : series) {
    NoteFigure(one, one.floor, "floor (smallest observation)", alpha, notes);
    NoteFigure(one, one.tail, "tail (99th percentile)", alpha, notes);
  }
}

}  // namespace mpigauge

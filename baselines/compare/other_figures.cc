#include "baselines/compare/other_figures.h"

#include <cmath>

#include "baselines/compare/resolution.h"

namespace mpigauge {

void JudgeOtherFigure(const std::vector<PairedLaunches>& launches, const CompareMethod& method, double confidence,
                      OtherFigure SeriesComparison::*figure, std::vector<SeriesComparison>& series) {
  std::vector<std::string> ignored;  // the doubts are those of the medians
  auto judgements = method.judge(launches, confidence, ignored);
  std::vector<double> p;
  for (const Judgement& one : judgements) p.push_back(one.p_slower);
  const std::vector<double> adjusted = Holm().adjust(p);
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    ShiftInterval& shift = judgements[i].shift;
    WidenToTick(launches[i].log_tick, shift);
    series[i].*
        figure = {std::exp(shift.estimate), std::exp(shift.low), std::exp(shift.high), shift.level, p[i], adjusted[i]};
  }
}

}  // namespace mpigauge

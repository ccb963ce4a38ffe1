#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/method.h"

namespace mpigauge {

// Floor or tail of each series by `method`, RankSum() or WithinCircles(), Holm over the series: `launches` are
// logarithms, one for each of `series`. A regression may show in one figure alone.
void JudgeOtherFigure(const std::vector<PairedLaunches>& launches, const CompareMethod& method, double confidence,
                      OtherFigure SeriesComparison::*figure, std::vector<SeriesComparison>& series);

}  // namespace mpigauge

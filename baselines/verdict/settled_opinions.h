#pragma once

#include "baselines/compare/comparison.h"
#include "baselines/verdict/suite_decision.h"

namespace mpigauge {

// A comparison that has the numbers, as a gate's decision settled it: verdicts and reasons of the series, families, the
// verdict of the gate, how it came about. Ratio and interval of a series that stage 1 passed are those of the stored
// runs (prediction interval); its p is corrected over the suite, and p of a series of stage 2 is scaled, so that either
// is at most alpha where the series fails. What failed for another reason, wrong data, stays.
Comparison DecideAsSettled(const SuiteDecision& decision, Comparison measured);

}  // namespace mpigauge

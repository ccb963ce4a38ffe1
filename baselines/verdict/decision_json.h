#pragma once

#include "baselines/verdict/suite_decision.h"
#include "harness/base/json.h"

namespace mpigauge {

// A look with what it cost, for the store and the report. Changes are ratios: 1.05 is 5% slower.
Json ToJson(const Look& look);

// A series or family with its stages; what stage 1 could not say (no upper limit) is null.
Json ToJson(const Settled& settled);

// The whole decision: settings, series, families, verdict.
Json ToJson(const SuiteDecision& decision);

}  // namespace mpigauge

#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "baselines/compare/comparison.h"
#include "baselines/compare/impact.h"
#include "baselines/store/run.h"

namespace mpigauge {

// Returns findings for a page: {"kind", "text"} of the three applications that lose most, worst first: "solver: +1.3%
// [0.9, 1.7], of which allreduce 64 KiB 1.1.". The kind is "fail" where the application failed, else "impact".
Json ImpactFindings(const ImpactSection& impact);

// All that the page shows of one comparison; what is null is left out there.
struct ComparisonView {
  Comparison comparison;
  std::string origin;  // where it is from: "gate 3f2a9c01 of 2026-11-20 16:05 UTC"
  std::optional<Calibration> calibration = std::nullopt;
  Json environment = nullptr;      // of both sides: all that is recorded of it
  Json history = nullptr;          // HistoryJson
  Json observations = nullptr;     // ObservationsJson
  Json network = nullptr;          // NetworkJson
  Json commands = Json::object();  // what prints the same numbers, by what they are of
};

// The data of the page (dashboards/web/src/data.ts): {"kind": "comparison", ...}; docs/use/serve.md describes them.
Json ToJson(const ComparisonView& view);

}  // namespace mpigauge

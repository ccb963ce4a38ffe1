#include "baselines/named/run_faults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/escape.h"
#include "baselines/compare/samples.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostFaultLines = 10;

bool IsWrongData(const SeriesFault& fault) { return fault.first.kind == FaultKind::kWrongData; }

std::string FaultWords(FaultKind kind) {
  return kind == FaultKind::kWrongData ? "wrong data"
         : kind == FaultKind::kCrash   ? "a crash"
         : kind == FaultKind::kHang    ? "a hang"
                                       : "an error";
}

std::string FaultLine(const SeriesFault& fault, std::int64_t launches) {
  const std::string rank = fault.first.rank < 0 ? "" : fmt::format("rank {}: ", fault.first.rank);
  return TerminalEscaped(fmt::format("{}: {} in {} of {} launches ({}{})", fault.series, FaultWords(fault.first.kind),
                                     fault.launches, launches, rank, fault.first.message));
}

}  // namespace

bool RunFaults::HasWrongData() const { return std::any_of(all.begin(), all.end(), IsWrongData); }

RunFaults FaultsOf(const std::vector<LaunchRecord>& launches) {
  RunFaults faults;
  std::map<std::tuple<bool, std::string, FaultKind>, SeriesFault> found;
  for (const LaunchRecord& launch : launches) {
    if (launch.status == LaunchStatus::kBadNode) continue;
    ++faults.launches;
    for (const SeriesRecord& series : launch.series) {
      if (!series.fault || series.family == "self-test") continue;
      const bool wrong = series.fault->kind == FaultKind::kWrongData;
      if (!wrong && !IsError(*series.fault)) continue;
      SeriesFault& one = found[{!wrong, series.name, series.fault->kind}];
      if (one.launches++ == 0) {
        one.series = series.name;
        one.case_name = series.case_name;
        one.first = *series.fault;
      }
    }
  }
  for (auto& [key, one] : found) faults.all.push_back(std::move(one));
  return faults;
}

RunFaults FaultsOf(Store& store, const std::string& run_id) {
  return FaultsOf(store.runs().Launches(run_id, LaunchDetail::kSummaries));
}

std::vector<std::string> FaultLines(const RunFaults& faults) {
  std::vector<std::string> lines;
  const std::size_t shown = std::min(kMostFaultLines, faults.all.size());
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(FaultLine(faults.all[i], faults.launches));
  if (faults.all.size() > shown) {
    lines.push_back(fmt::format("{} more such faults; mpigauge show lists them", faults.all.size() - shown));
  }
  return lines;
}

void RequireRightData(const RunFaults& faults, const std::string& run_id) {
  if (!faults.HasWrongData()) return;
  std::set<std::string> cases;
  for (const SeriesFault& fault : faults.all) {
    if (IsWrongData(fault)) cases.insert(fault.case_name);
  }
  throw UsageError(
      "run {} computed wrong data, so it cannot be a baseline: {}; repair the library and measure it again, or measure "
      "it without these cases: --filter='-^({})/'",
      run_id, FaultLine(faults.all.front(), faults.launches), fmt::join(cases, "|"));
}

}  // namespace mpigauge

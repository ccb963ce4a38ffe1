#include "harness/program/overhead.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "harness/program/growth.h"

namespace mpigauge {
namespace {

constexpr const char* kEmptyCall = "empty_call";
constexpr const char* kEmptyLoop = "empty_loop";

void Nothing(State& state) {
  for (auto _ : state) asm volatile("" ::: "memory");  // the loop stays a loop
}

const Case& EmptyCase(bool loop) {
  static const Case call = *Case(kEmptyCall, Nothing).Empty(false);
  static const Case loops = *Case(kEmptyLoop, Nothing).Empty(true);
  return loop ? loops : call;
}

bool HasOverhead(const SeriesRecord& series) { return !series.method.overhead.empty(); }

std::int64_t RanksOf(const Series& series) { return ParameterOr(series.parameters, kRanks, 0); }

double MedianOfObservations(const SeriesRecord& series) { return Summarize(series.Observations()).median; }

std::string Listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

}  // namespace

void AddEmptySeries(const Instruments& instruments, std::vector<Series>& series) {
  std::set<std::pair<bool, std::int64_t>> missing;
  std::size_t place = 0;
  for (const Series& one : series) {
    if (HasOverhead(one.record)) missing.emplace(InLoops(one), RanksOf(one));
    place = std::max(place, one.place + 1);
  }
  for (const Series& one : series) {
    if (one.benchmark_case->empty()) missing.erase({one.benchmark_case->loop(), RanksOf(one)});
  }
  for (const auto& [loop, ranks] : missing) {
    Series added;
    added.benchmark_case = &EmptyCase(loop);
    added.parameters = {{kRanks, ranks}};
    added.place = place;
    added.record = EmptyRecord(*added.benchmark_case, added.parameters, instruments);
    series.push_back(std::move(added));
  }
}

double OverheadOf(const Series& one, const std::vector<Series>& all) {
  if (!HasOverhead(one.record)) return 0;
  for (const Series& other : all) {
    if (!other.benchmark_case->empty() || other.record.passes.empty()) continue;
    if (InLoops(other) != InLoops(one) || RanksOf(other) != RanksOf(one)) continue;
    return MedianOfObservations(other.record) / static_cast<double>(one.benchmark_case->messages_per_operation());
  }
  return 0;
}

void SubtractOverhead(std::vector<Series>& series) {
  for (Series& one : series) one.record.overhead_seconds = OverheadOf(one, series);
}

void RecordOverhead(LaunchRecord& record) {
  std::string overheads;
  std::vector<std::string> below;
  for (const SeriesRecord& series : record.series) {
    if (series.summary.count == 0) continue;
    const double median = MedianOfObservations(series);
    if (series.case_name == kEmptyCall || series.case_name == kEmptyLoop) {
      overheads += fmt::format("{}{} {:.3f} ns", overheads.empty() ? "" : "; ", series.name, median * 1e9);
    } else if (HasOverhead(series) && median < series.overhead_seconds) {
      below.push_back(series.name);
    }
  }
  if (!overheads.empty()) record.environment.context["overhead"] = overheads;
  if (below.empty()) return;
  record.environment.context["below_overhead"] = Listed(below);
  std::fprintf(stderr,
               "mpigauge-bench: times smaller than the overhead that is subtracted from them are shown as 0: %s\n",
               Listed(below).c_str());
}

}  // namespace mpigauge

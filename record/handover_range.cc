#include "record/handover_range.h"

#include <algorithm>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

bool IsIn(const HandoverRange& range, double seconds) { return seconds >= range.low && seconds <= range.high; }

}  // namespace

HandoverRange ParseHandoverRange(std::string_view text, std::string_view what) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) throw UsageError("{} '{}': write it as 20ns-60ns", what, text);
  const HandoverRange range{ParseSeconds(text.substr(0, dash), what), ParseSeconds(text.substr(dash + 1), what)};
  if (range.low > range.high) throw UsageError("{} '{}': the first time is larger than the second", what, text);
  return range;
}

void KeepPasses(const HandoverRange& range, const std::string& what, std::vector<LaunchRecord>& launches) {
  const std::vector<double> all = Handovers(launches);
  for (LaunchRecord& launch : launches) {
    for (SeriesRecord& series : launch.series) {
      std::erase_if(series.passes, [&](const Pass& pass) {
        return !IsIn(range, pass.references.before.handover) || !IsIn(range, pass.references.after.handover);
      });
      if (!series.passes.empty()) Summarize(series);
    }
    std::erase_if(launch.series, [](const SeriesRecord& series) { return series.passes.empty(); });
  }
  std::erase_if(launches, [](const LaunchRecord& launch) { return launch.series.empty(); });
  if (!launches.empty()) return;
  if (all.empty()) throw UsageError("{}: the time of a cache line between ranks was not measured", what);
  throw UsageError("{}: no pass during which a cache line took {} to {} from rank to rank; it took {} to {}", what,
                   FormatSeconds(range.low), FormatSeconds(range.high), FormatSeconds(all.front()),
                   FormatSeconds(all.back()));
}

std::vector<double> Handovers(const std::vector<LaunchRecord>& launches) {
  std::vector<double> all;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      for (const Pass& pass : series.passes) {
        const double before = pass.references.before.handover;
        const double after = pass.references.after.handover;
        if (before > 0 || after > 0) all.insert(all.end(), {before, after});
      }
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace mpigauge

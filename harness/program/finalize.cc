#include "harness/program/finalize.h"

#include <algorithm>
#include <utility>

namespace mpigauge {

LaunchRecord WithoutFinalize(LaunchRecord record) {
  std::erase_if(record.series, [](const SeriesRecord& series) { return series.case_name == kFinalizeCase; });
  return record;
}

bool SetFinalize(LaunchRecord& record, double seconds) {
  const auto found = std::find_if(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.case_name == kFinalizeCase; });
  if (found == record.series.end()) return false;
  for (Pass& pass : found->passes) {
    pass.observations_seconds = {seconds};
    pass.local_seconds = {seconds};
  }
  Summarize(*found);
  return true;
}

}  // namespace mpigauge

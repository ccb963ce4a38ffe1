#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {

void AddBaselines(Store& store, Families& families) {
  std::size_t count = 0;
  for (const Baseline& baseline : store.Baselines()) {
    if (++count > kMostBaselines) return;
    families.Add("mpigauge_baseline_timestamp_seconds", {baseline.name}, UnixTime(baseline.created_at));
    families.Add("mpigauge_baseline_runs", {baseline.name}, static_cast<double>(baseline.run_ids.size()));
    const std::string kind = baseline.keep == 0 ? "pinned" : "rolling";
    families.Add("mpigauge_baseline_info", {baseline.name, std::to_string(baseline.version), kind}, 1);
  }
}

}  // namespace mpigauge

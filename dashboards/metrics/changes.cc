#include "baselines/history/changes.h"

#include <set>

#include "baselines/history/load.h"
#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {

std::vector<Change> NewestChanges(Store& store) {
  const History history = LoadHistory(store, {});
  const Changes found = FindChanges(history, {});
  std::vector<Change> newest;
  for (auto event = found.events.rbegin(); event != found.events.rend() && newest.size() < kMostChanges; ++event) {
    const HistoryRun& run = history.runs[event->run];
    newest.push_back({{event->case_name, KindText(event->kind), CauseText(event->cause), run.library},
                      UnixTime(run.started_at),
                      event->ratio});
  }
  return newest;
}

void AddChange(const Change& change, Families& families) {
  families.Add("mpigauge_change_timestamp_seconds", change.labels, change.unix_time);
  families.Add("mpigauge_change_ratio", change.labels, change.ratio);
}

void AddChanges(const std::vector<Change>& changes, Families& families) {
  std::set<std::vector<std::string>> seen;
  for (const Change& change : changes) {
    if (seen.insert(change.labels).second) AddChange(change, families);
  }
}

}  // namespace mpigauge

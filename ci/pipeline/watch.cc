#include "ci/pipeline/watch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/escape.h"
#include "ci/pipeline/status.h"
#include "ci/process/stop_signals.h"
#include "dashboards/metrics/catalogue.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {
namespace {

double UnixNow() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

template <typename Which>
double Count(const std::vector<Update>& updates, Which which) {
  return static_cast<double>(std::count_if(updates.begin(), updates.end(), which));
}

// When the update that has waited longest was found; NaN where none waits.
double OldestInQueue(const std::vector<Update>& updates) {
  double oldest = std::numeric_limits<double>::quiet_NaN();
  for (const Update& update : updates) {
    if (!update.Ended()) oldest = std::fmin(oldest, UnixTime(update.found_at));
  }
  return oldest;
}

void AddUpdates(const std::vector<Update>& updates, Families& families) {
  families.Add("mpigauge_pipeline_queue_updates", {},
               Count(updates, [](const Update& update) { return !update.Ended(); }));
  families.Add("mpigauge_pipeline_given_up_updates", {},
               Count(updates, [](const Update& update) { return update.state == "given up"; }));
  for (const std::string verdict : {"pass", "fail", "inconclusive", "baseline"}) {
    families.Add("mpigauge_pipeline_updates", {verdict},
                 Count(updates, [&](const Update& update) { return update.Verdict() == verdict; }));
  }
  for (const std::string state : {"found", "built", "judged", "exported", "reported", "done", "given up"}) {
    families.Add("mpigauge_pipeline_state_updates", {state},
                 Count(updates, [&](const Update& update) { return update.state == state; }));
  }
  families.Add("mpigauge_pipeline_queue_oldest_timestamp_seconds", {}, OldestInQueue(updates));
}

}  // namespace

void WatchMetrics::Begin() {
  const std::lock_guard lock(mutex_);
  working_ = true;
  ++looks_;
}

void WatchMetrics::End(const PipelineAnswer& answer) {
  const std::lock_guard lock(mutex_);
  working_ = false;
  last_look_ = UnixNow();
  failures_ += static_cast<double>(answer.problems.size());
  if (answer.problems.empty()) last_success_ = last_look_;
}

void WatchMetrics::Failed() {
  const std::lock_guard lock(mutex_);
  working_ = false;
  last_look_ = UnixNow();
  ++failures_;
}

std::vector<prometheus::MetricFamily> WatchMetrics::Families() const {
  std::vector<Update> updates;
  try {
    updates = StateFolder(config_.state).Updates();
  } catch (const Error&) {
    // The look says it too, and counts as a failure.
  }
  mpigauge::Families families;
  const std::lock_guard lock(mutex_);
  families.Add("mpigauge_pipeline_last_look_timestamp_seconds", {}, last_look_);
  families.Add("mpigauge_pipeline_last_success_timestamp_seconds", {}, last_success_);
  families.Add("mpigauge_pipeline_looks_count", {}, looks_);
  families.Add("mpigauge_pipeline_failures_count", {}, failures_);
  families.Add("mpigauge_pipeline_working", {}, working_ ? 1 : 0);
  AddUpdates(updates, families);
  return families.Take();
}

void WatchPipeline(const std::string& config_file, double interval_seconds, const PipelineOptions& options,
                   WatchMetrics& metrics) {
  const StopSignals signals;
  do {
    metrics.Begin();
    try {
      const PipelineAnswer answer = RunPipeline(ReadPipelineConfig(config_file), options);
      metrics.End(answer);
      options.progress << NewsText(answer, false);
      for (const std::string& problem : answer.problems)
        options.progress << "mpigauge: " << ErrorEscaped(problem) << "\n";
    } catch (const std::exception& error) {
      metrics.Failed();
      options.progress << "mpigauge: " << ErrorEscaped(error.what()) << "\n";
    }
    options.progress << std::flush;
  } while (StopSignals::Pause(interval_seconds));
}

}  // namespace mpigauge

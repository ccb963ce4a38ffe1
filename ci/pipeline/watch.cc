#include "ci/pipeline/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/escape.h"
#include "ci/pipeline/status.h"
#include "ci/process/stop_signals.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {
namespace {

double UnixNow() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

prometheus::ClientMetric Metric(double value, const std::string& label = "", const std::string& text = "") {
  prometheus::ClientMetric metric;
  metric.gauge.value = value;
  if (!label.empty()) metric.label.push_back({label, text});
  return metric;
}

prometheus::MetricFamily Family(const std::string& name, const std::string& help,
                                std::vector<prometheus::ClientMetric> metrics) {
  return {name, help, prometheus::MetricType::Gauge, std::move(metrics)};
}

std::vector<prometheus::ClientMetric> ByVerdict(const std::vector<Update>& updates) {
  std::vector<prometheus::ClientMetric> metrics;
  for (const std::string verdict : {"pass", "fail", "inconclusive", "baseline"}) {
    const auto count = std::count_if(updates.begin(), updates.end(),
                                     [&](const Update& update) { return update.Verdict() == verdict; });
    metrics.push_back(Metric(static_cast<double>(count), "verdict", verdict));
  }
  return metrics;
}

std::vector<prometheus::ClientMetric> ByState(const std::vector<Update>& updates) {
  std::vector<prometheus::ClientMetric> metrics;
  for (const std::string state : {"found", "built", "judged", "exported", "reported", "done", "given up"}) {
    const auto count =
        std::count_if(updates.begin(), updates.end(), [&](const Update& update) { return update.state == state; });
    metrics.push_back(Metric(static_cast<double>(count), "state", state));
  }
  return metrics;
}

// When the update that has waited longest was found; nothing where none waits.
std::vector<prometheus::ClientMetric> OldestInQueue(const std::vector<Update>& updates) {
  double oldest = std::numeric_limits<double>::infinity();
  for (const Update& update : updates) {
    if (!update.Ended()) oldest = std::fmin(oldest, UnixTime(update.found_at));
  }
  if (std::isinf(oldest)) return {};
  return {Metric(oldest)};
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
  const auto count = [&](auto which) {
    return static_cast<double>(std::count_if(updates.begin(), updates.end(), which));
  };
  const std::lock_guard lock(mutex_);
  return {
      Family("mpigauge_pipeline_last_look_timestamp_seconds", "When the last look for new libraries ended.",
             {Metric(last_look_)}),
      Family("mpigauge_pipeline_last_success_timestamp_seconds", "When the last look without a problem ended.",
             {Metric(last_success_)}),
      Family("mpigauge_pipeline_looks_count", "Looks for new libraries since the daemon began.", {Metric(looks_)}),
      Family("mpigauge_pipeline_failures_count", "Steps and looks that failed since the daemon began.",
             {Metric(failures_)}),
      Family("mpigauge_pipeline_working", "1 while libraries are looked for, measured or judged.",
             {Metric(working_ ? 1 : 0)}),
      Family("mpigauge_pipeline_queue_updates", "Unfinished updates.",
             {Metric(count([](const Update& update) { return !update.Ended(); }))}),
      Family("mpigauge_pipeline_given_up_updates", "Updates that failed too often; `mpigauge ci retry` tries again.",
             {Metric(count([](const Update& update) { return update.state == "given up"; }))}),
      Family("mpigauge_pipeline_updates", "Updates by verdict.", ByVerdict(updates)),
      Family("mpigauge_pipeline_state_updates", "Updates by the last step that is finished.", ByState(updates)),
      Family("mpigauge_pipeline_queue_oldest_timestamp_seconds",
             "When the unfinished update that has waited longest was found.", OldestInQueue(updates)),
  };
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

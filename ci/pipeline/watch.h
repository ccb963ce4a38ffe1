#pragma once

#include <prometheus/metric_family.h>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "ci/pipeline/pipeline.h"

namespace mpigauge {

// The daemon's own metrics, for Prometheus. Written by the thread that works, read by the one that serves.
class WatchMetrics {
 public:
  explicit WatchMetrics(PipelineConfig config) : config_(std::move(config)) {}

  void Begin();                            // a look begins
  void End(const PipelineAnswer& answer);  // it came to its end
  void Failed();                           // the pipeline could not work at all

  // mpigauge_pipeline_*: docs/reference/metrics.md lists them.
  std::vector<prometheus::MetricFamily> Families() const;

 private:
  const PipelineConfig config_;
  mutable std::mutex mutex_;
  double last_look_ = 0;     // Unix time
  double last_success_ = 0;  // of a look without a problem
  double looks_ = 0;
  double failures_ = 0;
  bool working_ = false;
};

// Looks, works, pauses so many seconds, until somebody stops it. An error is printed on `progress`, and the step is
// tried again after the pause: a daemon does not end because a file system was away.
void WatchPipeline(const std::string& config_file, double interval_seconds, const PipelineOptions& options,
                   WatchMetrics& metrics);

}  // namespace mpigauge

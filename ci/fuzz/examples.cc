#include "ci/fuzz/examples.h"

#include "harness/record/testing.h"

namespace mpigauge {

LaunchRecord FuzzLaunch() {
  LaunchRecord record = ExampleLaunch("run", 1, {{"allreduce/bytes:8/ranks:2", 1e-6}, {"barrier/ranks:2", 2e-6}});
  record.environment.key["ranks"] = "2";
  record.environment.selection = {{"btl", "tcp"}};
  record.series[1].fault = Fault{FaultKind::kCrash, 1, "gone"};
  record.series[0].passes[0].rank_seconds = {{4e-7, 5e-7, 6e-7}, {1e-7, 2e-7, 3e-7}};
  Summarize(record.series[0]);
  return record;
}

}  // namespace mpigauge

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "ci/launch/campaign.h"

namespace mpigauge {

// The test has real mpirun, real benchmark programs and a real store.
class CampaignTest : public testing::Test {
 protected:
  CampaignTest() : store_(OpenStore()) {}

  static Store OpenStore() {
    const std::string path = testing::TempDir() + "/campaign.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  static LaunchPlan Plan(const std::string& bench, const std::string& filter) {
    LaunchPlan plan;
    plan.bench = std::filesystem::absolute(bench);
    plan.bench_arguments = {"--passes", "2", "--observations", "5", "--watchdog", "3s", "--benchmark_filter=" + filter};
    plan.timeout_seconds = 120;
    return plan;
  }
  static LaunchPlan Good(const std::string& filter) { return Plan("benchmarks/mpigauge-bench", filter); }
  static LaunchPlan Bad(const std::string& filter) { return Plan("harness/testing/bad-bench", filter); }

  // Each library options.launches times.
  std::vector<CampaignRun> RunAll(const std::vector<LaunchPlan>& plans, const CampaignOptions& options) {
    Campaign campaign(plans, options, store_);
    campaign.Launch(options.launches);
    campaign.End();
    return campaign.Runs();
  }

  CampaignRun RunOnce(const LaunchPlan& plan) {
    CampaignOptions options;
    options.launches = 1;
    return RunAll({plan}, options)[0];
  }

  std::vector<LaunchRecord> Stored(const CampaignRun& run) {
    return store_.runs().Launches(run.run_id, LaunchDetail::kObservations);
  }

  // Nothing of what it measured, and that it was lost.
  void ExpectHeadAlone(const CampaignRun& run) {
    const auto launches = Stored(run);
    ASSERT_THAT(launches, testing::SizeIs(1));
    EXPECT_EQ(launches[0].status, LaunchStatus::kFailed);
    EXPECT_THAT(launches[0].series, testing::IsEmpty());
  }

  // The circles in which they took turns; "" stands for launches that had no company.
  static std::set<std::string> Circles(const std::vector<LaunchRecord>& launches) {
    std::set<std::string> circles;
    for (const LaunchRecord& launch : launches) {
      const auto found = launch.settings.find("circle");
      circles.insert(found == launch.settings.end() ? "" : found->second);
    }
    return circles;
  }

  // The store gives the series of a launch in the order in which it met them first, not in that of the launch.
  static const SeriesRecord& OfName(const LaunchRecord& launch, const std::string& name) {
    const auto found = std::find_if(launch.series.begin(), launch.series.end(),
                                    [&](const SeriesRecord& series) { return series.name == name; });
    if (found == launch.series.end()) throw std::out_of_range("the launch has no series " + name);
    return *found;
  }

  Store store_;
};

}  // namespace mpigauge

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison_json.h"
#include "dashboards/metrics/collect.h"
#include "dashboards/metrics/deliver.h"
#include "harness/base/error.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kAllreduce = "allreduce/bytes:8/ranks:2";

class MetricsTest : public testing::Test {
 protected:
  MetricsTest() : path_(testing::TempDir() + "/metrics.sqlite") {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }

  // A gate of two runs, the candidate slower by `factor`.
  void AddGate(Store& store, const std::string& id, const std::string& decided_at, double factor) {
    Side sides[2] = {{"old", {}}, {"new", {}}};
    for (int i = 0; i < 10; ++i) {
      const double noise = 1 + 0.001 * i;
      sides[0].launches.push_back(
          ExampleLaunch(id + "-old", i, {{kAllreduce, noise * 1e-6}, {"spin/operations:1000", 1e-6}}));
      sides[1].launches.push_back(
          ExampleLaunch(id + "-new", i, {{kAllreduce, noise * factor * 1e-6}, {"spin/operations:1000", 1e-6}}));
    }
    store.AddRun({id + "-new", "we\"ird\\ name\n", "2026-11-20T16:00:00Z", "complete", Json::object()});
    for (const Side& side : sides) {
      for (const LaunchRecord& launch : side.launches) store.AddLaunch(launch);
    }
    const Comparison comparison = Compare(sides[0], sides[1], {});
    store.AddGate({id, decided_at, id + "-new", "release", VerdictName(comparison.verdict), ToJson(comparison)});
  }

  std::string path_;
};

TEST_F(MetricsTest, TheNewestGateOfABaselineIsWhatIsShown) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.0);
  AddGate(store, "g2", "2026-11-20T17:00:00Z", 1.25);
  const std::string text = MetricsText(CollectMetrics(store));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_verdict{baseline=\"release\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_series_verdict{baseline=\"release\",series=\"" + kAllreduce +
                              "\",case=\"allreduce\",bytes=\"8\",ranks=\"2\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_timestamp_seconds{baseline=\"release\"} 1795194000\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_control_ratio{baseline=\"release\",series=\"spin/operations:1000\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("role=\"candidate\"} 1.255"));
  EXPECT_THAT(text, HasSubstr("library=\"we\\\"ird\\\\ name\\n\""));
  EXPECT_THAT(text, Not(HasSubstr("Nan")));
}

TEST_F(MetricsTest, EveryTimeSeriesIsThereOnce) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.0);
  std::set<std::string> seen;
  for (const auto& family : CollectMetrics(store)) {
    EXPECT_EQ(family.help.find_first_of("\\\n"), std::string::npos) << family.name;
    for (const auto& metric : family.metric) {
      std::string key = family.name;
      for (const auto& label : metric.label) key += "," + label.name + "=" + label.value;
      EXPECT_TRUE(seen.insert(key).second) << key;
    }
  }
}

TEST_F(MetricsTest, AnEmptyStoreAndAMissingOneAreSaid) {
  { Store::Open(path_, Store::Access::kWrite); }
  EXPECT_THAT(MetricsText(CollectMetricsFrom(path_)), HasSubstr("mpigauge_up 1\n"));
  EXPECT_THAT(MetricsText(CollectMetricsFrom("/no/such/store.sqlite")), HasSubstr("mpigauge_up 0\n"));
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(MetricsTest, AddressesThatCannotWorkAreNamed) {
  EXPECT_THAT(ErrorOf([] { PushMetrics("localhost:9091", {}, {}); }),
              HasSubstr("write the address of a Pushgateway as http://host:port"));
  EXPECT_THAT(ErrorOf([] {
                PushMetrics("http://127.0.0.1:1", {{"instance", "a/b"}}, {});
              }),
              HasSubstr("the value 'a/b' of instance"));
  EXPECT_THAT(ErrorOf([] { PushMetrics("http://127.0.0.1:1", {}, {}); }), HasSubstr("no Pushgateway answers there"));
}

}  // namespace
}  // namespace mpigauge

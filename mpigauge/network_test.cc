#include <fmt/format.h>

#include <cmath>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/testing.h"
#include "record/record_json.h"
#include "simulator/network/model.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

class NetworkTest : public CliTest {
 protected:
  // One way 1 us and 0.2 ns per byte up to 4 KiB, then 3 us and 0.1 ns times `factor`. Launches differ by some percent.
  static LaunchRecord Launch(const std::string& run, int index, double factor) {
    std::map<std::string, double> medians;
    for (int i = 0; i <= 60; ++i) {
      const double bytes = std::round(std::pow(2, i / 3.0));
      const double seconds = bytes <= 4096 ? 1e-6 + 2e-10 * bytes : 3e-6 + factor * 1e-10 * bytes;
      const double noise = 1 + 0.004 * std::sin(17.0 * i + 3.0 * index) + 0.003 * (index % 3);
      medians[fmt::format("network_one_way/bytes:{}/distance:1/ranks:2", bytes)] = noise * seconds;
    }
    return ExampleLaunch(run, index, medians);
  }

  void AddNetworkRun(const std::string& id, const std::string& started_at, double factor) {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.runs().Add({id, "library " + id, started_at, RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 8; ++i) store.runs().AddLaunch(Launch(id, i, factor));
  }
};

TEST_P(NetworkTest, FitPrintsParametersAndWhereTheCurveBreaks) {
  AddNetworkRun("one", "2026-01-01", 1);
  ASSERT_EQ(Run({"network", "fit"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("same-host: "));
  EXPECT_THAT(out_, HasSubstr("8 launches"));
  EXPECT_THAT(out_, HasSubstr("between 4 KiB and 5161 B: +"));
  ASSERT_EQ(Run({"network", "fit", "one", "--format", "json"}), ExitCode::kPass) << err_;
  EXPECT_EQ(ParseJson(out_, "out").at("fits").at(0).at("distance"), "same-host");
}

TEST_P(NetworkTest, AModelFileIsWhatTheSimulatorReads) {
  AddNetworkRun("one", "2026-01-01", 1);
  for (const char* kind : {"hockney", "piecewise"}) {
    ASSERT_EQ(Run({"network", "fit", "one", "--model", kind, "--distance", "same-host"}), ExitCode::kPass) << err_;
    const NetworkModel model = NetworkModelFromJson(ParseJson(out_, "out"), "out");
    EXPECT_EQ(model.name, "same-host");
    EXPECT_NEAR(TransitSeconds(model, 1 << 20, 1), 3e-6 + 1e-10 * (1 << 20), 0.3e-4);
  }
  EXPECT_EQ(Run({"network", "fit", "one", "--model", "loggps"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--model loggps: same-host has hockney, piecewise"));
  EXPECT_EQ(Run({"network", "fit", "one", "--distance", "other-host"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--distance other-host: one has same-host"));
}

// Its launches were measured while a cache line took 27 and 28 ns.
TEST_P(NetworkTest, HandoverRangeChoosesPassesOfOneState) {
  AddNetworkRun("one", "2026-01-01", 1);
  ASSERT_EQ(Run({"network", "fit", "one", "--handover", "20ns-60ns"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("8 launches"));
  EXPECT_EQ(Run({"network", "fit", "one", "--handover", "100ns-200ns"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("it took 27.0 ns to 28.0 ns"));
  // The stored fits are of all passes.
  EXPECT_EQ(Run({"network", "fit", "one", "--handover", "20ns-60ns", "--refit"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--handover excludes --refit"));
}

TEST_P(NetworkTest, RefittingStoresTheModels) {
  AddNetworkRun("one", "2026-01-01", 1);
  EXPECT_FALSE(Store::Open(store_, Store::Access::kRead).runs().NetworkModelOf("one"));
  ASSERT_EQ(Run({"network", "fit", "one", "--refit"}), ExitCode::kPass) << err_;
  EXPECT_TRUE(Store::Open(store_, Store::Access::kRead).runs().NetworkModelOf("one"));
  const std::string fitted = out_;
  ASSERT_EQ(Run({"network", "fit", "one"}), ExitCode::kPass) << err_;
  EXPECT_EQ(out_, fitted);
}

TEST_P(NetworkTest, ImportedRunsHaveTheirModels) {
  for (int i = 0; i < 3; ++i) {
    WriteFileAtomically(folder_ / fmt::format("{}.json", i), JsonText(ToJson(Launch("three", i, 1), Json::object())));
  }
  ASSERT_EQ(Run({"import", folder_.string()}), ExitCode::kPass) << err_;
  EXPECT_EQ(Store::Open(store_, Store::Access::kRead).runs().NetworkModelOf("three")->at("launches"), 3);
  // And files need no store.
  ASSERT_EQ(RunPlain({"network", "fit", folder_.string(), "--store", (folder_ / "none.sqlite").string()}),
            ExitCode::kPass)
      << err_;
  EXPECT_THAT(out_, HasSubstr("3 launches"));
}

TEST_P(NetworkTest, ARunWithoutANetworkSaysWhatToRun) {
  AddRun("plain", "2026-01-01", 1);
  EXPECT_EQ(Run({"network", "fit", "plain"}), ExitCode::kNotMeasured);
  EXPECT_THAT(err_, HasSubstr("plain: has no times of a network at five sizes or more"));
  EXPECT_THAT(err_, HasSubstr("mpigauge run --suite network"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, NetworkTest, EachStoreKind(),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge

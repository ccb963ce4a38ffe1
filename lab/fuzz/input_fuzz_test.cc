// Input may be damaged, or made to do damage: it is read, or it is an Error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "base/json.h"
#include "baselines/store/store.h"
#include "baselines/verdict/waivers.h"
#include "ci/pipeline/config.h"
#include "harness/program/arguments.h"
#include "lab/fuzz/damage.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

TEST(InputFuzz, Records) {
  ReadDamagedText("records", JsonText(ToJson(FuzzLaunch(), {})), 1, [](const std::string& text) {
    const LaunchRecord record = LaunchRecordFromJson(ParseJson(text, "record"), "record");
    EXPECT_FALSE(ToJson(record, {}).empty());
  });
}

// The store has the series of a launch in an order of its own.
Json InOrder(LaunchRecord record) {
  std::sort(record.series.begin(), record.series.end(), [](const SeriesRecord& a, const SeriesRecord& b) {
    return std::tuple(a.name, a.case_version, a.method.Text()) < std::tuple(b.name, b.case_version, b.method.Text());
  });
  return ToJson(record, {});
}

// Does with a file what `mpigauge import` does. The imported records come out again as they were.
TEST(InputFuzz, Imports) {
  constexpr int kLaunchesOfAStore = 200;
  const auto folder = FuzzFolder("import");
  std::optional<Store> store;
  LaunchRecord whole = FuzzLaunch();
  whole.series[0].passes[0].rank_seconds.clear();  // files have each rank's own times, the store has not
  whole.series[0].rank_reports.clear();
  int number = 0;
  ReadDamagedText("imported records", JsonText(ToJson(whole, {})), 8, [&](const std::string& text) {
    Overwrite(folder / "launch.json", text);
    LaunchRecord record = ReadLaunchRecord(folder / "launch.json");
    if (number % kLaunchesOfAStore == 0) {
      store.reset();
      std::filesystem::remove(folder / "store.sqlite");
      store = Store::Open(folder / "store.sqlite", Store::Access::kWrite);
    }
    record.launch_id = fmt::format("00000000-0000-4000-8000-{:012}", number++);
    record.run_id = record.launch_id;
    ASSERT_TRUE(store->runs().AddLaunch(record));
    const auto launches = store->runs().Launches(record.run_id, LaunchDetail::kObservations);
    ASSERT_EQ(launches.size(), 1u);
    ASSERT_EQ(InOrder(launches[0]), InOrder(record));
  });
}

TEST(InputFuzz, Waivers) {
  const std::string whole = R"([[waiver]]
series = "allreduce/bytes:*"
up_to = 1.15
until = 2026-12-31
reason = "waits for the fix of the tuned collectives"
by = "Ada"
[[waiver]]
series = "bcast/[a-z]?*"
up_to = "2x"
until = 2027-01-01
reason = "known"
by = "Grace"
)";
  ReadDamagedText("waivers", whole, 9, [](const std::string& text) {
    for (const Waiver& waiver : ParseWaivers(text, "waivers.toml").all) {
      EXPECT_GT(waiver.up_to, 1);
      waiver.Matches("allreduce/bytes:8/ranks:2");
    }
  });
}

// mpigauge-bench --config FILE, and suites.
TEST(InputFuzz, ConfigurationsOfPrograms) {
  const std::string whole = R"(passes = 20
series = "^collective/(bcast|allreduce)/"
visit-budget = "2ms"
epsilon = 0.03
sizes = [8, 64, "4K"]
realtime = false
verify = 'all'
)";
  ReadDamagedText("--config files", whole, 10, [](const std::string& text) {
    for (const std::string& argument : ArgumentsOf(text, "config.toml")) EXPECT_TRUE(argument.starts_with("--"));
  });
}

TEST(InputFuzz, Configurations) {
  const std::string whole = R"(quiet = "1min"
[store]
location = "mpigauge.sqlite"
keep_runs = 5
[[library]]
name = "openmpi"
prefix = ["/opt/openmpi-*"]
bench = "/b/mpigauge-bench"
environment = { OMPI_MCA_btl = "tcp" }
[measure]
suite = "quick"
launches = 10
timeout = "10min"
arguments = ["--passes", "3"]
[[shape]]
nodes = 2
ranks_per_node = 4
[gate]
tolerance = ["5%", "allreduce*=10%"]
alpha = 0.05
max_launches = 20
turns = 6
budget = "1h"
keep = 30
promote = true
[impact]
trace = ["traces"]
fail = "3%"
[slurm]
partition = "all"
tasks = 2
launcher = "srun:pmix"
[output]
folder = "reports"
)";
  const auto file = FuzzFolder("config") / "mpigauge.toml";
  ReadDamagedText("pipeline configurations", whole, 7, [&](const std::string& text) {
    Overwrite(file, text);
    EXPECT_FALSE(ReadPipelineConfig(file).libraries.empty());
  });
}
}  // namespace
}  // namespace mpigauge

// `changes` and `history` from the files of launches to the text: records are written, imported, and looked back at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>

#include "base/json.h"
#include "baselines/store/schema.h"
#include "baselines/store/testing.h"
#include "mpigauge/cli.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

// How many times slower a case is in a run; 1 where nothing is said.
using Slowness = std::function<double(int run, const std::string& case_name)>;

// On a store of each kind.
class ChangesTest : public testing::TestWithParam<StoreKind> {
 protected:
  ChangesTest() : folder_(std::filesystem::path(testing::TempDir()) / "changes"), store_(NewStoreName(GetParam())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "records");
  }

  // One run a day of 3 launches under noise of 1% between runs and 0.5% between launches, in the library that
  // `library` says.
  void Import(
      int runs, const Slowness& slowness, const std::function<std::string(int)>& library,
      const std::function<void(int, Environment&)>& environment = [](int, Environment&) {}) {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (int run = 0; run < runs; ++run) {
      std::map<std::string, double> level;
      for (const char* name : {"allreduce/bytes:8/ranks:2", "allreduce/bytes:64/ranks:2", "allreduce/bytes:512/ranks:2",
                               "bcast/bytes:8/ranks:2", "spin/ranks:2"}) {
        const std::string case_name = std::string(name).substr(0, std::string(name).find('/'));
        level[name] = 1e-6 * slowness(run, case_name) * std::exp(0.01 * normal(random));
      }
      const auto folder = folder_ / "records" / std::to_string(run);
      std::filesystem::create_directories(folder);
      for (int launch = 0; launch < 3; ++launch) {
        auto medians = level;
        for (auto& [name, median] : medians) median *= std::exp(0.005 * normal(random));
        LaunchRecord record = ExampleLaunch("run" + std::to_string(run), launch, medians);
        record.started_at =
            "2026-" + std::to_string(10 + run / 28) + "-" + std::to_string(100 + 1 + run % 28).substr(1) + "T03:00:00Z";
        record.environment.context["mpi_library_version"] = library(run);
        environment(run, record.environment);
        std::ofstream(folder / (std::to_string(launch) + ".json")) << JsonText(ToJson(record, Json::object()));
      }
      ASSERT_EQ(Run({"import", folder.string()}), ExitCode::kPass) << err_;
    }
  }

  ExitCode Run(const std::vector<std::string>& arguments) { return RunOn(store_, arguments); }

  ExitCode RunOn(const std::string& store, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--store", store});
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = RunCli(arguments, {out, err, colors_, false, columns_});
    out_ = out.str();
    err_ = err.str();
    EXPECT_THAT(out_ + err_, Not(HasSubstr("w0rd")));  // the URL's password
    return code;
  }

  Json Events(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"changes", "--format", "json"});
    EXPECT_EQ(Run(more), ExitCode::kPass) << err_;
    return ParseJson(out_, "output").at("events");
  }

  static std::string Nightly(int run) { return "nightly " + std::to_string(run / 10); }

  // The number of runs whose medians the store keeps.
  std::int64_t Kept() {
    std::int64_t kept = -1;
    OpenDatabase(store_, false)->Query("SELECT count(*) FROM run_medians", {}, [&](const SqlRow& row) {
      kept = row.Integer(0);
    });
    return kept;
  }

  // As the version before the kept medians left it.
  void MakeOld() {
    const auto database = OpenDatabase(store_, true);
    for (const char* column :
         {"runs DROP COLUMN owner", "runs DROP COLUMN checksum", "runs DROP COLUMN launch_count",
          "launches DROP COLUMN checksum", "launches DROP COLUMN results_checksum", "series DROP COLUMN checksum",
          "results DROP COLUMN checksum", "results DROP COLUMN passes_checksum",
          "results DROP COLUMN reference_seconds", "results DROP COLUMN tick_seconds",
          "results DROP COLUMN pass_operations", "gates DROP COLUMN forgotten_at", "gates DROP COLUMN checksum",
          "gates DROP COLUMN comparison_checksum", "baselines DROP COLUMN checksum",
          "baselines DROP COLUMN runs_checksum"}) {
      database->Execute(std::string("ALTER TABLE ") + column);
    }
    database->Execute("DROP TABLE network_models");
    database->Execute("DROP TABLE calibrations");
    database->Execute("ALTER TABLE baselines DROP COLUMN keep");
    database->Execute("ALTER TABLE launches DROP COLUMN selection_id");
    database->Execute("DROP TABLE selections");
    database->Execute("DROP TABLE run_medians");
    database->Execute("DROP TABLE run_tags");
    database->Execute("UPDATE mpigauge_store SET version = 4");
  }

  std::filesystem::path folder_;
  std::string store_;
  bool colors_ = false;
  std::size_t columns_ = 80;
  std::string out_;
  std::string err_;
};

TEST_P(ChangesTest, AStepOfACaseIsOneEventWithItsLibrary) {
  Import(
      40, [](int run, const std::string& name) { return name == "allreduce" && run >= 20 ? 1.2 : 1; }, Nightly);
  for (const char* method : {"e-divisive", "otava"}) {
    const Json events = Events({"--method", method});
    ASSERT_EQ(events.size(), 1u) << method;
    const Json& event = events[0];
    EXPECT_EQ(event.at("kind"), "step");
    EXPECT_EQ(event.at("cause"), "library");
    EXPECT_EQ(event.at("case"), "allreduce");
    EXPECT_EQ(event.at("sizes"), "8 B to 512 B");
    EXPECT_EQ(event.at("series").size(), 3u);
    EXPECT_NEAR(event.at("ratio").get<double>(), 1.2, 0.02);
    EXPECT_EQ(event.at("run").at("run_id"), "run20");
    EXPECT_EQ(event.at("run_before").at("library"), "nightly 1");
    EXPECT_EQ(event.at("run").at("library"), "nightly 2");
  }
  EXPECT_EQ(Run({"changes"}), ExitCode::kPass);
  EXPECT_THAT(out_,
              testing::ContainsRegex("2026-10-21 run20 +nightly 1 -> nightly 2 +allreduce +8 B to 512 B \\(3 of 3 "
                                     "series\\) +\\+.*step +library\n1 change in 5 series over 40 runs\n"));
  EXPECT_EQ(Run({"changes", "--format", "markdown"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("| allreduce |"));
  EXPECT_TRUE(Events({"--series", "^bcast/"}).empty());
  EXPECT_TRUE(Events({"--at-least", "30%"}).empty());
  EXPECT_TRUE(Events({"--library", "nightly [23]"}).empty());
}

TEST_P(ChangesTest, AStepThatControlsShareIsTheMachines) {
  Import(
      40, [](int run, const std::string&) { return run >= 15 ? 1.1 : 1; }, [](int) { return "5.0"; });
  const Json events = Events();
  ASSERT_EQ(events.size(), 3u);  // allreduce, bcast, and the control itself
  for (const Json& event : events) {
    EXPECT_EQ(event.at("cause"), "machine") << event;
    EXPECT_EQ(event.at("controls_moved"), true);
  }
}

TEST_P(ChangesTest, AStepWithAnotherKernelIsTheMachinesAndWithAnotherProcessorToo) {
  Import(
      45, [](int run, const std::string& name) { return name == "spin" ? 1
                                                        : run >= 30    ? 1.3
                                                        : run >= 15    ? 1.15
                                                                       : 1; },
      [](int) { return "5.0"; },
      [](int run, Environment& environment) {
        environment.context["kernel"] = run >= 15 ? "6.5" : "6.1";
        environment.context["load_average"] = std::to_string(run);
        environment.key["cpu_model"] = run >= 30 ? "new" : "old";
      });
  const Json events = Events({"--series", "allreduce"});
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].at("cause"), "machine");
  EXPECT_EQ(events[0].at("environment"), Json::array({"kernel: 6.1 -> 6.5"}));
  EXPECT_EQ(events[1].at("cause"), "machine");
  EXPECT_EQ(events[1].at("environment"), Json::array({"cpu_model: old -> new"}));
}

TEST_P(ChangesTest, ASlowTrendIsADriftAndNoStaircase) {
  Import(
      50, [](int run, const std::string& name) { return name == "bcast" ? 1 + 0.004 * run : 1; }, Nightly);
  const Json events = Events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].at("kind"), "drift");
  EXPECT_EQ(events[0].at("case"), "bcast");
  EXPECT_NEAR(events[0].at("ratio").get<double>(), 1.2, 0.03);
}

TEST_P(ChangesTest, HistoryPlotsASeriesAndMarksItsChanges) {
  Import(
      40, [](int run, const std::string& name) { return name == "allreduce" && run >= 20 ? 1.2 : 1; }, Nightly);
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("clock_monotonic_raw: 40 runs, 2026-10-01T03:00:00Z to 2026-11-12T03:00:00Z\n"));
  const auto dashes = [](int count) { return std::string(static_cast<std::size_t>(count), '-') + "+"; };
  EXPECT_THAT(out_, HasSubstr("++" + dashes(21) + dashes(21) + dashes(22) + "\n"));
  EXPECT_THAT(out_, HasSubstr("\n" + std::string(46, ' ') + "^\n"));  // 12 columns of times, then value 20 of 40 in 68
  EXPECT_THAT(out_, HasSubstr("\n            2026-10-01       2026-10-14            2026-10-27         2026-11-12\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("2026-10-21 run20 \\+[12].*, step, p 0.005, nightly 1 -> nightly 2\n"));
  EXPECT_THAT(out_, testing::ContainsRegex("run39 +nightly 3 +1\\.[12]"));
  EXPECT_EQ(out_.find('\x1b'), std::string::npos);
  colors_ = true;
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("\x1b[31m^\x1b[0m"));
  columns_ = 140;
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex("\n {12}2026-10-01 [^\n]{106} 2026-11-12\n"));
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2", "--format", "json"}), ExitCode::kPass);
  const Json points = ParseJson(out_, "output");
  EXPECT_TRUE(points.at(19).at("change").is_null());
  EXPECT_EQ(points.at(20).at("change").at("kind"), "step");
}

TEST_P(ChangesTest, MistakesSayWhatToDoNext) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"changes"}, {"history"}}) {
    EXPECT_EQ(Run(command), ExitCode::kUsage);
    // There is no file, and there is a database without tables; nothing is made of either.
    EXPECT_THAT(err_, HasSubstr(GetParam() == StoreKind::kSqlite ? ": cannot be opened" : ": has schema version 0"));
    EXPECT_FALSE(HoldsTables(store_));
  }
  Import(
      5, [](int, const std::string&) { return 1; }, Nightly);
  EXPECT_EQ(Run({"changes"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("at most 5 runs of a series, and changes need at least 6"));
  EXPECT_EQ(Run({"changes", "--series", "alltoall"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no series matches 'alltoall'; `mpigauge history` without a name lists them"));
  EXPECT_EQ(Run({"changes", "--series", "("}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--series '(': is not a regular expression"));
  EXPECT_EQ(Run({"changes", "--library", "MPICH"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no run of a library that matches 'MPICH'"));
  EXPECT_EQ(Run({"changes", "--method", "guess"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"changes", "--at-least", "much"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"history", "alltoall/bytes:8/ranks:2"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("changes are looked for from 6 runs on"));
}

TEST_P(ChangesTest, AnOlderStoreIsBroughtUpToDateAndKeepsTheMedians) {
  Import(
      6, [](int, const std::string&) { return 1; }, Nightly);
  EXPECT_EQ(Kept(), 6);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"changes"}, {"history", "allreduce/bytes:8/ranks:2"}}) {
    MakeOld();
    EXPECT_EQ(Run(command), ExitCode::kPass) << err_;
    EXPECT_EQ(StoredVersion(*OpenDatabase(store_, false)), SchemaVersion());
    EXPECT_EQ(Kept(), 6);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChangesTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

// On a server: whoever may only look sees the same, and keeps nothing.
class ChangesOfAGuestTest : public ChangesTest {
 protected:
  std::string Guest() {
    OnServer(store_, "DROP ROLE IF EXISTS guest");
    OnServer(store_, "CREATE ROLE guest LOGIN PASSWORD 'p@ss/w0rd'");
    OnServer(store_, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest");
    std::string url = store_;
    return url.replace(url.find("mpigauge:"), std::string("mpigauge:").size(), "guest:");
  }
};

TEST_P(ChangesOfAGuestTest, AreTheSameAndAnOlderStoreIsNamed) {
  Import(
      40, [](int run, const std::string& name) { return name == "allreduce" && run >= 20 ? 1.2 : 1; }, Nightly);
  OpenDatabase(store_, true)->Execute("DELETE FROM run_medians");  // as of a store that an older version wrote
  const std::string guest = Guest();
  EXPECT_EQ(RunOn(guest, {"changes"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("1 change in 5 series over 40 runs"));
  EXPECT_EQ(RunOn(guest, {"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass) << err_;
  const std::string seen = out_;
  EXPECT_EQ(Kept(), 0);
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:2"}), ExitCode::kPass) << err_;
  EXPECT_EQ(Kept(), 40);
  EXPECT_EQ(out_, seen);
  MakeOld();
  EXPECT_EQ(RunOn(guest, {"changes"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("has schema version 4, this mpigauge reads " + std::to_string(SchemaVersion())));
  EXPECT_EQ(RunOn(guest, {"history"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("has schema version 4, this mpigauge reads " + std::to_string(SchemaVersion())));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChangesOfAGuestTest, testing::Values(StoreKind::kPostgres),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge

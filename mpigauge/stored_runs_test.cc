// Runs of a store: shown, imported, exported and copied.
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/json.h"
#include "baselines/store/database.h"
#include "baselines/store/store.h"
#include "mpigauge/testing.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST_P(CliTest, HistoryAndRuns) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("run-b", "2026-01-02", 1.5);
  EXPECT_EQ(Run({"history", kSeries}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex("run-a +library run-a +1.00 us(.|\n)*run-b +library run-b +1.51 us"));
  EXPECT_EQ(Run({"history"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr(kSeries + "\n"));
  EXPECT_EQ(Run({"history", "allreduce/bytes:9"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("there are:\n  " + kSeries));
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-b"));
  EXPECT_EQ(Run({"runs", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at(1).at("complete"), 10);
}

// The equal library takes 2.7 times as long in turns; the newest run is the one that somebody asked for.
TEST_P(CliTest, RunsThatAGateMadeForItselfAreNeitherTheLatestNorComparedWithOthers) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("turns-b", "2026-01-02", 2.7, "2", "circle");
  AddRun("turns-c", "2026-01-02", 2.7, "2", "circle");
  const Json comparison = {{"runs", {{"baseline", {"turns-b"}}, {"candidate", {"turns-c"}}}}};
  Store::Open(store_, Store::Access::kWrite)
      .gates()
      .Add({"0f000000-gate", "2026-01-02", "turns-c", "side by side", "pass", comparison});
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex("run-a .* alone"));
  EXPECT_THAT(out_, testing::ContainsRegex("turns-b .* in turns +0f000000"));
  EXPECT_THAT(out_, testing::ContainsRegex("turns-c .* in turns +0f000000"));
  EXPECT_EQ(Run({"show", "latest"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-a"));
  EXPECT_EQ(Run({"compare", "run-a", "turns-c"}), ExitCode::kNotComparable);
  EXPECT_THAT(err_, HasSubstr("compare runs that were measured alone (`mpigauge runs` says which are)"));
  EXPECT_EQ(Run({"report", "--compare", "run-a", "turns-c"}), ExitCode::kNotComparable);
  EXPECT_EQ(Run({"compare", "turns-b", "turns-c"}), ExitCode::kPass);
  // A line for each kind.
  EXPECT_EQ(Run({"history", kSeries, "--format", "json"}), ExitCode::kPass);
  for (const Json& point : ParseJson(out_, "output")) EXPECT_TRUE(point.at("change").is_null()) << point;
}

TEST_P(CliTest, ShowMergesTheLaunchesOfARunByTheMedian) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"show"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-a (run-a): 10 complete launches, merged by the median\n"));
  EXPECT_THAT(out_, testing::ContainsRegex(kSeries + " +1.00 us +1.00 us +1.01 us +0.3% +10 +10 +call round-time"));
  EXPECT_EQ(Run({"show", "run-a", "--figure", "minimum", "--format", "json"}), ExitCode::kPass);
  const Json shown = ParseJson(out_, "output");
  EXPECT_EQ(shown.at("launches"), 10);
  EXPECT_EQ(shown.at("figure"), "minimum");
  EXPECT_EQ(shown.at("series").at(0).at("name"), kSeries);
  EXPECT_NEAR(shown.at("series").at(0).at("seconds").get<double>(), 0.9 * 1.0045e-6, 1e-12);
  EXPECT_EQ(shown.at("series").at(0).at("launches_seconds").size(), 10u);
  EXPECT_EQ(Run({"show", "nothing"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"show", "run-a", "--figure", "mode"}), ExitCode::kUsage);
}

// A launch that crashed is no result, and what is judged later must know of it.
TEST_P(CliTest, LaunchesThatCrashedAreImportedAndSaid) {
  const auto records = folder_ / "records";
  std::filesystem::create_directories(records);
  for (int i = 0; i < 3; ++i) {
    LaunchRecord launch = ExampleLaunch("run", i, {{kSeries, 1e-6}});
    if (i == 1) launch.status = LaunchStatus::kCrashed;
    launch.status_text = i == 1 ? "crashed in bcast (exit code 139)" : "";
    std::ofstream(records / (std::to_string(i) + ".json")) << JsonText(ToJson(launch, {}));
  }
  const std::string said = "launch 2 of the files: crashed: crashed in bcast (exit code 139)";
  EXPECT_EQ(Run({"import", records.string(), "--label", "nightly"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("3 launches added"));
  EXPECT_THAT(out_, HasSubstr(said));
  EXPECT_EQ(Run({"compare", records.string(), "latest", "--tolerance", "50%"}), ExitCode::kInconclusive);
  EXPECT_THAT(out_, HasSubstr("1 of 3 launches of the candidate did not finish"));
  EXPECT_THAT(out_, HasSubstr("launch 2 of the baseline: crashed: crashed in bcast"));
}

TEST_P(CliTest, ImportReadsEverythingBeforeItStoresAnything) {
  const auto records = folder_ / "records";
  std::filesystem::create_directories(records);
  for (int i = 0; i < 3; ++i) {
    std::ofstream(records / (std::to_string(i) + ".json"))
        << JsonText(ToJson(ExampleLaunch("run", i, {{kSeries, 1e-6}}), {}));
  }
  std::ofstream(records / "9.json") << "{\"mpigauge\": ";
  EXPECT_EQ(Run({"import", records.string()}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("9.json: parse error at line 1"));
  EXPECT_FALSE(HoldsTables(store_));
  std::filesystem::remove(records / "9.json");
  EXPECT_EQ(Run({"import", records.string(), "--label", "nightly"}), ExitCode::kPass);
  EXPECT_EQ(out_, "3 launches added, 0 there already\n");
  EXPECT_EQ(Run({"import", records.string()}), ExitCode::kPass);
  EXPECT_EQ(out_, "0 launches added, 3 there already\n");
  EXPECT_EQ(Run({"compare", records.string(), "latest"}), ExitCode::kInconclusive);
  // The first look back reads no launches: the import has kept their medians.
  OpenDatabase(store_, true)->Execute("DELETE FROM results");
  EXPECT_EQ(Store::Open(store_, Store::Access::kRead).history().Medians("run").size(), 1u);
}

// A run "/elsewhere/x" was once written outside of the folder, and of two launches with one index one was left.
TEST_P(CliTest, RecordsStayInTheirFolderAndAreAllThere) {
  const std::string records = folder_ / "records";
  {
    Store store = Store::Open(store_, Store::Access::kWrite);
    LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
    store.runs().AddLaunch(launch);
    launch.launch_id = "another";
    store.runs().AddLaunch(launch);
    store.runs().AddLaunch(ExampleLaunch((folder_ / "outside").string(), 0, {{kSeries, 1e-6}}));
  }
  EXPECT_EQ(Run({"export", "--records", records, "--run", "run"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("2 launch records"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(records), {}), 2);
  EXPECT_EQ(Run({"export", "--records", records, "--run", (folder_ / "outside").string()}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("is not an id"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_P(CliTest, AStoreIsCopiedWhole) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"baseline", "set", "release", "old"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "new"}), ExitCode::kFail);
  for (const StoreKind kind : kStoreKinds) {
    const std::string copy = NewStoreName(kind);
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy}), ExitCode::kPass);
    EXPECT_THAT(out_, HasSubstr("2 runs with 20 launches, 0 of them there already, 1 baseline version, 1 gate "
                                "and 0 calibrations"));
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy, "--format", "json"}), ExitCode::kPass);
    EXPECT_EQ(ParseJson(out_, "output").at("launches_there"), 20);
    EXPECT_THAT(out_, testing::Not(HasSubstr("w0rd")));
    EXPECT_EQ(RunPlain({"compare", "release", "new", "--store", copy}), ExitCode::kFail);
    EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 2 series got slower (allreduce)"));
  }
  EXPECT_EQ(RunPlain({"store", "copy", store_, store_}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"store", "copy", "/no/such/store", store_}), ExitCode::kUsage);
}

// A site's old results are a run that can be shown, compared, made a baseline of, and part of a history; they are not
// mixed with ours.
TEST_P(CliTest, OutputOfOtherToolsBecomesARun) {
  const std::string head = "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n";
  std::vector<std::string> before = {"import", "osu"};
  std::vector<std::string> after = before;
  for (int i = 0; i < 10; ++i) {
    const std::string old_file = folder_ / ("old" + std::to_string(i));
    const std::string new_file = folder_ / ("new" + std::to_string(i));
    WriteFileAtomically(old_file, head + "8      " + std::to_string(10 + 0.01 * i) + "\n");
    WriteFileAtomically(new_file, head + "8      " + std::to_string(12 + 0.01 * i) + "\n");
    before.push_back(old_file);
    after.push_back(new_file);
  }
  EXPECT_EQ(Run(before), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("osu does not print the number of ranks; give it with --ranks"));
  before.insert(before.end(), {"--ranks", "4", "--run", "old", "--label", "4.1.4"});
  after.insert(after.end(), {"--ranks", "4", "--run", "new", "--label", "4.1.5"});
  ASSERT_EQ(Run(before), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("10 launches added"));
  EXPECT_THAT(out_, HasSubstr("osu: one value of each series (the mean over the iterations); observations"));
  ASSERT_EQ(Run(before), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("0 launches added, 10 there already"));
  ASSERT_EQ(Run(after), ExitCode::kPass) << err_;
  EXPECT_EQ(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("1 of 1 series got slower (allreduce)"));
  EXPECT_EQ(Run({"history", "allreduce/bytes:8/ranks:4"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, testing::ContainsRegex("old +4\\.1\\.4 +10\\.0 us"));
  EXPECT_THAT(out_, testing::ContainsRegex("new +4\\.1\\.5 +12\\.0 us"));
  EXPECT_EQ(Run({"baseline", "set", "site", "old"}), ExitCode::kPass) << err_;
  AddRun("ours", "2026-01-01", 10, "4");
  EXPECT_EQ(Run({"compare", "old", "ours"}),
            ExitCode::kNotComparable);  // another environment: measured by another tool
  EXPECT_THAT(err_, HasSubstr("measured_by"));
}

}  // namespace
}  // namespace mpigauge

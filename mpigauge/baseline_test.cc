// Baselines of the store: set, roll, promote, show.

#include "base/file.h"
#include "base/json.h"
#include "baselines/store/schema.h"
#include "mpigauge/testing.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_P(CliTest, BaselinesAreSetListedShownAndRemoved) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"baseline", "set", "release", "latest", "--note", "as shipped"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "list"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("release"));
  EXPECT_EQ(Run({"baseline", "list", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at(0).at("note"), "as shipped");
  EXPECT_EQ(Run({"baseline", "show", "release"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("cpu_model: CPU"));
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "run-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "remove", "release"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "show", "release"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no baseline 'release'"));
  EXPECT_EQ(Run({"baseline", "set", "x", "nothing"}), ExitCode::kUsage);
}

TEST_P(CliTest, ARollingBaselineTakesInWhatPassed) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("run-b", "2026-01-02", 1);
  AddRun("run-c", "2026-01-03", 1.2);
  AddRun("run-d", "2026-01-04", 0.8);
  EXPECT_EQ(Run({"baseline", "roll", "nightly", "run-a", "--keep", "2"}), ExitCode::kPass);
  EXPECT_EQ(out_, "baseline nightly, version 1: 1 run, rolling, 2\n");
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-b", "--promote"}), ExitCode::kPass);
  EXPECT_THAT(err_, HasSubstr("promoted: baseline nightly, version 2: 2 runs, rolling, 2"));
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-c", "--promote"}), ExitCode::kFail);
  EXPECT_THAT(err_, testing::Not(HasSubstr("promoted")));
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-d"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 series got faster (allreduce); to compare later runs with this one: mpigauge baseline "
                              "promote nightly run-d"));
  EXPECT_EQ(Run({"baseline", "promote", "nightly", "run-d"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "promote", "nightly", "run-d"}), ExitCode::kPass);
  EXPECT_EQ(out_, "the baseline has this run already: baseline nightly, version 3: 2 runs, rolling, 2\n");
  EXPECT_EQ(Run({"baseline", "list", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at(0).at("runs"), Json({"run-b", "run-d"}));
  EXPECT_EQ(Run({"baseline", "set", "nightly", "run-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-b", "--promote"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("baseline 'nightly' is pinned"));
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-d"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("mpigauge baseline set nightly run-d"));
  EXPECT_EQ(Run({"gate", "--baseline", "run-a", "--run", "run-b", "--promote"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"gate", "--candidate-env", "A=b", "--promote"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--promote requires --baseline"));
  EXPECT_EQ(Run({"baseline", "roll", "nightly", "--keep", "0"}), ExitCode::kUsage);
}

TEST_P(CliTest, RunThatPassedByAWaiverIsNotPromoted) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("run-b", "2026-01-02", 1.2);
  const std::string waivers = (folder_ / "waivers.toml").string();
  WriteFileAtomically(waivers, "[[waiver]]\nseries='*'\nup_to=1.3\nuntil=2999-01-01\nreason='r'\nby='Ada'\n");
  EXPECT_EQ(Run({"baseline", "roll", "nightly", "run-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-b", "--promote", "--waivers", waivers}),
            ExitCode::kPass);
  EXPECT_THAT(err_, HasSubstr("not promoted: 1 series passed by a waiver only"));
}

// A database has no folder beside it, so nobody knows whether there is a copy.
TEST_P(CliTest, TheListSaysWhereCopiesOfLibrariesWereLookedFor) {
  AddRun("old", "2026-01-01", 1);
  Run({"baseline", "set", "release", "old"});
  EXPECT_EQ(Run({"baseline", "list"}), ExitCode::kPass);
  const bool file = GetParam() == StoreKind::kSqlite;
  EXPECT_THAT(out_, HasSubstr(file ? "not there" : "not known"));
  EXPECT_THAT(out_,
              HasSubstr(file ? "library: the copy in " : "library: a database has no folder beside it; --libraries"));
  EXPECT_EQ(Run({"--libraries", "/srv/copies", "baseline", "list"}), ExitCode::kPass);
  EXPECT_THAT(out_, AllOf(HasSubstr("not there"), HasSubstr("the copy in /srv/copies;")));
}

TEST_P(CliTest, APipelineSaysThatItsConfigurationNamesTheFolderOfLibraries) {
  RunPlain({"--libraries", "/srv/copies", "ci", "--config", (folder_ / "none.toml").string()});
  EXPECT_THAT(err_,
              HasSubstr("--libraries (MPIGAUGE_LIBRARIES) does not count for a pipeline; write libraries_folder"));
  RunPlain({"ci", "--config", (folder_ / "none.toml").string()});
  EXPECT_THAT(err_, Not(HasSubstr("--libraries")));
}

TEST_P(CliTest, OldRunsArePrunedAndThoseOfBaselinesStay) {
  AddRun("old", "2020-01-01T00:00:00Z", 1);
  AddRun("held", "2020-01-02T00:00:00Z", 1);
  AddRun("aged", "2020-01-03T00:00:00Z", 1);
  AddRun("young", "2999-01-01T00:00:00Z", 1);
  Run({"baseline", "set", "release", "held"});
  EXPECT_EQ(Run({"store", "prune"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"store", "prune", "--older-than", "180"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("write the unit, such as 180d"));
  EXPECT_EQ(Run({"store", "prune", "--keep-runs", "2", "--older-than", "180d"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 run with 0 gates and 2 KiB of observations would be deleted; --apply"));
  EXPECT_EQ(Run({"store", "prune", "--older-than", "180d", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at("runs").size(), 2u);
  EXPECT_EQ(Run({"store", "info", "--format", "json"}), ExitCode::kPass);
  const Json info = ParseJson(out_, "output").at("runs");
  ASSERT_EQ(info.size(), 4u);  // nothing is gone yet
  EXPECT_EQ(info.at(2).at("baseline"), "release");
  EXPECT_EQ(info.at(2).at("launches"), 10);
  EXPECT_EQ(Run({"store", "prune", "--older-than", "180d", "--apply"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("observations deleted"));
  EXPECT_EQ(Run({"store", "info"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("2 runs, "));
  EXPECT_EQ(Run({"store", "delete", "held"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"store", "delete", "young"}), ExitCode::kPass);
  EXPECT_EQ(Run({"store", "check"}), ExitCode::kPass);
}

TEST_P(CliTest, ObservationsOfOldRunsArePrunedAndTheRunsStay) {
  AddRun("old", "2020-01-01T00:00:00Z", 1);
  AddRun("held", "2020-01-02T00:00:00Z", 1);
  AddRun("young", "2999-01-01T00:00:00Z", 1);
  Run({"baseline", "set", "release", "held"});
  const std::vector<std::string> prune = {"store", "prune", "--older-than", "180d", "--observations-only"};
  EXPECT_EQ(Run(prune), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 run would lose 2 KiB of observations; --apply removes them, medians stay"));
  EXPECT_EQ(Run({"export", "--records", (folder_ / "records").string(), "--run", "old"}), ExitCode::kPass);
  EXPECT_EQ(Run({"history", kSeries}), ExitCode::kPass);
  const std::string history = out_;
  std::vector<std::string> apply = prune;
  apply.insert(apply.end(), {"--apply", "--format", "json"});
  EXPECT_EQ(Run(apply), ExitCode::kPass);
  const Json done = ParseJson(out_, "output");
  EXPECT_EQ(done.at("deleted"), false);
  EXPECT_EQ(done.at("observations_removed"), true);
  EXPECT_EQ(done.at("runs").size(), 1u);
  EXPECT_EQ(Run(prune), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("0 runs would lose"));
  EXPECT_EQ(Run({"store", "check"}), ExitCode::kPass);
  EXPECT_EQ(Run({"history", kSeries}), ExitCode::kPass);
  EXPECT_EQ(out_, history);
  // Medians are compared as before; what needs more says so.
  EXPECT_EQ(Run({"compare", "release", "old"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("the tail of 2 of 2 series was not judged"));
  EXPECT_EQ(Run({"export", "--records", (folder_ / "records").string(), "--run", "old"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("its single observations were removed"));
}

TEST_P(CliTest, ATagIsTakenForItsRunAndHoldsIt) {
  AddRun("aaaa-old", "2020-01-01T00:00:00Z", 1);
  AddRun("bbbb-gone", "2020-01-02T00:00:00Z", 1.2);
  AddRun("cccc-held", "2020-01-03T00:00:00Z", 2);
  Run({"baseline", "set", "release", "aaaa"});
  EXPECT_EQ(Run({"store", "tag", "latest", "update"}), ExitCode::kPass);
  EXPECT_EQ(out_, "run cccc-held is update\n");
  EXPECT_EQ(Run({"store", "tag", "cccc", "update"}), ExitCode::kPass);  // as it is
  EXPECT_EQ(Run({"store", "tag", "bbbb", "update"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("the tag 'update' names run cccc-held"));
  for (const char* taken : {"release", "latest", "aaaa-"}) {
    EXPECT_EQ(Run({"store", "tag", "bbbb", taken}), ExitCode::kUsage) << taken;
  }
  EXPECT_EQ(Run({"store", "tag", "bbbb"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "release", "update"}), ExitCode::kFail);
  EXPECT_EQ(Run({"compare", "update", "release"}), ExitCode::kPass);
  EXPECT_EQ(Run({"store", "prune", "--older-than", "180d", "--apply"}), ExitCode::kPass);
  EXPECT_EQ(Run({"store", "info", "--format", "json"}), ExitCode::kPass);
  const Json runs = ParseJson(out_, "output").at("runs");
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs.at(0).at("tags"), "update");
  const std::string copy = NewStoreName(GetParam());
  EXPECT_EQ(RunPlain({"store", "copy", store_, copy}), ExitCode::kPass);
  EXPECT_EQ(RunPlain({"store", "tag", "--store", copy}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("update  cccc-held"));
  EXPECT_EQ(Run({"store", "tag", "--remove", "update"}), ExitCode::kPass);
  EXPECT_EQ(Run({"store", "tag", "--remove", "update"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "release", "update"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"store", "check"}), ExitCode::kPass);
}

TEST_P(CliTest, AnOlderStoreIsMigratedWhenItIsSaid) {
  Migrate(*OpenDatabase(store_, true), SchemaSteps().first(10));
  EXPECT_EQ(Run({"runs"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("`mpigauge store migrate` brings an older store up to date"));
  EXPECT_EQ(Run({"store", "migrate", "--dry-run"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("has schema version 10; "));
  EXPECT_EQ(StoredVersion(*OpenDatabase(store_, false)), 10);
  EXPECT_EQ(Run({"store", "migrate", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at("migrated"), true);
  EXPECT_EQ(StoredVersion(*OpenDatabase(store_, false)), SchemaVersion());
  EXPECT_EQ(Run({"store", "migrate"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("it is up to date"));
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
}

TEST_P(CliTest, AnUnknownBaselineListsThoseThatThereAre) {
  AddRun("old", "2026-01-01", 1);
  EXPECT_EQ(Run({"gate", "--baseline", "relaese", "--run", "old"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no baseline, run or file 'relaese'; there is no baseline yet; `mpigauge run --baseline "
                              "NAME` makes one"));
  for (const char* name : {"release", "nightly"}) Run({"baseline", "set", name, "old"});
  for (const std::vector<std::string>& command : {std::vector<std::string>{"compare", "relaese", "old"},
                                                  {"gate", "--baseline", "relaese", "--run", "old"},
                                                  {"baseline", "show", "relaese"}}) {
    EXPECT_EQ(Run(command), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("'relaese'; the baselines are: nightly, release")) << command[0];
  }
}

// Two kinds of hosts under one name.
TEST_P(CliTest, ABaselineIsOneForEachEnvironment) {
  AddRun("two-a", "2026-01-01", 1);
  AddRun("two-b", "2026-01-02", 1);
  AddRun("four-a", "2026-01-03", 3, "4");
  AddRun("four-b", "2026-01-04", 3, "4");
  EXPECT_EQ(Run({"baseline", "set", "release", "two-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "four-b"}), ExitCode::kNotComparable);
  EXPECT_THAT(err_, HasSubstr("not comparable: ranks differs between baseline and candidate: '2' and '4'"));
  EXPECT_THAT(err_, HasSubstr("\n  nearest in the store: run four-a (library four-a)"
                              "\n  mpigauge gate --baseline four-a --run four-b\n"));
  EXPECT_EQ(Run({"baseline", "set", "release", "four-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "four-b"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("note: 10 of the baseline's 20 launches are of the candidate's environment"));
  EXPECT_EQ(Run({"compare", "release", "two-b"}), ExitCode::kPass);
  AddRun("eight", "2026-01-05", 3, "8");
  EXPECT_EQ(Run({"compare", "two-a", "eight"}), ExitCode::kNotComparable);
  EXPECT_THAT(err_, HasSubstr("nearest in the store: run four-b (library four-b), which differs in ranks '4' and '8'"
                              "\n  mpigauge compare four-b eight --allow-different=ranks\n"));
}

TEST_P(CliTest, ABaselineShowsHowMuchItsSeriesVary) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"baseline", "set", "release", "run-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "show", "release"}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex("between runs: +not known \\(one run\\)"));
  EXPECT_THAT(out_, testing::ContainsRegex("between launches of a run: +[0-9.]+%"));
  AddRun("run-b", "2026-01-02", 1.1);
  EXPECT_EQ(Run({"baseline", "set", "release", "run-a", "run-b"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "show", "release", "--all"}), ExitCode::kPass);
  // The squared deviation of the runs' means is ln(1.1)^2 / 2; that of the observations, 14.55%^2 over 30 of them, is
  // in it: what is left is 6.19%^2.
  EXPECT_THAT(out_, testing::ContainsRegex(kSeries + " +1.05 us +6.19% "));
  EXPECT_EQ(Run({"baseline", "show", "release", "--format", "json"}), ExitCode::kPass);
  const Json shown = ParseJson(out_, "output");
  EXPECT_EQ(shown.at("environments").at(0).at("environment").at("ranks"), "2");
  EXPECT_NEAR(shown.at("environments").at(0).at("series").at(0).at("between_runs").get<double>(), 0.0619, 1e-4);
  EXPECT_EQ(shown.at("environments").at(0).at("runs").at(1).at("launches"), 10);
}

// Broken runs once became baselines without a word.
TEST_P(CliTest, FaultsOfARunAreNotedWhereItBecomesABaseline) {
  AddRun("well", "2026-01-01", 1);
  for (const FaultKind kind : {FaultKind::kWrongData, FaultKind::kError}) {
    const std::string id = kind == FaultKind::kError ? "errors" : "wrong";
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.runs().Add({id, "library", "2026-01-02", RunStatus::kComplete, Json::object()});
    LaunchRecord launch = ExampleLaunch(id, 0, {{kSeries, 1e-6}});
    launch.series[0].fault = Fault{kind, 1, "as the test asks"};
    store.runs().AddLaunch(launch);
  }
  EXPECT_EQ(Run({"baseline", "roll", "nightly", "well"}), ExitCode::kPass);
  EXPECT_THAT(out_, Not(HasSubstr("note:")));
  for (const char* action : {"set", "roll", "promote"}) {
    EXPECT_EQ(Run({"baseline", action, "nightly", "wrong"}), ExitCode::kUsage) << action;
    EXPECT_THAT(err_, HasSubstr("run wrong computed wrong data, so it cannot be a baseline: " + kSeries +
                                ": wrong data in 1 of 1 launches (rank 1: as the test asks); repair the library"));
  }
  for (const char* action : {"promote", "roll", "set"}) {
    EXPECT_EQ(Run({"baseline", action, "nightly", "errors"}), ExitCode::kPass) << action;
    EXPECT_THAT(
        out_, HasSubstr("note: run errors: " + kSeries + ": an error in 1 of 1 launches (rank 1: as the test asks)\n"));
  }
}

// `baseline set latest OLD` once made `compare OLD latest` compare a run with itself.
TEST_P(CliTest, ABaselineIsNotNamedLikeARun) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"baseline", "set", "latest", "old"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("'latest' means the newest runs"));
  EXPECT_EQ(Run({"baseline", "roll", "new", "old"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("'new' is the id of run new"));
  EXPECT_EQ(Run({"store", "tag", "new", "update"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "set", "update", "old"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("'update' is the tag of run new"));
  EXPECT_EQ(Run({"compare", "old", "update"}), ExitCode::kFail);
  EXPECT_EQ(Run({"compare", "old", "latest"}), ExitCode::kFail);
  EXPECT_EQ(Run({"run", "--baseline", "3f2a", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("'3f2a' looks like the id of a run"));
}

}  // namespace
}  // namespace mpigauge

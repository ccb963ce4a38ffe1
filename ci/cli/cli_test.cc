// Commands on a store that was filled by the test; what starts MPI is tested in ci/gate and ci/launch.
#include "ci/cli/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "harness/base/file.h"
#include "harness/base/json.h"
#include "harness/record/record_json.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

const std::string kSeries = "allreduce/bytes:8/ranks:2";

// On a store of each kind.
class CliTest : public testing::TestWithParam<StoreKind> {
 protected:
  CliTest() : folder_(std::filesystem::path(testing::TempDir()) / "cli"), store_(NewStoreName(GetParam())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  // Ten launches with the medians 1.00 .. 1.09 us times `factor`.
  void AddRun(const std::string& id, const std::string& started_at, double factor, const std::string& ranks = "2") {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.AddRun({id, "library " + id, started_at, "complete", Json::object()});
    for (int i = 0; i < 10; ++i) {
      LaunchRecord launch = ExampleLaunch(
          id, i, {{kSeries, (1 + 0.001 * i) * factor * 1e-6}, {"bcast/bytes:8/ranks:2", 2e-6 + i * 1e-9}});
      launch.environment.key["ranks"] = ranks;
      store.AddLaunch(launch);
    }
  }

  ExitCode Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--store", store_});
    return RunPlain(arguments);
  }

  ExitCode RunPlain(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = RunCli(arguments, {out, err, false, false});
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  std::filesystem::path folder_;
  std::string store_;
  std::string out_;
  std::string err_;
};

TEST_P(CliTest, CompareNamesWhatGotSlowerAndReturnsTheVerdict) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("fail     allreduce  8 B"));
  EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 2 series got slower (allreduce)"));
  EXPECT_EQ(Run({"compare", "latest~1", "latest~1"}), ExitCode::kPass);
  EXPECT_EQ(Run({"compare", "old", "new", "--tolerance", "30%"}), ExitCode::kPass);
  EXPECT_EQ(Run({"compare", "old", "new", "--format", "json"}), ExitCode::kFail);
  EXPECT_EQ(ParseJson(out_, "output").at("verdict"), "fail");
}

// The runs differ between launches by 0.1% at most, so that every method with a p of slowness finds 20%.
TEST_P(CliTest, TheMethodIsChosenByName) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  for (const char* method : {"rank-sum", "signed-rank", "welch", "moderated-t", "bootstrap", "kolmogorov-smirnov"}) {
    EXPECT_EQ(Run({"compare", "old", "new", "--method", method}), ExitCode::kFail) << method;
    EXPECT_THAT(out_, HasSubstr(std::string("; by ") + method + ", Holm\n"));
    EXPECT_EQ(Run({"compare", "old", "new", "--method", method, "--correction", "bh", "--format", "json"}),
              ExitCode::kFail);
    EXPECT_EQ(ParseJson(out_, "output").at("method"), method);
    EXPECT_EQ(ParseJson(out_, "output").at("correction"), "bh");
  }
  EXPECT_EQ(Run({"compare", "old", "new", "--method", "t"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("unknown method 't'; there are rank-sum, signed-rank, welch, moderated-t, bootstrap, k"));
  EXPECT_EQ(Run({"compare", "old", "new", "--correction", "none"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("unknown correction 'none'; there are holm, bh"));
}

TEST_P(CliTest, TheMachineIsToldFromTheLibrary) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (const std::string& run : {std::string("old"), std::string("new")}) {
    store.AddRun({run, run, "2026-01-01", "complete", Json::object()});
    for (int i = 0; i < 10; ++i) {
      // Every launch is slower with the machine: in the new run more often.
      const double machine = 1 + 0.1 * (run == "new" ? i > 0 : i > 8);
      store.AddLaunch(ExampleLaunch(run, i,
                                    {{kSeries, (1 + 0.001 * (i * 7 % 10)) * machine * 1e-6},
                                     {"spin/operations:1000", (1 + 0.001 * (i * 3 % 10)) * machine * 1e-6}}));
    }
  }
  EXPECT_EQ(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("controls: MOVED, +10.0%"));
  EXPECT_EQ(Run({"compare", "old", "new", "--adjust-for-controls", "--all"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("by rank-sum adjusted for controls, Holm\n"));
  EXPECT_THAT(out_, HasSubstr("  raw\n"));
  EXPECT_EQ(Run({"compare", "old", "new", "--adjust-for-controls", "--method", "welch"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("with method rank-sum, not with 'welch'"));
}

TEST_P(CliTest, AWaiverTurnsAFailIntoAPassThatIsSeen) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  const auto waivers = [this](const std::string& up_to, const std::string& until) {
    WriteFileAtomically(folder_ / "waivers.toml", "[[waiver]]\nseries = \"allreduce/*\"\nup_to = " + up_to +
                                                      "\nuntil = " + until + "\nreason = \"r\"\nby = \"Ada\"\n");
    return (folder_ / "waivers.toml").string();
  };
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("1.25", "2999-01-01")}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("waived   allreduce  8 B "));
  EXPECT_THAT(out_, HasSubstr("but for 1 that is waived"));
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--waivers", waivers("1.25", "2999-01-01")}),
            ExitCode::kPass);
  Store store = Store::Open(store_, Store::Access::kRead);
  EXPECT_THAT(store.Gates(1).at(0).comparison.at("series").at(0).at("waived"), HasSubstr("until 2999-01-01 by Ada: r"));
  EXPECT_EQ(Run({"report", "-o", (folder_ / "report.html").string()}), ExitCode::kPass);
  EXPECT_THAT(ReadFile(folder_ / "report.html"), HasSubstr("stayed within their tolerance, but for 1 that is waived"));
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("1.25", "2026-01-01")}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("the waiver of Ada expired on 2026-01-01"));
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("1.1", "2999-01-01")}), ExitCode::kFail);
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("0.9", "2999-01-01")}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("waivers.toml, line 3: up_to = 0.9"));
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--waivers", "/no/such.toml"}), ExitCode::kUsage);
}

TEST_P(CliTest, CasesOfOneRunAreComparedInPairs) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (int i = 0; i < 10; ++i) {
    store.AddLaunch(ExampleLaunch("run", i, {{"reduce/ranks:2", 1e-6 + i * 1e-9}, {"scan/ranks:2", 2e-6 + i * 1e-9}}));
  }
  EXPECT_EQ(Run({"compare", "--pairs", "run"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("fail     scan vs reduce  -          2"));
  EXPECT_EQ(Run({"compare", "run"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "--pairs", "run", "run"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("compare what?"));
}

TEST_P(CliTest, GuidelinesNameWhatIsBroken) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (int i = 0; i < 10; ++i) {
    store.AddLaunch(ExampleLaunch("run", i, {{"gather/ranks:2", 2e-6 + i * 1e-9}, {"allgather/ranks:2", 1e-6}}));
  }
  EXPECT_EQ(Run({"guidelines"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("gather <= allgather"));
  EXPECT_EQ(Run({"guidelines", "run", "--json"}), ExitCode::kFail);
  EXPECT_EQ(ParseJson(out_, "output").at("broken"), 1);
  EXPECT_EQ(Run({"guidelines", "run", "--tolerance", "200%"}), ExitCode::kPass);
  EXPECT_EQ(Run({"guidelines", "nothing"}), ExitCode::kUsage);
}

TEST_P(CliTest, CalibrateSimulatesGates) {
  const std::vector<std::string> small = {"calibrate", "--simulate", "--model",       "typical", "--series",    "20",
                                          "--gates",   "3",          "--rival-gates", "2",       "--slowdowns", "10%"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), small.begin(), small.end());
    return more;
  };
  EXPECT_EQ(Run(small), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("typical: launches differ by 2%"));
  EXPECT_THAT(out_, HasSubstr("pooled U test (compare.py)"));
  EXPECT_EQ(Run(with({"--format", "json"})), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at("models")[0].at("rules")[0].at("false_series").at("of"), 60);
  EXPECT_EQ(Run(with({"--model", "silent"})), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no noise model 'silent'; there are quiet, typical"));
  EXPECT_EQ(Run(with({"--order", "sorted"})), ExitCode::kUsage);
  EXPECT_EQ(Run({"calibrate", "--model", "quiet"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--model and --from-store belong to --simulate"));
  EXPECT_EQ(Run({"calibrate", "--bench", "/no/such/bench"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no mpigauge-bench (looked for /no/such/bench)"));
  EXPECT_EQ(Run({"calibrate", "--simulate", "--from-store", "nothing"}), ExitCode::kUsage);
  for (int i = 0; i < 10; ++i) {
    Store::Open(store_, Store::Access::kWrite)
        .AddLaunch(ExampleLaunch("run", i, {{kSeries, (1 + i * 0.01) * 1e-6}, {"bcast/ranks:2", 1e-6 + i % 3 * 1e-8}}));
  }
  EXPECT_EQ(Run({"calibrate", "--simulate", "--from-store", "run", "--gates", "3", "--rival-gates", "0"}),
            ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("fitted: 1 run(s), 10 launches, 2 series"));
}

TEST_P(CliTest, OutputGoesToFilesToo) {
  AddRun("old", "2026-01-01", 1);
  const std::string file = (folder_ / "out.xml").string();
  EXPECT_EQ(Run({"compare", "old", "old", "--output", "junit:" + file, "--output", "markdown:" + file + ".md"}),
            ExitCode::kPass);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_TRUE(std::filesystem::exists(file + ".md"));
  EXPECT_EQ(Run({"compare", "old", "old", "--output", "junit"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "old", "old", "--output", "pdf:x"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "old", "old", "--output", "json:/no/such/folder/x"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no folder /no/such/folder"));
}

TEST_P(CliTest, ReportDrawsTheNewestGateOrTheOneThatIsNamed) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  const std::string file = (folder_ / "report.html").string();
  EXPECT_EQ(Run({"report", "-o", file}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no gate was decided yet; `mpigauge gate` decides one"));
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new"}), ExitCode::kFail);
  EXPECT_EQ(Run({"report", "-o", file}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr(file + ": FAIL: 1 of 2 series got slower (allreduce); worst: " + kSeries + " +20.0%"));
  EXPECT_THAT(ReadFile(file), HasSubstr("<title>fail: allreduce got slower: 1 of 2 series fail. - mpigauge</title>"));
  Store store = Store::Open(store_, Store::Access::kRead);
  const std::string id = store.Gates(1).at(0).gate_id;
  EXPECT_EQ(Run({"report", "--gate", id.substr(0, 6), "-o", file}), ExitCode::kPass);
  EXPECT_THAT(ReadFile(file), HasSubstr("From gate " + id.substr(0, 8)));
  EXPECT_EQ(Run({"report", "--gate", "nothing", "-o", file}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no gate 'nothing'; the newest are\n  " + id));
}

TEST_P(CliTest, ReportComparesWhereItIsAsked) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  const std::string file = (folder_ / "report.html").string();
  EXPECT_EQ(Run({"report", "--compare", "old", "new", "--tolerance", "30%", "-o", file}), ExitCode::kPass);
  EXPECT_THAT(ReadFile(file), HasSubstr("Nothing got slower: all 2 series stayed within their tolerance."));
  EXPECT_EQ(Run({"report", "--compare", "old", "nothing"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--compare", "old"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--compare", "old", "new", "--gate", "latest"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--tolerance", "30%"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--tolerance requires --compare"));
  EXPECT_EQ(Run({"report", "--compare", "old", "new", "-o", "/no/such/folder/x.html"}), ExitCode::kNotMeasured);
  EXPECT_THAT(err_, HasSubstr("/no/such/folder/x.html: cannot be written"));
}

TEST_P(CliTest, BaselinesAreSetListedShownAndRemoved) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"baseline", "set", "release", "latest", "--note", "as shipped"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "list"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("release"));
  EXPECT_EQ(Run({"baseline", "list", "--json"}), ExitCode::kPass);
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
  EXPECT_EQ(out_, "baseline nightly, version 1: 1 run(s), rolling, 2\n");
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-b", "--promote"}), ExitCode::kPass);
  EXPECT_THAT(err_, HasSubstr("promoted: baseline nightly, version 2: 2 run(s), rolling, 2"));
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-c", "--promote"}), ExitCode::kFail);
  EXPECT_THAT(err_, testing::Not(HasSubstr("promoted")));
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-d"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 series got faster (allreduce); to measure later runs by this one: mpigauge baseline "
                              "promote nightly run-d"));
  EXPECT_EQ(Run({"baseline", "promote", "nightly", "run-d"}), ExitCode::kPass);
  EXPECT_EQ(Run({"baseline", "promote", "nightly", "run-d"}), ExitCode::kPass);
  EXPECT_EQ(out_, "it is in it already: baseline nightly, version 3: 2 run(s), rolling, 2\n");
  EXPECT_EQ(Run({"baseline", "list", "--json"}), ExitCode::kPass);
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

TEST_P(CliTest, WhatPassedByAWaiverIsNotPromoted) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("run-b", "2026-01-02", 1.2);
  const std::string waivers = (folder_ / "waivers.toml").string();
  WriteFileAtomically(waivers, "[[waiver]]\nseries='*'\nup_to=1.3\nuntil=2999-01-01\nreason='r'\nby='Ada'\n");
  EXPECT_EQ(Run({"baseline", "roll", "nightly", "run-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "nightly", "--run", "run-b", "--promote", "--waivers", waivers}),
            ExitCode::kPass);
  EXPECT_THAT(err_, HasSubstr("not promoted: 1 series passed by a waiver only"));
}

// Two kinds of hosts under one name.
TEST_P(CliTest, ABaselineIsOneForEachEnvironment) {
  AddRun("two-a", "2026-01-01", 1);
  AddRun("two-b", "2026-01-02", 1);
  AddRun("four-a", "2026-01-03", 3, "4");
  AddRun("four-b", "2026-01-04", 3, "4");
  EXPECT_EQ(Run({"baseline", "set", "release", "two-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "four-b"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("not comparable: ranks differs between baseline and candidate: '2' and '4'"));
  EXPECT_THAT(err_, HasSubstr("\n  nearest in the store: run four-a (library four-a)"
                              "\n  mpigauge gate --baseline four-a --run four-b\n"));
  EXPECT_EQ(Run({"baseline", "set", "release", "four-a"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "four-b"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("note: 10 of the baseline's 20 launches are of the candidate's environment"));
  EXPECT_EQ(Run({"compare", "release", "two-b"}), ExitCode::kPass);
  AddRun("eight", "2026-01-05", 3, "8");
  EXPECT_EQ(Run({"compare", "two-a", "eight"}), ExitCode::kUsage);
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
  EXPECT_EQ(Run({"baseline", "show", "release", "--json"}), ExitCode::kPass);
  const Json shown = ParseJson(out_, "output");
  EXPECT_EQ(shown.at("environments").at(0).at("environment").at("ranks"), "2");
  EXPECT_NEAR(shown.at("environments").at(0).at("series").at(0).at("between_runs").get<double>(), 0.0619, 1e-4);
  EXPECT_EQ(shown.at("environments").at(0).at("runs").at(1).at("launches"), 10);
}

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
  EXPECT_EQ(Run({"runs", "--json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at(1).at("complete"), 10);
}

TEST_P(CliTest, ShowMergesTheLaunchesOfARunByTheMedian) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"show"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-a (run-a): 10 complete launch(es), merged by the median\n"));
  EXPECT_THAT(out_, testing::ContainsRegex(kSeries + " +1.00 us +1.00 us +1.01 us +0.3% +10 +10 +call round-time"));
  EXPECT_EQ(Run({"show", "run-a", "--figure", "minimum", "--json"}), ExitCode::kPass);
  const Json shown = ParseJson(out_, "output");
  EXPECT_EQ(shown.at("launches"), 10);
  EXPECT_EQ(shown.at("figure"), "minimum");
  EXPECT_EQ(shown.at("series").at(0).at("name"), kSeries);
  EXPECT_NEAR(shown.at("series").at(0).at("seconds").get<double>(), 0.9 * 1.0045e-6, 1e-12);
  EXPECT_EQ(shown.at("series").at(0).at("launches_seconds").size(), 10u);
  EXPECT_EQ(Run({"show", "nothing"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"show", "run-a", "--figure", "mode"}), ExitCode::kUsage);
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
  EXPECT_EQ(out_, "3 launch(es) added, 0 were there already\n");
  EXPECT_EQ(Run({"import", records.string()}), ExitCode::kPass);
  EXPECT_EQ(out_, "0 launch(es) added, 3 were there already\n");
  EXPECT_EQ(Run({"compare", records.string(), "latest"}), ExitCode::kInconclusive);
}

TEST_P(CliTest, MistakesSayWhatToDoNext) {
  EXPECT_EQ(RunPlain({}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"gaet"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("gaet"));
  EXPECT_EQ(Run({"gate"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("compared with what? --baseline NAME"));
  EXPECT_EQ(Run({"gate", "--run", "x", "--candidate-mpi", "y"}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"compare", "a", "b", "--store", "/no/store.sqlite"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("/no/store.sqlite: cannot be opened"));
  EXPECT_EQ(Run({"run", "--mpi", "/no/such/prefix", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--mpi /no/such/prefix"));
  EXPECT_EQ(Run({"run", "--env", "x", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--env 'x': write NAME=VALUE"));
  EXPECT_EQ(Run({"run", "--preload", "/no/lib.so", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"run", "--launches", "0"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"run", "-n", "-3"}), ExitCode::kUsage);
}

// An option that may be given several times once took the "--" behind it for the end of its values, and what
// followed for options of the command.
TEST_P(CliTest, ArgumentsOfTheBenchmarkProgramMayFollowAnyOption) {
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--env", "A=b"}, {"--preload", "/bin/true"}, {"--label", "x"}}) {
    std::vector<std::string> words = {"run", "--store", store_, "--mpi", "/no/such/prefix", "--bench", "/bin/true"};
    words.insert(words.end(), option.begin(), option.end());
    words.insert(words.end(), {"--", "--passes", "2"});
    EXPECT_EQ(RunPlain(words), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("--mpi /no/such/prefix")) << option[0];
  }
  EXPECT_EQ(Run({"gate", "--baseline", "nothing", "--candidate-bench", "/bin/true", "--tolerance", "5%", "--",
                 "--passes", "2"}),
            ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no run 'nothing'"));
}

TEST_P(CliTest, EveryCommandHasHelpWithAnExample) {
  EXPECT_EQ(RunPlain({"--help"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("Exit codes: 0 pass, 1 fail"));
  for (const char* command : {"run", "gate", "submit", "collect", "cases", "compare", "guidelines", "baseline", "show",
                              "history", "changes", "import", "report", "store"}) {
    EXPECT_EQ(RunPlain({command, "--help"}), ExitCode::kPass) << command;
    EXPECT_THAT(out_, HasSubstr("Example")) << command;
  }
}

TEST_P(CliTest, AStoreIsCopiedWhole) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"baseline", "set", "release", "old"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "new"}), ExitCode::kFail);
  for (const StoreKind kind : kStoreKinds) {
    const std::string copy = NewStoreName(kind);
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy}), ExitCode::kPass);
    EXPECT_THAT(out_,
                HasSubstr("2 run(s) with 20 launch(es), 0 of them there already, 1 baseline version(s) and 1 gate(s)"));
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy, "--json"}), ExitCode::kPass);
    EXPECT_EQ(ParseJson(out_, "output").at("launches_there"), 20);
    EXPECT_THAT(out_, testing::Not(HasSubstr("w0rd")));
    EXPECT_EQ(RunPlain({"compare", "release", "new", "--store", copy}), ExitCode::kFail);
    EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 2 series got slower (allreduce)"));
  }
  EXPECT_EQ(RunPlain({"store", "copy", store_, store_}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"store", "copy", "/no/such/store", store_}), ExitCode::kUsage);
}

INSTANTIATE_TEST_SUITE_P(Kinds, CliTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge

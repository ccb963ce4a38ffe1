// Commands that judge what is stored: compare, gate, guidelines, calibrate, report.
#include <map>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

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

TEST_P(CliTest, AChanceIsAShare) {
  AddRun("old", "2026-01-01", 1);
  for (const auto& [alpha, why] :
       std::vector<std::pair<std::string, std::string>>{{"nan", "is not a number"},
                                                        {"0.6", "is not a share from 0.0001% to 50%"},
                                                        {"60%", "is not a share from 0.0001% to 50%"},
                                                        {"0.00001%", "is not a share from 0.0001% to 50%"},
                                                        {"-1", "is negative"},
                                                        {"1", "without a unit would be 100%; did you mean 1%?"},
                                                        {"x", "is not a number"}}) {
    EXPECT_EQ(Run({"compare", "old", "old", "--alpha", alpha}), ExitCode::kUsage) << alpha;
    EXPECT_THAT(err_, HasSubstr("--alpha: '" + alpha + "' " + why));
  }
  for (const char* alpha : {"0.001", "0.1%"}) {
    EXPECT_EQ(Run({"compare", "old", "old", "--alpha", alpha, "--format", "json"}), ExitCode::kPass);
    EXPECT_EQ(ParseJson(out_, "output").at("alpha"), 0.001);
  }
}

TEST_P(CliTest, TolerancesAreOfSomethingAndInPercent) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"compare", "old", "new", "--tolerance", "allreduce*=30%"}), ExitCode::kPass);
  for (const std::string first : {"compare", "gate"}) {
    const std::vector<std::string> sides = first == "gate"
                                               ? std::vector<std::string>{"gate", "--baseline", "old", "--run", "new"}
                                               : std::vector<std::string>{"compare", "old", "new"};
    const auto with = [&](const std::string& tolerance) {
      std::vector<std::string> arguments = sides;
      arguments.insert(arguments.end(), {"--tolerance", tolerance});
      return Run(arguments);
    };
    EXPECT_EQ(with("5"), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("did you mean 5%?"));
    EXPECT_EQ(with("allreduce=30%"), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("none of 2 series has such a name; patterns are those of whole names: 'allreduce*'"));
  }
}

TEST_P(CliTest, TheMachineIsToldFromTheLibrary) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (const std::string& run : {std::string("old"), std::string("new")}) {
    store.runs().Add({run, run, "2026-01-01", RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 10; ++i) {
      // Every launch is slower with the machine: in the new run more often.
      const double machine = 1 + 0.1 * (run == "new" ? i > 0 : i > 8);
      store.runs().AddLaunch(ExampleLaunch(run, i,
                                           {{kSeries, (1 + 0.001 * (i * 7 % 10)) * machine * 1e-6},
                                            {"spin/operations:1000", (1 + 0.001 * (i * 3 % 10)) * machine * 1e-6}}));
    }
  }
  EXPECT_EQ(Run({"compare", "old", "new"}), ExitCode::kInconclusive);
  EXPECT_THAT(out_, HasSubstr("controls: MOVED, +10.0%"));
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
  EXPECT_THAT(store.gates().Newest(1).at(0).comparison.at("series").at(0).at("waived"),
              HasSubstr("until 2999-01-01 by Ada: r"));
  EXPECT_EQ(Run({"gates"}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex(" pass \\([12] waived\\) "));  // the series, and perhaps its family
  EXPECT_EQ(Run({"report", "-o", (folder_ / "report.html").string()}), ExitCode::kPass);
  EXPECT_THAT(ReadFile(folder_ / "report.html"),
              HasSubstr("stayed within their tolerance of 5%, but for 1 that is waived"));
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("1.25", "2026-01-01")}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("the waiver of Ada expired on 2026-01-01"));
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("1.1", "2999-01-01")}), ExitCode::kFail);
  EXPECT_EQ(Run({"compare", "old", "new", "--waivers", waivers("0.9", "2999-01-01")}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("waivers.toml, line 3: [[waiver]] 1: up_to = 0.9"));
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--waivers", "/no/such.toml"}), ExitCode::kUsage);
}

TEST_P(CliTest, CasesOfOneRunAreComparedInPairs) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (int i = 0; i < 10; ++i) {
    store.runs().AddLaunch(
        ExampleLaunch("run", i, {{"reduce/ranks:2", 1e-6 + i * 1e-9}, {"scan/ranks:2", 2e-6 + i * 1e-9}}));
  }
  EXPECT_EQ(Run({"compare", "--pairs", "run"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("fail     scan vs reduce  -          2"));
  EXPECT_EQ(Run({"compare", "run"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "--pairs", "run", "run"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("nothing to compare: give two runs"));
}

// SKaMPI 3.3 [SK12]: a run of which every launch crashed, but had measured before. All that can be seen of it says so,
// and it never passes.
TEST_P(CliTest, MeasurementsBeforeACrashAreMarkedWhereShownPlottedOrCompared) {
  AddRun("old", "2026-01-01", 1);
  Store store = Store::Open(store_, Store::Access::kWrite);
  store.runs().Add({"new", "library new", "2026-01-02", RunStatus::kComplete, Json::object()});
  for (int i = 0; i < 10; ++i) {
    LaunchRecord launch =
        ExampleLaunch("new", i, {{kSeries, (1 + 0.001 * i) * 1e-6}, {"bcast/bytes:8/ranks:2", 2e-6 + i * 1e-9}});
    launch.status = LaunchStatus::kCrashed;
    launch.status_text = "mpirun ended with 139";
    store.runs().AddLaunch(launch);
  }
  const std::string mark = "did not finish (crashed: mpirun ended with 139)";
  EXPECT_EQ(Run({"show", "new"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library new (new) (unfinished): 10 unfinished launches"));
  EXPECT_THAT(out_, HasSubstr("note: launch 10 of the run " + mark));
  EXPECT_THAT(out_, testing::ContainsRegex(kSeries + " +1.00 us"));
  EXPECT_EQ(Run({"show", "new", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at("unfinished"), true);
  EXPECT_EQ(Run({"plot", "allreduce", "new"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("(unfinished)"));
  EXPECT_THAT(err_, HasSubstr(mark));
  EXPECT_EQ(Run({"compare", "old", "new", "--tolerance", "50%"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("FAIL: no launch of the candidate finished"));
  EXPECT_THAT(out_, HasSubstr("10 of 10 launches of the candidate crashed, hung or never began"));
  EXPECT_THAT(out_, HasSubstr(mark));
  EXPECT_EQ(Run({"compare", "new", "old", "--tolerance", "50%"}), ExitCode::kInconclusive);
  EXPECT_THAT(out_, HasSubstr("no launch of the baseline finished"));
  // A gate still needs finished launches.
  EXPECT_EQ(Run({"gate", "--baseline", "new", "--run", "old"}), ExitCode::kUsage);
}

// A comparison of stored runs passed the first of them, and said in a note that launches did not finish.
TEST_P(CliTest, LostLaunchesDecideTheExitCodeOfACompare) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (const auto& [run, lost] : std::map<std::string, int>{{"good", 0}, {"crashes", 7}, {"crashed-once", 1}}) {
    store.runs().Add({run, "library " + run, "2026-01-02", RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 20; ++i) {
      LaunchRecord launch = ExampleLaunch(run, i, {{kSeries, (1 + 0.001 * (i % 10)) * 1e-6}});
      if (i < lost) launch.status = LaunchStatus::kCrashed;
      launch.status_text = i < lost ? "crashed in allreduce" : "";
      store.runs().AddLaunch(launch);
    }
  }
  const std::string lost = "7 of 20 launches of the candidate crashed, hung or never began to measure";
  const std::string file = (folder_ / "out").string();
  EXPECT_EQ(Run({"compare", "good", "crashes", "--output", "junit:" + file, "--output", "github:-"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("::error title=mpigauge::FAIL: " + lost));
  EXPECT_THAT(out_, HasSubstr("\nFAIL: " + lost));
  EXPECT_THAT(ReadFile(file), HasSubstr("launch 7 of the candidate: crashed: crashed in allreduce"));
  EXPECT_EQ(Run({"compare", "good", "crashes", "--format", "codequality"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr(lost));
  EXPECT_EQ(Run({"compare", "good", "crashed-once"}), ExitCode::kInconclusive);
  EXPECT_EQ(Run({"compare", "crashes", "crashes"}), ExitCode::kInconclusive);
  EXPECT_EQ(Run({"compare", "crashes", "good"}), ExitCode::kPass);
  EXPECT_EQ(Run({"report", "--compare", "good", "crashes", "-o", file}), ExitCode::kPass);
  EXPECT_THAT(ReadFile(file), HasSubstr("<header class=\"banner fail\">"));
}

TEST_P(CliTest, GatesSayWhatEachOfThemDidToASeries) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--no-settle"}), ExitCode::kFail);
  EXPECT_EQ(Run({"gates", "--series", "^allreduce"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("fail"));
  EXPECT_EQ(Run({"gates", "--series", "^allreduce", "--format", "json"}), ExitCode::kPass);
  EXPECT_NEAR(ParseJson(out_, "output").at(0).at("since_first").at("ratio").get<double>(), 1.2, 0.05);
  EXPECT_EQ(Run({"gates", "--series", "^nothing"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--series '^nothing': no gate has a time of such a series"));
  EXPECT_EQ(Run({"gates", "--series", "("}), ExitCode::kUsage);
}

TEST_P(CliTest, GuidelinesNameWhatIsBroken) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (int i = 0; i < 10; ++i) {
    store.runs().AddLaunch(ExampleLaunch("run", i, {{"gather/ranks:2", 2e-6 + i * 1e-9}, {"allgather/ranks:2", 1e-6}}));
  }
  EXPECT_EQ(Run({"guidelines"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("gather <= allgather"));
  EXPECT_EQ(Run({"guidelines", "run", "--format", "json"}), ExitCode::kFail);
  EXPECT_EQ(ParseJson(out_, "output").at("broken"), 1);
  EXPECT_EQ(Run({"guidelines", "run", "--tolerance", "200%"}), ExitCode::kPass);
  EXPECT_EQ(Run({"guidelines", "nothing"}), ExitCode::kUsage);

  for (int i = 0; i < 10; ++i) {
    store.runs().AddLaunch(
        ExampleLaunch("even", i, {{"gather/ranks:2", 1e-6 + i * 1e-9}, {"allgather/ranks:2", 1e-6}}));
  }
  EXPECT_EQ(Run({"guidelines", "run", "--since", "even"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("1 came to be broken"));
  EXPECT_EQ(Run({"guidelines", "even", "--since", "run"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 hold again"));
  EXPECT_EQ(Run({"guidelines", "even", "--since", "run", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at("went"), 1);
  EXPECT_EQ(Run({"guidelines", "run", "--since", "nothing"}), ExitCode::kUsage);
}

TEST_P(CliTest, CalibrateRefusesWhatCannotBeMeasured) {
  EXPECT_EQ(Run({"calibrate", "--bench", "/no/such/bench"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no mpigauge-bench (looked for /no/such/bench)"));
  EXPECT_EQ(Run({"calibrate", "--launches", "3"}), ExitCode::kUsage);
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

TEST_P(CliTest, AnnotationsGoToStandardOutputBeforeTheTable) {
  AddRun("old", "2026-01-01", 1);
  EXPECT_EQ(Run({"compare", "old", "old", "--output", "github:-"}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::StartsWith("::notice title=mpigauge::PASS"));
  EXPECT_THAT(out_, HasSubstr("\nPASS: "));
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
  const std::string id = store.gates().Newest(1).at(0).gate_id;
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
  EXPECT_THAT(ReadFile(file), HasSubstr("Nothing got slower: all 2 series stayed within their tolerance of 30%."));
  EXPECT_EQ(Run({"report", "--compare", "old", "nothing"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--compare", "old"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--compare", "old", "new", "--gate", "latest"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"report", "--tolerance", "30%"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--tolerance requires --compare"));
  EXPECT_EQ(Run({"report", "--compare", "old", "new", "-o", "/no/such/folder/x.html"}), ExitCode::kNotMeasured);
  EXPECT_THAT(err_, HasSubstr("/no/such/folder/x.html: cannot be written"));
}

}  // namespace
}  // namespace mpigauge

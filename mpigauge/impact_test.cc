// Tests the cost of changes for applications: impact, and gates with --trace.
#include "base/file.h"
#include "base/json.h"
#include "mpigauge/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

class ImpactTest : public CliTest {
 protected:
  // 80 us of computation and an allreduce of 20 us, after a message that costs 1 us.
  ImpactTest() {
    program_ = (folder_ / "solver.txt").string();
    WriteFileAtomically(program_, R"(ranks 2
rank 0
  calc 79000
  send 1 8
  allreduce 65536
rank 1
  recv 0
  allreduce 65536
)");
  }

  // Ten launches, all of whose times differ by less than 0.2% between launches.
  void AddNetworkRun(const std::string& id, const std::string& started_at, double allreduce_factor) {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.runs().Add({id, "library " + id, started_at, RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 10; ++i) {
      const double noise = 1 + 0.0002 * (i * 7 % 10);
      store.runs().AddLaunch(ExampleLaunch(id, i,
                                           {{"ping_pong/bytes:8/ranks:2", 1e-6 * noise},
                                            {"ping_pong/bytes:65536/ranks:2", 9e-6 * noise},
                                            {"allreduce/bytes:8/ranks:2", 2e-6 * noise},
                                            {"allreduce/bytes:65536/ranks:2", 20e-6 * allreduce_factor * noise}}));
    }
  }

  // Asks for the cost of the run "new" for the program, against "old".
  ExitCode Impact(const std::string& option, const std::string& value) {
    return Run({"impact", "--trace", program_, "--baseline", "old", "--candidate", "new", option, value});
  }

  std::string program_;
};

TEST_P(ImpactTest, NamesTheOperationThatCosts) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddNetworkRun("new", "2026-01-02", 1.1);
  EXPECT_EQ(Run({"impact", "--trace", program_, "--baseline", "old", "--candidate", "new"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("solver: +2.0% [2.0, 2.0], of which allreduce 64 KiB 2.0\n"));
  EXPECT_THAT(out_, HasSubstr("2 ranks, 100 us -> 102 us as replayed\n"));
  EXPECT_THAT(out_,
              HasSubstr("note: baseline library old (old): the cost of messages is that of ping_pong at 2 sizes"));
  EXPECT_EQ(Run({"impact", "--trace", program_ + "=cfd", "--baseline", "old", "--candidate", "old"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("cfd: +0.00% ["));
}

TEST_P(ImpactTest, TheLimitDecidesTheExitCode) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddNetworkRun("new", "2026-01-02", 1.1);
  EXPECT_EQ(Impact("--fail-impact", "1%"), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 1 application loses more than +1.0%; worst: solver"));
  EXPECT_EQ(Impact("--fail-impact", "2%"), ExitCode::kInconclusive);
  EXPECT_EQ(Impact("--fail-impact", "3%"), ExitCode::kPass);
  EXPECT_EQ(Impact("--fail-impact", "-3%"), ExitCode::kUsage);
}

// The launches of the examples were measured while a cache line took 27 and 28 ns.
TEST_P(ImpactTest, HandoverRangeChoosesPassesOfOneState) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddNetworkRun("new", "2026-01-02", 1.1);
  EXPECT_EQ(Impact("--handover", "20ns-60ns"), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("solver: +2.0% [2.0, 2.0]"));
  EXPECT_EQ(Impact("--handover", "100ns-200ns"), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no pass during which a cache line took 100 ns to 200 ns from rank to rank; it took "
                              "27.0 ns to 28.0 ns"));
  EXPECT_EQ(Impact("--handover", "20"), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--handover '20': write it as 20ns-60ns"));
}

TEST_P(ImpactTest, AsJson) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddNetworkRun("new", "2026-01-02", 1.1);
  EXPECT_EQ(Run({"impact", "--trace", program_, "--baseline", "old", "--candidate", "new", "--format", "json"}),
            ExitCode::kPass);
  const Json impact = ParseJson(out_, "output");
  EXPECT_NEAR(impact.at("applications")[0].at("ratio").get<double>(), 1.02, 1e-3);
  EXPECT_EQ(impact.at("applications")[0].at("parts")[0].at("operation"), "allreduce");
}

// 1% of 20 us in 100.
TEST_P(ImpactTest, SensitivityAndTolerances) {
  AddNetworkRun("old", "2026-01-01", 1);
  EXPECT_EQ(Run({"impact", "--trace", program_, "--baseline", "old", "--sensitivity", "--format", "json"}),
            ExitCode::kPass);
  const Json list = ParseJson(out_, "output").at("sensitivity");
  EXPECT_EQ(list[0].at("label"), "allreduce 64 KiB");
  EXPECT_NEAR(list[0].at("cost_of_one_percent").get<double>(), 0.002, 1e-5);
  EXPECT_EQ(Run({"impact", "--trace", program_, "--baseline", "old", "--sensitivity"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("allreduce 64 KiB      2  +0.200"));
  EXPECT_EQ(Run({"impact", "--trace", program_, "--baseline", "old", "--suggest-tolerances", "--fail-impact", "2%"}),
            ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("# An application loses 2% where"));
  EXPECT_THAT(out_, HasSubstr("[gate]\ntolerance = [\n  \"20%\",\n  \"allreduce/bytes:65536/*=9.5%\",\n]\n"));
}

TEST_P(ImpactTest, AGateTellsItAndIsDecidedByIt) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddNetworkRun("new", "2026-01-02", 1.04);
  std::vector<std::string> gate = {"gate", "--baseline", "old", "--run", "new", "--trace", program_};
  EXPECT_EQ(Run(gate), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("impact: solver: +0.8% [0.8, 0.8], of which allreduce 64 KiB 0.8\n"));
  gate.insert(gate.end(), {"--fail-impact", "0.5%", "--output", "junit:" + (folder_ / "junit.xml").string(), "--output",
                           "markdown:" + (folder_ / "summary.md").string()});
  EXPECT_EQ(Run(gate), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 1 application loses more than +0.5%; worst: solver: +0.8%"));
  EXPECT_THAT(ReadFile(folder_ / "junit.xml"), HasSubstr("<testcase classname=\"impact\" name=\"solver\""));
  EXPECT_THAT(ReadFile(folder_ / "junit.xml"), HasSubstr("failures=\"1\""));
  EXPECT_THAT(ReadFile(folder_ / "summary.md"), HasSubstr("- solver: +0.8% [0.8, 0.8]"));
  Store store = Store::Open(store_, Store::Access::kRead);
  Json comparison;
  for (const GateResult& one : store.gates().Newest(2)) {  // both may be of one second
    if (one.verdict == "fail") comparison = one.comparison;
  }
  ASSERT_TRUE(comparison.is_object());
  EXPECT_EQ(comparison.at("verdict"), "fail");
  EXPECT_EQ(comparison.at("impact").at("verdict"), "fail");
  EXPECT_EQ(comparison.at("impact").at("fail_impact"), 0.005);
}

TEST_P(ImpactTest, AGateWithoutMessagesIsInconclusiveWhereALimitIsGiven) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1);
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--trace", program_}), ExitCode::kPass);
  EXPECT_THAT(out_,
              HasSubstr("the impact on applications is not known: baseline library old (old): the cost of messages"));
  EXPECT_EQ(Run({"gate", "--baseline", "old", "--run", "new", "--trace", program_, "--fail-impact", "2%"}),
            ExitCode::kInconclusive);
}

TEST_P(ImpactTest, WrongUsageSaysWhatToDo) {
  AddNetworkRun("old", "2026-01-01", 1);
  AddRun("plain", "2026-01-02", 1);
  const auto says = [this](std::vector<std::string> arguments, const char* text) {
    EXPECT_EQ(Run(std::move(arguments)), ExitCode::kUsage) << text;
    EXPECT_THAT(err_, HasSubstr(text));
  };
  says({"impact", "--baseline", "old", "--candidate", "old"}, "name its traces with --trace FOLDER");
  says({"impact", "--baseline", "old", "--trace", program_}, "--candidate RUN compares two runs");
  says({"impact", "--baseline", "old", "--trace", program_, "--candidate", "old", "--sensitivity"}, "--candidate RUN");
  says({"impact", "--baseline", "old", "--trace", "/no/such", "--sensitivity"}, "--trace /no/such: there is nothing");
  says({"impact", "--baseline", "old", "--trace", program_ + "=", "--sensitivity"}, "write FOLDER=NAME");
  says({"impact", "--baseline", "old", "--trace", program_, "--trace", program_, "--sensitivity"},
       "there is another application 'solver'");
  says({"impact", "--baseline", "plain", "--trace", program_, "--sensitivity"}, "mpigauge run --suite network");
  says({"impact", "--baseline", "old", "--trace", program_, "--sensitivity", "--network", "cubic"}, "no model 'cubic'");
  says({"impact", "--baseline", "old", "--trace", program_, "--sensitivity", "--topology", "complete:1"},
       "the program has 2 ranks");
  says({"gate", "--baseline", "old", "--run", "old", "--fail-impact", "2%"}, "--fail-impact needs an application");
}

INSTANTIATE_TEST_SUITE_P(Kinds, ImpactTest, EachStoreKind(),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge

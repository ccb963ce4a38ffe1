#include "ci/pipeline/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PipelineConfigTest : public testing::Test {
 protected:
  PipelineConfigTest() : folder_(std::filesystem::path(testing::TempDir()) / "config") {
    std::filesystem::create_directories(folder_);
  }

  PipelineConfig Read(const std::string& text) const {
    WriteFileAtomically(folder_ / "mpigauge.toml", "[[library]]\nname = \"mine\"\nmpi = \"openmpi\"\n" + text);
    return ReadPipelineConfig(folder_ / "mpigauge.toml");
  }

  std::string ReadingError(const std::string& text) const {
    try {
      Read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  const std::filesystem::path folder_;
};

TEST_F(PipelineConfigTest, HasTheDefaultsOfTheCommand) {
  const PipelineConfig config = Read("");
  EXPECT_EQ(config.gate.max_launches, GateRequest().max_launches);
  EXPECT_EQ(config.gate.turns, 6);
  EXPECT_EQ(config.measure.launches, 10);
  EXPECT_EQ(config.keep, 30);
  EXPECT_FALSE(config.slurm);
}

TEST_F(PipelineConfigTest, TakesTheSettingsOfAGate) {
  const PipelineConfig config = Read(
      "[gate]\ntolerance = [\"3%\", \"bcast*=9%\"]\nalpha = \"1%\"\nturns = \"off\"\nsettle = false\n"
      "allow_different = \"kernel\"\nwaivers = \"waivers.toml\"\nagainst = \"previous\"\n"
      "[impact]\ntrace = [\"traces/solver=solver\"]\nfail = \"2%\"\nwarm_caches = true\n"
      "[measure]\nrealtime = true\narguments = [\"--passes\", \"20\"]\n");
  EXPECT_THAT(config.gate.compare.tolerance, ElementsAre("3%", "bcast*=9%"));
  EXPECT_EQ(config.gate.compare.alpha, 0.01);
  EXPECT_EQ(config.gate.compare.ToSettings().alpha, 0.01);
  EXPECT_THAT(config.gate.compare.ToSettings().allowed_fields, ElementsAre("kernel"));
  EXPECT_EQ(config.gate.compare.waivers, (folder_ / "waivers.toml").string());
  EXPECT_EQ(config.gate.turns, 1);
  EXPECT_FALSE(OptionsOf(config.gate, 7).settle);
  EXPECT_EQ(OptionsOf(config.gate, 7).launches, 7);
  EXPECT_EQ(config.keep, 1);
  const ImpactSettings impact = config.gate.impact.ToSettings();
  EXPECT_THAT(impact.traces, ElementsAre((folder_ / "traces/solver=solver").string()));
  EXPECT_EQ(impact.fail_impact, 0.02);
  EXPECT_EQ(impact.costs.caches, Caches::kWarm);
  LaunchPlan plan;
  config.measure.TakeInto(plan);
  EXPECT_THAT(plan.bench_arguments, ElementsAre("--realtime", "--passes", "20"));
}

TEST_F(PipelineConfigTest, ShapesAreOfNodesWhereThereIsSlurm) {
  const PipelineConfig config = Read("[slurm]\npartition = \"perf\"\nexclusive = true\n[[shape]]\nnodes = 3\n");
  ASSERT_TRUE(config.slurm);
  const SlurmRequest request = config.slurm->RequestFor(config.shapes[0].ranks_per_node);
  EXPECT_EQ(request.partition, "perf");
  EXPECT_EQ(request.at_once, 0);  // nobody shares the nodes
  EXPECT_EQ(request.ntasks_per_node, 2);
  EXPECT_EQ(config.shapes[0].nodes, 3);
  EXPECT_EQ(Read("[slurm]\n").slurm->RequestFor(2).at_once, 1);
  EXPECT_EQ(Read("[slurm]\nexclusive = true\nat_once = 2\n").slurm->RequestFor(2).at_once, 2);
}

TEST_F(PipelineConfigTest, NamesTheLineOfAMistake) {
  EXPECT_THAT(ReadingError("[gate]\nturns = 0\n"), HasSubstr("line 5: [gate]: turns: a whole number from 1 to 100"));
  EXPECT_THAT(ReadingError("[gate]\nbudget = \"soon\"\n"), HasSubstr("line 5: [gate]: budget"));
  EXPECT_THAT(ReadingError("[gate]\ntolerances = \"3%\"\n"), HasSubstr("tolerances"));
  EXPECT_THAT(ReadingError("[impact]\nfail = \"2%\"\n"), HasSubstr("[impact]: trace: the folders"));
  EXPECT_THAT(ReadingError("[impact]\ntrace = \"t\"\nfail = \"0%\"\n"), HasSubstr("line 6: [impact]: fail 0%"));
  EXPECT_THAT(ReadingError("[slurm]\nlauncher = \"rocket\"\n"), HasSubstr("line 5: [slurm]"));
}

// A key that only the code knows helps nobody.
TEST_F(PipelineConfigTest, ThePageHasEachKey) {
  const std::string page = ReadFile("docs/use/pipelines.md");
  PipelineConfig config;
  JobRequest jobs;
  for (const SettingList& settings :
       {SettingsOf(config.measure), SettingsOf(config.gate), SettingsOf(config.gate.impact), SettingsOf(jobs)}) {
    for (const Setting& setting : settings) {
      EXPECT_TRUE(page.find("\n" + setting.key + " = ") != std::string::npos ||
                  page.find("\n# " + setting.key + " = ") != std::string::npos)
          << setting.key;
    }
  }
}

}  // namespace
}  // namespace mpigauge

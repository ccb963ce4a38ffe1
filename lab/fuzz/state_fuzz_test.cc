// Every file that a command reads back may be damaged, or somebody's work: it is read, or it is an Error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "base/json.h"
#include "ci/launch/campaign_state.h"
#include "ci/pipeline/update.h"
#include "ci/slurm/collect.h"
#include "ci/slurm/job.h"
#include "ci/slurm/outcome.h"
#include "ci/slurm/testing.h"
#include "lab/fuzz/damage.h"
#include "record/journal.h"

namespace mpigauge {
namespace {

LaunchPlan Plan() {
  LaunchPlan plan;
  plan.library = {"new", "/opt/mpi", {"/lib/x.so"}, {{"OMPI_MCA_btl", "tcp"}}, "0123456789ab"};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "3"};
  return plan;
}

// The launches that a job is to make: one of each block and library, unless an earlier job has made it.
int LaunchesWanted(const SlurmJob& job) {
  std::ptrdiff_t count = 0;
  for (const SlurmArm& arm : job.arms) {
    count += std::count_if(job.blocks.begin(), job.blocks.end(), [&](int block) { return !arm.done.contains(block); });
  }
  return static_cast<int>(count);
}

TEST(StateFuzz, Journals) {
  const auto file = FuzzFolder("journal") / "launch-1.json.journal";
  LaunchRecord record = FuzzLaunch();
  const auto series = std::exchange(record.series, {});
  {
    JournalWriter journal(file);
    journal.Launch(record);
    for (const SeriesRecord& one : series) {
      journal.Begin(one);
      journal.End(one);
      journal.End(one);
    }
    journal.Begin(series[0]);
  }
  ReadDamagedText("journals", FileText(file), 2, [&](const std::string& text) {
    Overwrite(file, text);
    ReadJournal(file);
  });
}

TEST(StateFuzz, Campaigns) {
  const auto folder = FuzzFolder("campaign");
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, {Plan(), Plan()}};
  OpenCampaignState(folder, fresh);
  ReadDamagedText("campaign.json", FileText(folder / "campaign.json"), 3, [&](const std::string& text) {
    Overwrite(folder / "campaign.json", text);
    BlockOrder(OpenCampaignState(folder, fresh).seed, 1, 2);
  });
}

TEST(StateFuzz, Jobs) {
  SlurmJob whole = ExampleFolder("fuzz_job", 4, 2).job();
  whole.arms.push_back({"other-run", "other", "2026-11-20T18:00:00Z", Plan(), {1, 2}});
  ReadDamagedText("job.json", JsonText(ToJson(whole)), 4, [](const std::string& text) {
    const SlurmJob job = JobFromJson(ParseJson(text, "job.json"), "job.json");
    for (int task = 0; task < job.TaskCount(); ++task) {
      for (const JobLaunch& launch : job.LaunchesOf(task)) EXPECT_FALSE(job.Text(launch).empty());
    }
    EXPECT_EQ(job.LaunchCount(), LaunchesWanted(job));
    EXPECT_EQ(ToJson(JobFromJson(ToJson(job), "again")), ToJson(job));
  });
}

TEST(StateFuzz, StatusesOfTasks) {
  const JobFolder folder = ExampleFolder("fuzz_status", 4, 2);
  AddExampleLaunch(folder, 0, 0, 0);
  WriteStatus(folder.AttemptPath(0, 0),
              {"node1", "node1", "srun", {{0, 1}}, {2, "why", 1}, AttemptEnd::kNone, "text", {"a problem"}});
  const auto file = folder.AttemptPath(0, 0) / "status.json";
  ReadDamagedText("status.json", FileText(file), 5, [&](const std::string& text) {
    Overwrite(file, text);
    EXPECT_EQ(Outcomes(folder, {ExampleState(folder, 0, "NODE_FAIL")}, true).size(), 2u);
    StatusFromJson(ParseJson(text, "status.json"), "status.json");
  });
}

TEST(StateFuzz, OutcomesOfTasks) {
  const JobFolder folder = ExampleFolder("fuzz_outcomes", 4, 2);
  AddExampleLaunch(folder, 0, 0, 0);
  KeepOutcomes(folder, Outcomes(folder, {ExampleState(folder, 0, "TIMEOUT")}, true));
  const auto file = folder.path() / "tasks.json";
  ReadDamagedText("tasks.json", FileText(file), 14, [&](const std::string& text) {
    Overwrite(file, text);
    const auto tasks = KeptOutcomes(folder);
    ASSERT_TRUE(tasks);
    EXPECT_GE(LaunchesDone(*tasks), 0);
    for (const TaskOutcome& task : *tasks) EXPECT_EQ(folder.job().LaunchesOf(task.task).size(), 2u);
  });
}

TEST(StateFuzz, BadNodes) {
  const JobFolder folder = ExampleFolder("fuzz_bad_nodes", 4, 2);
  const std::string whole =
      R"([{"task": 0, "attempt": 1, "exclude": ["node1", "node2"], "text": "bad node: node1 was slow"}])";
  const auto file = folder.path() / "bad_nodes.json";
  ReadDamagedText("bad_nodes.json", whole, 15, [&](const std::string& text) {
    Overwrite(file, text);
    for (const BadAllocation& bad : JudgedNodes(folder)) EXPECT_GE(bad.task, 0);
  });
}

TEST(StateFuzz, Updates) {
  Update whole;
  whole.name = "openmpi";
  whole.identity = "0123456789abcdef";
  whole.library = Plan().library;
  whole.shapes = {
      {"1x2", {1, 2, "", ""}, Plan(), "openmpi", false, "before", "openmpi 4.1.8", "gate", "", "pass", "", "run"}};
  ReadDamagedText("update.json", JsonText(ToJson(whole)), 6, [](const std::string& text) {
    const Update update = UpdateFromJson(ParseJson(text, "update.json"), "update.json");
    EXPECT_EQ(ToJson(UpdateFromJson(ToJson(update), "again")), ToJson(update));
  });
}

}  // namespace
}  // namespace mpigauge

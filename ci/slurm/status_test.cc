#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "ci/slurm/fake_slurm.h"
#include "ci/slurm/outcome.h"
#include "ci/slurm/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(JobTexts, TellsEveryJobAndItsTasks) {
  std::filesystem::remove_all(testing::TempDir() + "/status");
  const JobFolder first = ExampleFolder("status/settle/job-0", 2, 1);
  const JobFolder second = ExampleFolder("status/settle/job-0-1", 1, 1);
  AddExampleLaunch(first, 0, 0, 0);
  KeepOutcomes(first, Outcomes(first, {ExampleState(first, 0, "COMPLETED"), ExampleState(first, 1, "TIMEOUT")}, true));
  WriteFileAtomically(first.path() / "bad_nodes.json",
                      R"([{"task": 0, "attempt": 0, "exclude": ["node1"], "text": "bad node: node1"}])");
  FakeSlurm slurm;
  slurm.Next(std::vector<TaskState>{ExampleState(second, 0, "RUNNING")});
  EXPECT_THAT(
      JobTexts(testing::TempDir() + "/status", slurm),
      ElementsAre("job 17: 1 of 2 launches; 1 completed, 1 timed out", "  task 0: completed on node1, 1 of 1 launches",
                  "  task 1: timed out on node1, 0 of 1 launches", "  bad node: node1",
                  "job 17: 0 of 1 launches; 1 running", "  task 0: running on node1"));
  EXPECT_THAT(JobTexts(testing::TempDir() + "/status/nothing", slurm), IsEmpty());
}

}  // namespace
}  // namespace mpigauge

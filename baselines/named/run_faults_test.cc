#include "baselines/named/run_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Four launches; `faults` has those of the first launches, by the name of the series.
std::vector<LaunchRecord> Launches(const std::map<std::string, std::vector<Fault>>& faults) {
  std::vector<LaunchRecord> launches;
  for (int i = 0; i < 4; ++i) {
    LaunchRecord& launch = launches.emplace_back(
        ExampleLaunch("run", i, {{"allreduce/bytes:8", 1e-6}, {"barrier/ranks:2", 1e-6}, {"bcast/bytes:8", 1e-6}}));
    for (SeriesRecord& series : launch.series) {
      const auto found = faults.find(series.name);
      const auto place = static_cast<std::size_t>(i);
      if (found != faults.end() && place < found->second.size()) series.fault = found->second[place];
    }
  }
  return launches;
}

const Fault kWrong{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
const Fault kNoMemory{FaultKind::kError, 0, "no memory"};

TEST(RunFaults, ARunThatIsWellHasNone) {
  const RunFaults faults = FaultsOf(Launches({}));
  EXPECT_FALSE(faults.HasWrongData());
  EXPECT_EQ(faults.launches, 4);
  EXPECT_THAT(FaultLines(faults), IsEmpty());
  EXPECT_NO_THROW(RequireRightData(faults, "run"));
}

TEST(RunFaults, AreCountedBySeriesAndKindWithWrongDataFirst) {
  const RunFaults faults = FaultsOf(Launches(
      {{"allreduce/bytes:8", {kNoMemory, kNoMemory}}, {"bcast/bytes:8", {kNoMemory, kWrong, kWrong, kWrong}}}));
  EXPECT_TRUE(faults.HasWrongData());
  EXPECT_THAT(FaultLines(faults),
              ElementsAre("bcast/bytes:8: wrong data in 3 of 4 launches (rank 1: element 3 is 0, should be 7)",
                          "allreduce/bytes:8: an error in 2 of 4 launches (rank 0: no memory)",
                          "bcast/bytes:8: an error in 1 of 4 launches (rank 0: no memory)"));
}

TEST(RunFaults, LaunchesThatDiedCountAndBadNodesDoNot) {
  std::vector<LaunchRecord> launches =
      Launches({{"bcast/bytes:8", {{FaultKind::kCrash, -1, "exit code 139"}, kWrong}}});
  launches[0].status = LaunchStatus::kCrashed;
  launches[1].status = LaunchStatus::kBadNode;
  EXPECT_THAT(FaultLines(FaultsOf(launches)), ElementsAre("bcast/bytes:8: a crash in 1 of 3 launches (exit code 139)"));
}

TEST(RunFaults, InvalidObservationsAndSelfTestsAreNoFaults) {
  std::vector<LaunchRecord> launches = Launches({{"bcast/bytes:8", {{FaultKind::kNoValidObservation, 0, "late"}}}});
  launches[1].series[0].family = "self-test";
  launches[1].series[0].fault = kWrong;
  EXPECT_THAT(FaultLines(FaultsOf(launches)), IsEmpty());
}

TEST(RunFaults, AreLinesOfTheirOwnWhateverTheirMessagesHold) {
  const Fault hostile{FaultKind::kError, 0, "x\nPASS: all\x1b[2J"};
  const auto lines = FaultLines(FaultsOf(Launches({{"bcast/bytes:8", {hostile}}})));
  EXPECT_THAT(lines, ElementsAre(HasSubstr("x\\nPASS: all")));
  EXPECT_THAT(lines[0], Not(HasSubstr("\x1b")));
}

TEST(RunFaults, ManyAreCounted) {
  std::map<std::string, double> medians;
  for (int i = 0; i < 13; ++i) medians["bcast/bytes:" + std::to_string(100 + i)] = 1e-6;
  LaunchRecord launch = ExampleLaunch("run", 0, medians);
  for (SeriesRecord& series : launch.series) series.fault = kNoMemory;
  const auto lines = FaultLines(FaultsOf({launch}));
  EXPECT_THAT(lines, SizeIs(11));
  EXPECT_THAT(lines.back(), HasSubstr("3 more such faults"));
}

TEST(RunFaults, WrongDataSayWhatToDo) {
  const RunFaults faults = FaultsOf(Launches({{"bcast/bytes:8", {kWrong}}, {"allreduce/bytes:8", {kWrong}}}));
  try {
    RequireRightData(faults, "3f2a77c1");
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("run 3f2a77c1 computed wrong data"));
    EXPECT_THAT(error.what(), HasSubstr("--filter='-^(allreduce|bcast)/'"));
  }
}

}  // namespace
}  // namespace mpigauge

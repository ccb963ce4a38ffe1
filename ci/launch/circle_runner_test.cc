#include "ci/launch/circle_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

LaunchOutcome WithStatus(LaunchStatus status) {
  LaunchOutcome outcome;
  outcome.status = status;
  outcome.seconds = 12;
  if (status == LaunchStatus::kFailed) outcome.text = "no context is left";
  if (status == LaunchStatus::kCrashed) outcome.running.emplace().name = "bcast";
  return outcome;
}

// Launches without a process. They write down how they were asked for: "A0 B0" is a circle, "A0" is alone.
class FakeHost : public CircleHost {
 public:
  FakeHost() { std::filesystem::create_directories(folder); }

  bool MayBegin(const std::vector<BlockLaunch>&) override { return !gave_up && begun++ < most_begun; }

  TurnLaunch Prepare(const BlockLaunch& launch) override {
    const std::string name(1, static_cast<char>('A' + launch.arm));
    TurnLaunch prepared;
    prepared.plan.library.label = launch.arm == 0 ? "a" : "b";
    prepared.plan.library.environment["LABEL"] = std::string(3 * static_cast<std::size_t>(launch.arm), 'x');
    prepared.id = {name, launch.index};
    prepared.folder = folder / name;
    std::filesystem::create_directories(prepared.folder);
    return prepared;
  }

  LaunchOutcome Alone(const TurnLaunch& launch) override {
    records_there += std::filesystem::exists(RecordPath(launch.folder, launch.id.index)) ? 1 : 0;
    asked.push_back(NameOf(launch));
    arguments = launch.plan.bench_arguments;
    return WithStatus(broken_alone.contains(launch.id.run_id) ? broken_status : LaunchStatus::kComplete);
  }

  std::vector<LaunchOutcome> InTurns(const std::vector<TurnLaunch>& launches, std::uint64_t with_seed) override {
    std::vector<LaunchOutcome> outcomes;
    std::string names;
    for (const TurnLaunch& launch : launches) {
      names += (names.empty() ? "" : " ") + NameOf(launch);
      lengths.insert(LengthOf(launch));
      std::ofstream(RecordPath(launch.folder, launch.id.index)) << "{}";
      const bool broken = broken_in_turns.contains(launch.id.run_id);
      outcomes.push_back(WithStatus(broken ? LaunchStatus::kFailed : LaunchStatus::kComplete));
      if (silent) outcomes.back().record.emplace();
      if (waiting.contains(launch.id.run_id)) outcomes.back().waiting = waiting.at(launch.id.run_id);
    }
    asked.push_back(names);
    seed = with_seed;
    if (stopped_in_turns) std::raise(SIGTERM);
    return outcomes;
  }

  void Ended(const BlockLaunch&, LaunchOutcome& outcome, bool hopeless) override {
    ended.push_back(outcome.seconds);
    gave_up = gave_up || hopeless;
  }

  static std::string NameOf(const TurnLaunch& launch) { return launch.id.run_id + std::to_string(launch.id.index); }

  const std::filesystem::path folder = testing::TempDir() + "/circle-runner";
  int most_begun = 1000;
  std::map<std::string, WaitingUse> waiting;  // what launches took while they waited
  std::set<std::string> broken_in_turns;
  std::set<std::string> broken_alone;
  LaunchStatus broken_status = LaunchStatus::kFailed;
  bool stopped_in_turns = false;
  bool silent = false;  // records do not say what launches took while they waited

  int begun = 0;
  bool gave_up = false;
  std::vector<std::string> asked;
  std::vector<std::string> arguments;  // of the last one alone
  std::set<std::size_t> lengths;       // of arguments and environment, of those that took turns
  std::uint64_t seed = 0;
  int records_there = 0;  // when a launch began alone
  std::vector<double> ended;
};

class CircleRunnerTest : public testing::Test {
 protected:
  static std::vector<BlockLaunch> Block(int index) { return {{0, index}, {1, index}}; }

  TurnsTaken taken_;
  FakeHost host_;
  CircleRunner runner_ = CircleRunner({LaunchPlan(), LaunchPlan()}, 2, 1, taken_);
};

TEST_F(CircleRunnerTest, LaunchesOfACircleTakeTurnsInEquallyLongEnvironments) {
  runner_.Run({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 42, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0 B1 A1"));
  EXPECT_EQ(host_.seed, 42u);
  EXPECT_THAT(host_.lengths, SizeIs(1));
  EXPECT_THAT(host_.ended, ElementsAre(3, 3, 3, 3));  // seconds of a launch, of four that lived together
  EXPECT_EQ(taken_.most, 2);
  EXPECT_EQ(taken_.undone, 0);
  EXPECT_EQ(taken_.one_by_one, "");
}

TEST_F(CircleRunnerTest, ACircleOfOneIsALaunchByItself) {
  runner_.Run({{1, 4}}, 42, host_);
  EXPECT_THAT(host_.asked, ElementsAre("B4"));
  EXPECT_THAT(host_.ended, ElementsAre(12));
  EXPECT_EQ(taken_.most, 0);
  runner_.Run({}, 42, host_);  // all of them are known
  EXPECT_THAT(host_.asked, SizeIs(1));
}

TEST_F(CircleRunnerTest, OneLibraryOrOneTurnIsOneByOne) {
  CircleRunner one_library({LaunchPlan()}, 6, 1, taken_);
  EXPECT_EQ(one_library.Turns(6), 1);
  one_library.Run({{0, 0}, {0, 1}}, 1, host_);
  CircleRunner one_turn({LaunchPlan(), LaunchPlan()}, 1, 1, taken_);
  EXPECT_EQ(one_turn.Turns(6), 1);
  one_turn.Run(Block(2), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0", "A1", "A2", "B2"));
  EXPECT_THAT(NotesOf(taken_), IsEmpty());
}

TEST_F(CircleRunnerTest, LaunchesThatCannotTakeTurnsAreOneByOneAndSayWhy) {
  LaunchPlan plan;
  plan.bench_arguments = {"--time-budget=1s"};
  CircleRunner runner({plan, plan}, 6, 1, taken_);
  EXPECT_EQ(runner.Turns(6), 1);
  runner.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0", "B0"));
  EXPECT_THAT(taken_.one_by_one, testing::HasSubstr("time budget"));
}

TEST_F(CircleRunnerTest, LibrariesThatCannotLiveTogetherTakeNoTurnsFromThenOn) {
  host_.broken_in_turns = {"B"};
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0"));
  EXPECT_EQ(host_.records_there, 0);              // of the circle, of which nothing counts
  EXPECT_THAT(host_.ended, ElementsAre(12, 12));  // nor do its ends
  EXPECT_EQ(taken_.undone, 1);
  EXPECT_EQ(taken_.most, 0);
  EXPECT_EQ(taken_.one_by_one, "they could not run at the same time: no context is left");
  runner_.Run(Block(1), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0", "A1", "B1"));
  EXPECT_EQ(runner_.Turns(2), 1);
}

TEST_F(CircleRunnerTest, AnUndoneCircleWhoseLaunchesFailAloneTooIsNoReasonToTakeNoTurns) {
  host_.broken_in_turns = {"A"};
  host_.broken_alone = {"A"};
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0"));
  EXPECT_EQ(taken_.undone, 1);
  EXPECT_EQ(taken_.one_by_one, "");
  host_.broken_in_turns = {};
  runner_.Run(Block(1), 1, host_);
  EXPECT_EQ(host_.asked.back(), "A1 B1");
  EXPECT_EQ(taken_.most, 1);
}

TEST_F(CircleRunnerTest, OneThatGoesWellAloneIsReasonEnough) {
  host_.broken_in_turns = {"A", "B"};
  host_.broken_alone = {"A"};
  runner_.Run(Block(0), 1, host_);
  EXPECT_NE(taken_.one_by_one, "");
}

// Launches of a library that spins while it waits make all others slower: nothing of such a circle counts.
TEST_F(CircleRunnerTest, LibrariesThatTakeAProcessorWhileTheyWaitTakeNoTurnsFromThenOn) {
  host_.waiting = {{"A", {10, 0.002, 0.001}}, {"B", {10, 0.9, 0.5}}};
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0"));
  EXPECT_EQ(host_.records_there, 0);
  EXPECT_THAT(host_.ended, ElementsAre(12, 12));
  EXPECT_EQ(taken_.most, 0);
  EXPECT_EQ(taken_.undone, 0);
  EXPECT_THAT(NotesOf(taken_),
              ElementsAre(testing::HasSubstr("launches did not take turns: those of b took 0.90 of a processor")));
  runner_.Run(Block(1), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0", "A1", "B1"));
}

TEST_F(CircleRunnerTest, LibrariesThatSleepTakeTurns) {
  host_.waiting = {{"A", {10, 0.002, 0.001}}, {"B", {10, 0.004, 0.003}}};
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0"));
  EXPECT_EQ(taken_.one_by_one, "");
}

TEST_F(CircleRunnerTest, ALaunchThatDoesNotSayWhetherItSleptDoesNotCountInTurns) {
  host_.silent = true;
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0"));
  EXPECT_THAT(taken_.one_by_one, testing::HasSubstr("those of a do not say what they took"));
}

TEST_F(CircleRunnerTest, ACircleThatWasStoppedIsNotRepeated) {
  const StopSignals signals;
  host_.broken_in_turns = {"B"};
  host_.stopped_in_turns = true;
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0"));
  EXPECT_THAT(host_.ended, SizeIs(2));
  EXPECT_EQ(taken_.undone, 0);
}

TEST_F(CircleRunnerTest, NothingBeginsWhenTheHostSaysStop) {
  host_.most_begun = 0;
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, IsEmpty());
  // In the middle of a circle that is repeated.
  host_.most_begun = 3;
  host_.broken_in_turns = {"B"};
  runner_.Run(Block(0), 1, host_);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0"));
}

TEST_F(CircleRunnerTest, ALibraryThatNeverBeginsIsGivenUp) {
  host_.broken_in_turns = {"B"};
  host_.broken_alone = {"B"};
  for (int block = 0; block < 5; ++block) runner_.Run(Block(block), 1, host_);
  EXPECT_TRUE(host_.gave_up);
  EXPECT_THAT(host_.asked, ElementsAre("A0 B0", "A0", "B0", "A1 B1", "A1", "B1", "A2 B2", "A2", "B2"));
}

TEST_F(CircleRunnerTest, AfterACrashItsSeriesIsTriedLast) {
  host_.broken_alone = {"A"};
  host_.broken_status = LaunchStatus::kCrashed;
  runner_.Run({{0, 0}}, 1, host_);
  EXPECT_THAT(host_.arguments, IsEmpty());
  runner_.Run({{1, 0}}, 1, host_);
  EXPECT_THAT(host_.arguments, IsEmpty());  // another library
  runner_.Run({{0, 1}}, 1, host_);
  EXPECT_THAT(host_.arguments, ElementsAre("--last=^(bcast)$"));
}

TEST_F(CircleRunnerTest, ACampaignThatGoesOnKnowsHowItsLaunchesEnded) {
  EXPECT_FALSE(runner_.Learn({0, 0}, WithStatus(LaunchStatus::kCrashed)));
  EXPECT_FALSE(runner_.Learn({1, 0}, WithStatus(LaunchStatus::kComplete)));
  runner_.Run({{0, 1}}, 1, host_);  // the other one of this block is known
  EXPECT_THAT(host_.asked, ElementsAre("A1"));
  EXPECT_THAT(host_.arguments, ElementsAre("--last=^(bcast)$"));
  runner_.Run(Block(2), 1, host_);
  EXPECT_EQ(host_.asked.back(), "A2 B2");
}

}  // namespace
}  // namespace mpigauge

#include "ci/launch/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/launch/scripted_bench.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class LauncherTest : public testing::Test {
 protected:
  LaunchOutcome Run(const std::string& lines, int ranks = 2, double timeout_seconds = 20) {
    return Launch(Command{{bench_.Program("program", lines)}, {}, timeout_seconds}, ranks, {"run-id", 3},
                  bench_.records());
  }

  ScriptedBench bench_{"launcher"};
};

TEST_F(LauncherTest, AWholeRecordIsACompleteLaunch) {
  const LaunchOutcome outcome = Run("leave record \"$record\"");
  EXPECT_EQ(outcome.status, LaunchStatus::kComplete);
  EXPECT_EQ(outcome.text, "");
  ASSERT_TRUE(outcome.record.has_value());
  EXPECT_EQ(outcome.record->run_id, "run-id");
  EXPECT_EQ(outcome.record->launch_index, 3);
  EXPECT_GT(outcome.seconds, 0);
  RemoveRecord(bench_.records(), 3);
  EXPECT_FALSE(std::filesystem::exists(RecordPath(bench_.records(), 3)));
}

TEST_F(LauncherTest, ARecordOfAnotherWorldIsPutAside) {
  const LaunchOutcome outcome = Run("leave record \"$record\"", 4);
  EXPECT_EQ(outcome.status, LaunchStatus::kFailed);
  EXPECT_FALSE(outcome.record.has_value());
  EXPECT_THAT(outcome.text, HasSubstr("asked for 4 ranks, the program found itself in a world of 2"));
  EXPECT_TRUE(std::filesystem::exists(RecordPath(bench_.records(), 3).string() + ".refused"));
}

TEST_F(LauncherTest, EndsWithoutARecordAreExplained) {
  const std::string journal = "leave journal \"$record.journal\"\n";
  struct Row {
    std::string lines;
    double timeout_seconds;
    LaunchStatus status;
    std::string text;
    bool has_record;
  };
  const Row rows[] = {
      {"echo 'mpigauge-bench: no such suite' >&2; exit 4", 20, LaunchStatus::kFailed,
       "exit code 4: mpigauge-bench: no such suite", false},
      {journal + "exit 139", 20, LaunchStatus::kCrashed, "crashed in bcast .exit code 139, SIGSEGV.: ", true},
      {journal + "echo 'rank 1: giving up (--watchdog 3s)' >&2; exit 1", 20, LaunchStatus::kHung,
       "hung in bcast: rank 1: giving up .--watchdog 3s.", true},
      {journal + "exec sleep 20", 0.3, LaunchStatus::kHung, "the time limit of the launch is over in bcast: ", true},
      {"exec sleep 20", 0.3, LaunchStatus::kHung, "the time limit of the launch is over: ", false}};
  for (const Row& row : rows) {
    RemoveRecord(bench_.records(), 3);
    const LaunchOutcome outcome = Run(row.lines, 2, row.timeout_seconds);
    SCOPED_TRACE(row.lines);
    EXPECT_EQ(outcome.status, row.status);
    EXPECT_THAT(outcome.text, MatchesRegex(row.text));
    ASSERT_EQ(outcome.record.has_value(), row.has_record);
    if (!row.has_record) continue;
    EXPECT_EQ(outcome.record->status, row.status);
    EXPECT_EQ(outcome.record->status_text, outcome.text);
    EXPECT_EQ(outcome.record->duration_seconds, outcome.seconds);
    ASSERT_EQ(outcome.record->series.size(), 1U);
    EXPECT_EQ(outcome.record->series[0].name, "gather");
    EXPECT_EQ(outcome.running.value().name, "bcast");
  }
}

// Frames and repetitions of a launcher are left out, and so are its lines where the program said something.
TEST_F(LauncherTest, TheLinesThatSaySomethingAreQuoted) {
  EXPECT_EQ(Run("for line in '-----' '' one two; do echo $line >&2; done; exit 5").text, "exit code 5: one two");
  EXPECT_EQ(Run("for line in one 'mpigauge-bench: a' 'mpigauge-bench: a' 'mpigauge-bench: b' 'x, pass 1 of 2'; do echo "
                "\"$line\" >&2; done; exit 5")
                .text,
            "exit code 5: mpigauge-bench: a; mpigauge-bench: b");
  EXPECT_EQ(Run("seq 1 13 >&2; exit 5").text, "exit code 5: 1 2 3 4 5 6 7 8 9 10 11 12");
}

TEST(NoteHead, OnlyALaunchThatLeftNothingAndWasNotStoppedGetsOne) {
  LaunchOutcome failed;
  failed.text = "why";
  failed.seconds = 3;
  NoteHead({"run", 5}, failed);
  ASSERT_TRUE(failed.record.has_value());
  EXPECT_EQ(failed.record->launch_index, 5);
  EXPECT_EQ(failed.record->status, LaunchStatus::kFailed);
  EXPECT_EQ(failed.record->status_text, "why");
  EXPECT_EQ(failed.record->duration_seconds, 3);
  EXPECT_EQ(failed.record->run_id, "run");
  EXPECT_NE(failed.record->started_at, "");
  EXPECT_NE(failed.record->launch_id, "");
  LaunchOutcome stopped[2];
  stopped[0].interrupted = true;
  stopped[1].status = LaunchStatus::kInterrupted;
  for (LaunchOutcome& one : stopped) {
    NoteHead({"run", 5}, one);
    EXPECT_FALSE(one.record.has_value());
  }
}

TEST(NoteFault, IsOfTheSeriesThatRanWhenItEnded) {
  struct Row {
    LaunchStatus status;
    std::string running;
    std::size_t series;
    std::optional<FaultKind> fault;  // of the last series
  };
  const Row rows[] = {{LaunchStatus::kCrashed, "bcast", 1, FaultKind::kCrash},
                      {LaunchStatus::kHung, "bcast", 1, FaultKind::kHang},
                      {LaunchStatus::kHung, "scan", 2, FaultKind::kHang},
                      {LaunchStatus::kInterrupted, "bcast", 1, std::nullopt},
                      {LaunchStatus::kCrashed, "", 1, std::nullopt}};
  for (const Row& row : rows) {
    LaunchOutcome outcome;
    outcome.status = row.status;
    outcome.record = ExampleLaunch("run", 0, {{"bcast", 1e-6}});
    if (!row.running.empty()) outcome.running.emplace().name = row.running;
    NoteFault(outcome);
    ASSERT_EQ(outcome.record->series.size(), row.series);
    const auto& fault = outcome.record->series.back().fault;
    EXPECT_EQ(fault ? std::optional(fault->kind) : std::nullopt, row.fault);
  }
}

}  // namespace
}  // namespace mpigauge

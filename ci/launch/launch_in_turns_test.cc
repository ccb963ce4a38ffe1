// Real mpirun, the real benchmark program, and programs that end badly.
#include "ci/launch/launch_in_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TurnLaunch Make(const std::string& bench, const std::string& filter, int index) {
  TurnLaunch launch;
  launch.plan.bench = std::filesystem::absolute(bench);
  launch.plan.bench_arguments = {
      "--passes", "4", "--observations", "5", "--watchdog", "5s", "--benchmark_filter=" + filter};
  launch.plan.timeout_seconds = 120;
  launch.install = FindMpi("");
  launch.id = {"run", index};
  launch.folder = testing::TempDir();
  std::filesystem::remove(RecordPath(launch.folder, index));  // of another test
  return launch;
}
TurnLaunch Good(int index) { return Make("benchmarks/mpigauge-bench", "^(allreduce|bcast)/bytes:8/", index); }
TurnLaunch Bad(const std::string& filter, int index) { return Make("harness/testing/bad-bench", filter, index); }

TEST(LaunchInTurns, AllMeasureAllSeriesAndKnowTheirCircle) {
  const auto outcomes = LaunchInTurns({Good(0), Good(1), Good(2)}, 1);
  ASSERT_THAT(outcomes, SizeIs(3));
  for (const LaunchOutcome& outcome : outcomes) {
    ASSERT_EQ(outcome.status, LaunchStatus::kComplete) << outcome.text;
    EXPECT_EQ(outcome.text, "");
    ASSERT_THAT(outcome.record->series, SizeIs(2));
    for (const SeriesRecord& series : outcome.record->series) EXPECT_THAT(series.passes, SizeIs(4));
    EXPECT_EQ(outcome.record->settings.at("circle"), outcomes[0].record->settings.at("circle"));
    EXPECT_EQ(outcome.record->settings.at("seed"), outcomes[0].record->settings.at("seed"));
  }
}

TEST(LaunchInTurns, OneThatCrashesOneThatHangsAndOneThatNeverBeginsLeaveTheOthersAlone) {
  const auto outcomes =
      LaunchInTurns({Good(0), Bad("good|crashes", 1), Bad("good|hangs", 2), Bad("nothing", 3), Good(4)}, 1);
  EXPECT_EQ(outcomes[0].status, LaunchStatus::kComplete) << outcomes[0].text;
  EXPECT_EQ(outcomes[1].status, LaunchStatus::kCrashed);
  EXPECT_THAT(outcomes[1].text, HasSubstr("crashes/ranks:2"));
  EXPECT_EQ(outcomes[2].status, LaunchStatus::kHung);
  EXPECT_THAT(outcomes[2].text, HasSubstr("hangs/ranks:2"));
  EXPECT_EQ(outcomes[3].status, LaunchStatus::kFailed);
  EXPECT_EQ(outcomes[4].status, LaunchStatus::kComplete) << outcomes[4].text;
}

// Without a watchdog of its own: its turn takes longer than its time limit.
TEST(LaunchInTurns, OneThatDoesNotComeBackFromItsTurnIsNamedAndEnded) {
  std::vector<TurnLaunch> launches = {Good(0), Bad("good|hangs", 1), Good(2)};
  launches[1].plan.bench_arguments[5] = "1h";  // the watchdog
  for (TurnLaunch& launch : launches) launch.plan.timeout_seconds = 20;
  const auto begin = std::chrono::steady_clock::now();
  const auto outcomes = LaunchInTurns(launches, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));  // not three times 20, and the start
  EXPECT_EQ(outcomes[0].status, LaunchStatus::kComplete) << outcomes[0].text;
  EXPECT_EQ(outcomes[1].status, LaunchStatus::kHung);
  EXPECT_THAT(outcomes[1].text, HasSubstr("the time limit of the launch is over in hangs/ranks:2"));
  EXPECT_EQ(outcomes[2].status, LaunchStatus::kComplete) << outcomes[2].text;
}

// Makes a program of these lines for a shell.
std::string Script(const std::string& name, const std::string& lines) {
  std::string path = testing::TempDir() + "/" + name;
  std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

// Two launchers of Open MPI 4.1 that started together once ended each other. Ranks need a second here before they can
// sleep.
TEST(LaunchInTurns, TheFirstLaunchSleepsBeforeTheNextOneBegins) {
  const std::string begun = testing::TempDir() + "/begun";
  std::filesystem::remove(begun);
  std::vector<TurnLaunch> launches = {Good(0), Good(1), Good(2)};
  for (TurnLaunch& launch : launches) {
    launch.install.launcher =
        Script("launcher", "date +%s%N >> '" + begun + "'\nexec " + launch.install.launcher + " \"$@\"");
    launch.plan.bench = Script("slow-to-start", "sleep 1\nexec '" + launch.plan.bench + "' \"$@\"");
  }
  for (const LaunchOutcome& outcome : LaunchInTurns(launches, 1)) {
    EXPECT_EQ(outcome.status, LaunchStatus::kComplete) << outcome.text;
  }
  std::ifstream times(begun);
  std::vector<double> nanoseconds{std::istream_iterator<double>(times), {}};
  ASSERT_THAT(nanoseconds, SizeIs(3));
  EXPECT_GE(nanoseconds[1] - nanoseconds[0], 1e9);
}

// A program that writes this as the record of its launch, or as its journal, and ends well.
LaunchOutcome OfOneThatWrites(const std::string& text, const std::string& suffix) {
  TurnLaunch launch = Good(7);
  launch.plan.bench =
      Script("writes-nonsense", "echo '" + text + "' > " + RecordPath(launch.folder, 7).string() + suffix);
  std::filesystem::remove(RecordPath(launch.folder, 7).string() + ".journal");
  return Launch(launch.plan, launch.install, launch.id, launch.folder);
}

// An error there once ended the whole campaign.
TEST(Launch, UnreadableRecordIsNamedAndFailsTheLaunch) {
  const LaunchOutcome of_record = OfOneThatWrites("{", "");
  EXPECT_EQ(of_record.status, LaunchStatus::kFailed);
  EXPECT_FALSE(of_record.record.has_value());
  EXPECT_THAT(of_record.text, HasSubstr("parse error"));
  const LaunchOutcome of_journal = OfOneThatWrites("{", ".journal");
  EXPECT_NE(of_journal.status, LaunchStatus::kComplete);
  EXPECT_FALSE(of_journal.record.has_value());
  EXPECT_THAT(of_journal.text, HasSubstr("its measurements cannot be read: "));
}

TEST(LaunchInTurns, AProgramThatIsNotThereIsAnError) {
  TurnLaunch missing = Good(1);
  missing.install.launcher = "/no/such/mpirun";
  EXPECT_THROW(LaunchInTurns({Good(0), missing}, 1), Error);
}

// Launches that start together once shared out the processors between them: of each two one was fast and one slow. With
// an order by pairs of one of each library, six fast launches are all of one library in 2 of 64 circles; the exact test
// counts on 2 of 924, and a gate of equal libraries failed.
TEST(StartOrder, LaunchesOfOneLibraryAreTheFastOnesAsSeldomAsTheTestBelieves) {
  constexpr int kCircles = 20'000;
  int separated = 0;
  for (std::uint64_t seed = 0; seed < kCircles; ++seed) {
    const std::vector<std::size_t> order = StartOrder(12, seed);
    int fast_of_first = 0;  // of the library whose launches have even numbers; each second launch is fast
    for (std::size_t place = 0; place < order.size(); place += 2) fast_of_first += order[place] % 2 == 0 ? 1 : 0;
    if (fast_of_first == 0 || fast_of_first == 6) ++separated;
  }
  EXPECT_GT(separated, 15);  // 43 are expected, with a standard deviation of 6.6
  EXPECT_LT(separated, 75);
}

TEST(PadEnvironments, AllAreEquallyLong) {
  std::vector<TurnLaunch> launches = {Good(0), Good(10)};
  TurnLaunch& changed = launches[1];
  changed.plan.library.preload = {"/lib/libslow.so"};
  changed.plan.library.environment = {{"OMPI_MCA_coll", "tuned"}};
  changed.plan.bench = "/opt/another/place/" + changed.plan.bench;
  changed.install.environment = {{"LD_LIBRARY_PATH", "/opt/another/lib"}, {"OPAL_PREFIX", "/opt/another"}};
  EXPECT_NE(LengthOf(launches[0]), LengthOf(launches[1]));
  PadEnvironments(launches);
  EXPECT_EQ(LengthOf(launches[0]), LengthOf(launches[1]));
  EXPECT_THAT(changed.plan.library.environment.at("MPIGAUGE_PADDING"), SizeIs(0));
}

// A program that says how long its arguments and its environment are, leaving out what the launcher makes of its own
// names and numbers.
std::size_t LengthThatARankSees(const std::string& program, const TurnLaunch& launch) {
  const std::string answer = launch.folder / "length";
  std::ofstream(program)
      << "#!/bin/sh\n"
      << "if [ \"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\" = 0 ]; then\n"
      << "  tr '\\0' '\\n' < /proc/$$/environ | grep -E '^(MPIGAUGE|LD_|OPAL_PREFIX|OMPI_(COMMAND|ARGV))'"
      << " > " << answer << "\n"
      << "  for word in \"$0\" \"$0\" \"$@\"; do echo \"$word\"; done >> " << answer << "\nfi\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  Launch(launch.plan, launch.install, launch.id, launch.folder);
  return std::filesystem::file_size(answer);
}

TEST(PadEnvironments, SoIsWhatRanksReallyGet) {
  std::vector<TurnLaunch> launches = {Good(0), Good(10)};
  launches[0].plan.bench = testing::TempDir() + "/p";
  launches[1].plan.bench = testing::TempDir() + "/a-program-with-a-long-name";
  launches[1].plan.library.environment = {{"MPIGAUGE_SLOW", "MPI_Allreduce:*1.0"}};
  PadEnvironments(launches);
  EXPECT_EQ(LengthThatARankSees(launches[0].plan.bench, launches[0]),
            LengthThatARankSees(launches[1].plan.bench, launches[1]));
}

}  // namespace
}  // namespace mpigauge

#include "ci/process/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/error.h"
#include "ci/process/stop_signals.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

ProcessResult Shell(const std::string& script, double timeout = 0) {
  return RunProcess({{"sh", "-c", script}, {}, timeout});
}

TEST(Process, OutputErrorsAndExitCodeAreKeptApart) {
  const ProcessResult result = Shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_FALSE(result.timed_out);
}

TEST(Process, ASignalIs128AndItsNumber) { EXPECT_EQ(Shell("kill -SEGV $$").exit_code, 128 + SIGSEGV); }

// A program that has done its work and does not end.
TEST(Process, TheEndOfAProgramHasATimeOfItsOwn) {
  bool done = false;
  Command command{{"sleep", "60"}, {}, 50};
  command.end_seconds = 0.3;
  command.is_ending = [&done] { return std::exchange(done, true); };  // not the first time
  const ProcessResult result = RunProcess(command);
  EXPECT_TRUE(result.timed_out);
  EXPECT_TRUE(result.end_overdue);
  EXPECT_EQ(result.exit_code, 128 + SIGTERM);
}

TEST(Process, AProgramThatEndsInTimeIsNotAsked) {
  Command command{{"sleep", "0.3"}, {}, 50};
  command.end_seconds = 30;
  command.is_ending = [] { return true; };
  const ProcessResult result = RunProcess(command);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(result.timed_out);
  command.end_seconds = 0.1;
  command.is_ending = [] { return false; };
  EXPECT_FALSE(RunProcess(command).end_overdue);
}

// The steps of a start need files one after the other. A failed step leaves a few more open.
TEST(Process, TooManyOpenFilesSayWhatToDo) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  int most = 0;
  for (rlim_t files = 4; files < 300 && most == 0; files += 5) {
    const rlimit few{files, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    const std::string text = ErrorOf([] { Shell("true"); });
    setrlimit(RLIMIT_NOFILE, &before);
    if (text == "no error") {
      most = static_cast<int>(files);
    } else {
      EXPECT_THAT(text, HasSubstr("Too many open files: this process may have " + std::to_string(files)));
      EXPECT_THAT(text, HasSubstr("`ulimit -n 1024`"));
    }
  }
  EXPECT_GT(most, 6);
}

TEST(Process, TheEnvironmentIsAddedTo) {
  const ProcessResult result = RunProcess({{"sh", "-c", "echo $GREETING; echo $PATH"}, {{"GREETING", "a b"}}, 0});
  EXPECT_THAT(result.out, HasSubstr("a b\n"));
  EXPECT_GT(result.out.size(), 6u);
}

// Programs that are started need no store, and Slurm keeps the environment of its jobs on disk.
TEST(Process, PasswordsOfStoresReachNoProgram) {
  setenv("MPIGAUGE_STORE", "postgresql://me:secret@host/db", 1);
  setenv("PGPASSWORD", "secret", 1);
  setenv("MPIGAUGE_STORE_OF_MINE", "kept", 1);
  const ProcessResult result = RunProcess({{"env"}, {}, 0});
  EXPECT_THAT(result.out, HasSubstr("MPIGAUGE_STORE_OF_MINE=kept"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("secret")));
  for (const char* name : {"MPIGAUGE_STORE", "PGPASSWORD", "MPIGAUGE_STORE_OF_MINE"}) unsetenv(name);
}

// Boost once read behind the end of the shorter ones, which the address sanitizer sees.
TEST(Process, VariablesMayBeShorterThanTheNameOfANewOne) {
  setenv("S", "", 1);
  setenv("OLD", "old", 1);
  const ProcessResult result = RunProcess(
      {{"sh", "-c", "echo [$S] $OLD $A_NAME_OF_MANY_LETTERS"}, {{"A_NAME_OF_MANY_LETTERS", "x"}, {"OLD", "new"}}, 0});
  EXPECT_EQ(result.out, "[] new x\n");
  unsetenv("S");
  unsetenv("OLD");
}

TEST(Process, TheBeginningAndTheEndOfMuchOutputAreKept) {
  const ProcessResult result = Shell("echo begin; yes 0123456789 | head -c 5000000; echo end");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_LT(result.out.size(), (std::size_t{1} << 20) + 100);
  EXPECT_GT(result.out.size(), std::size_t{1} << 20);
  EXPECT_THAT(result.out, testing::StartsWith("begin\n"));
  EXPECT_THAT(result.out, HasSubstr("\n[3951434 bytes are left out]\n"));  // of 5,000,010
  EXPECT_THAT(result.out, testing::EndsWith("end\n"));
}

// 100 MB on standard output once lay in TMPDIR, and a full one ended the measurement.
TEST(Process, OutputNeedsNoTmpdir) {
  setenv("TMPDIR", "/no/such/folder", 1);
  EXPECT_EQ(Shell("echo out").out, "out\n");
  unsetenv("TMPDIR");
}

// A daemon keeps the pipe of whoever started it.
TEST(Process, AProcessThatItLeftBehindIsNotWaitedFor) {
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult result = Shell("sleep 20 & echo $!");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  kill(std::stoi(result.out), SIGKILL);
}

// The program and what it started are gone when its time is over, also where it does not listen to SIGTERM's
// wish.
TEST(Process, WhenTimeIsOverTheWholeGroupGoes) {
  const ProcessResult result = Shell("sleep 300 & echo $!; wait", 0.3);
  EXPECT_TRUE(result.timed_out);
  const pid_t sleeper = std::stoi(result.out);
  for (int i = 0; i < 100 && kill(sleeper, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_NE(kill(sleeper, 0), 0);
}

TEST(Process, WhenABudgetIsSpentItIsEnded) {
  Command command{{"sh", "-c", "echo begun; exec sleep 300"}, {}, 0};
  command.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const ProcessResult result = RunProcess(command);
  EXPECT_TRUE(result.out_of_budget);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 128 + SIGTERM);
  command.words = {"true"};
  command.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
  EXPECT_FALSE(RunProcess(command).out_of_budget);
}

std::thread StopsUsSoon() {
  return std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(getpid(), SIGINT);
  });
}

TEST(Process, WhenWeAreStoppedTheProgramIsToo) {
  const StopSignals signals;
  std::thread stopper = StopsUsSoon();
  const ProcessResult result = Shell("sleep 300");
  stopper.join();
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.exit_code, 128 + SIGTERM);
}

// A Ctrl-C while a library was being identified once went unheard: that it could not be identified is no error, and the
// measurement began.
TEST(Process, AStopThatNobodyElseHearsIsNoAnswer) {
  std::thread stopper = StopsUsSoon();
  EXPECT_THROW(Shell("sleep 300"), Stopped);
  stopper.join();
  EXPECT_FALSE((std::is_base_of_v<Error, Stopped>));
  EXPECT_EQ(Shell("true").exit_code, 0);
}

volatile sig_atomic_t handled = 0;

TEST(StopSignals, AHandlerOfTheCallerIsThereAgainAfterwards) {
  struct sigaction ours {};
  struct sigaction before {};
  ours.sa_handler = [](int) { handled = 1; };
  sigaction(SIGTERM, &ours, &before);
  Shell("true");
  kill(getpid(), SIGTERM);
  sigaction(SIGTERM, &before, nullptr);
  EXPECT_EQ(handled, 1);
}

// A Ctrl-C between two launches once went unheard: nobody was waiting for it at that moment.
TEST(StopSignals, ARequestBetweenTwoProgramsIsRemembered) {
  const StopSignals signals;
  EXPECT_EQ(Shell("true").exit_code, 0);
  EXPECT_FALSE(StopSignals::Requested());
  kill(getpid(), SIGINT);
  EXPECT_TRUE(StopSignals::Requested());
  EXPECT_TRUE(Shell("sleep 300").interrupted);
}

TEST(StopSignalsDeathTest, ASecondRequestEndsTheProcess) {
  EXPECT_EXIT(
      {
        const StopSignals signals;
        raise(SIGINT);
        raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(Process, AProgramThatIsNotThereIsNamed) {
  try {
    RunProcess({{"no-such-program"}, {}, 0});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no-such-program: no such program");
  }
  EXPECT_FALSE(FindProgram("/etc/passwd").has_value());
  EXPECT_TRUE(FindProgram("sh").has_value());
}

}  // namespace
}  // namespace mpigauge

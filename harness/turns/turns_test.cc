#include "harness/turns/turns.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

// Calls the turns of rank 0, in a thread.
class Caller {
 public:
  explicit Caller(const std::string& name) : listener_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), length) != 0) std::abort();
    if (listen(listener_, 16) != 0) std::abort();
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller() {
    for (const int one : ranks_) close(one);
    close(listener_);
  }

  int Accept() { return ranks_.emplace_back(accept(listener_, nullptr, nullptr)); }
  static std::string Line(int from) {
    std::string line;
    for (char letter = 0; read(from, &letter, 1) == 1 && letter != '\n';) line += letter;
    return line;
  }
  void CallAll() {
    for (const int one : ranks_) {
      if (write(one, ".", 1) != 1) std::abort();
    }
  }

 private:
  int listener_;
  std::vector<int> ranks_;
};

double ProcessorSeconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// How often this thread has gone to sleep.
long Sleeps() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

std::string SocketName(const Control& control) {
  long process = getpid();
  control.Broadcast(process);
  return fmt::format("mpigauge-turns-test-{}", process);
}

// The words of a launch's ranks before its turn, as rank 0 heard them.
struct Heard {
  std::set<std::string> who;  // each rank, and how many there are
  std::string wanted;
};

// All ranks wait for a turn, which begins 300 ms after they have said what they say, and take no processor meanwhile.
// The last `far` of them look for a socket that is not there, as ranks of another host do.
Heard WaitForATurn(const Control& control, int far) {
  const std::string name = SocketName(control);
  Heard heard;
  std::thread calling;
  std::unique_ptr<Caller> caller;
  if (control.root()) caller = std::make_unique<Caller>(name);
  control.Barrier();
  if (control.root()) {
    calling = std::thread([&] {
      for (int i = 0; i < control.size() - far; ++i) {
        const int rank = caller->Accept();
        const std::string line = Caller::Line(rank);
        heard.who.insert(line);
        if (line != "rank 7 0") continue;
        // Rank 0 says more, and may say it before others have come.
        heard.who.insert(Caller::Line(rank));
        heard.wanted = Caller::Line(rank);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      caller->CallAll();
    });
  }
  const bool is_far = control.rank() >= control.size() - far;
  Turns turns(control, "some-id,7," + name + (is_far ? "-of-another-host" : ""));
  EXPECT_EQ(turns.id(), "some-id");
  const double before = ProcessorSeconds();
  const long sleeps = Sleeps();
  const auto begin = std::chrono::steady_clock::now();
  turns.Await(2, "allreduce/bytes:8/ranks:2");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(200));
  EXPECT_LT(Sleeps() - sleeps, 100);  // who looks once a millisecond sleeps three hundred times
  if (control.root()) calling.join();
  EXPECT_LT(ProcessorSeconds() - before, 0.1);  // waiting in MPI would have taken all of 0.3 s
  return heard;
}

// Ranks 0 to `last`, and their number.
std::set<std::string> RanksUpTo(int last) {
  std::set<std::string> ranks = {fmt::format("ranks {}", last + 1)};
  for (int rank = 0; rank <= last; ++rank) ranks.insert(fmt::format("rank 7 {}", rank));
  return ranks;
}

TEST(Turns, RanksSayWhoTheyAreAndSleepUntilTheyAreCalled) {
  const Control control(MPI_COMM_WORLD);
  const Heard heard = WaitForATurn(control, 0);
  if (!control.root()) return;
  EXPECT_EQ(heard.who, RanksUpTo(control.size() - 1));
  EXPECT_EQ(heard.wanted, "want 2 allreduce/bytes:8/ranks:2");
}

TEST(Turns, RanksOfAnotherHostSleepUntilRankZeroCallsThem) {
  const Control control(MPI_COMM_WORLD);
  if (control.size() < 3) GTEST_SKIP() << "by design: one rank beside rank 0, and one far away";
  const Heard heard = WaitForATurn(control, 1);
  if (!control.root()) return;
  EXPECT_EQ(heard.who, RanksUpTo(control.size() - 2));
  EXPECT_EQ(heard.wanted, "want 2 allreduce/bytes:8/ranks:2");
}

// A progress thread goes on while its rank waits.
TEST(Turns, ProcessorsThatAreTakenWhileRanksWaitAreMeasured) {
  const Control control(MPI_COMM_WORLD);
  const std::string name = SocketName(control);
  std::unique_ptr<Caller> caller;
  if (control.root()) caller = std::make_unique<Caller>(name);
  control.Barrier();
  std::thread calling;
  if (control.root()) {
    calling = std::thread([&] {
      for (int i = 0; i < control.size(); ++i) caller->Accept();
      for (int turn = 0; turn < 2; ++turn) {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        caller->CallAll();
      }
    });
  }
  Turns turns(control, "some-id,7," + name);
  turns.Await(0, "barrier");
  const WaitingUse asleep = turns.Waiting();
  std::atomic<bool> over{false};
  std::thread spinning([&] {
    while (!over) {
    }
  });
  turns.Await(1, "barrier");
  const WaitingUse busy = turns.Waiting();
  over = true;
  spinning.join();
  if (!control.root()) return;
  calling.join();
  EXPECT_LT(asleep.all, 0.2);
  EXPECT_GE(asleep.seconds, 0.3);
  EXPECT_GE(busy.seconds, asleep.seconds + 0.3);
  EXPECT_GT(busy.all, asleep.all + 0.1);  // ranks share processors
  EXPECT_GE(busy.all, busy.most);
}

// So is a launch alone asked whether its processes sleep.
TEST(Rest, TellsThreadsThatSpinFromThoseThatSleep) {
  const Control control(MPI_COMM_WORLD);
  const WaitingUse asleep = Rest(control);
  std::atomic<bool> over{false};
  std::thread spinning([&] {
    while (!over) {
    }
  });
  const WaitingUse busy = Rest(control);
  over = true;
  spinning.join();
  if (!control.root()) return;
  EXPECT_TRUE(IsKnown(asleep));
  EXPECT_LT(asleep.most, 0.05);
  EXPECT_FALSE(IsBusy(asleep, control.size(), control.size()));
  EXPECT_TRUE(IsBusy(busy, control.size(), control.size()));
}

TEST(Turns, ASocketThatIsNotThereIsAnErrorOnAllRanks) {
  const Control control(MPI_COMM_WORLD);
  try {
    const Turns turns(control, "id,0,mpigauge-no-such-socket");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_NE(std::string(error.what()).find("mpigauge-no-such-socket: Connection refused"), std::string::npos);
  }
  EXPECT_THROW(Turns(control, "id,0"), Error);
  EXPECT_THROW(Turns(control, ",0,socket"), Error);
}

}  // namespace
}  // namespace mpigauge

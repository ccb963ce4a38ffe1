// The launches are threads that speak as harness/turns does.
#include "ci/launch/circle.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// One rank's end of the socket.
class Rank {
 public:
  Rank(const Circle& circle, int number, int rank) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    const std::string argument = circle.Argument(number);
    const std::string name = argument.substr(argument.rfind(',') + 1);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), length) != 0) std::abort();
    Say(fmt::format("rank {} {}\n", number, rank));
  }
  Rank(const Rank&) = delete;
  Rank& operator=(const Rank&) = delete;
  ~Rank() { close(socket_); }

  void Say(const std::string& line) const { send(socket_, line.data(), line.size(), MSG_NOSIGNAL); }
  // False where the circle has closed the connection.
  bool Called() const {
    char byte = 0;
    return read(socket_, &byte, 1) == 1;
  }

 private:
  int socket_;
};

// The visits in their order: "launch:series".
class Journal {
 public:
  void Begin(int launch, const std::string& series) {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(measuring_) << "two launches measure at the same time";
    measuring_ = true;
    visits_.push_back({launch, series});
  }
  void End() {
    const std::lock_guard lock(mutex_);
    measuring_ = false;
  }
  struct Visit {
    int launch;
    std::string series;
  };
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  std::mutex mutex_;
  bool measuring_ = false;
  std::vector<Visit> visits_;
};

// A launch of one rank: passes over some series, then the end.
void Turn(const Circle& circle, int number, const std::vector<std::vector<std::string>>& passes, Journal& journal) {
  const Rank rank(circle, number, 0);
  rank.Say("ranks 1\n");
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    for (const std::string& series : passes[pass]) {
      rank.Say(fmt::format("want {} {}\n", pass, series));
      if (!rank.Called()) return;
      journal.Begin(number, series);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      journal.End();
    }
  }
  rank.Say(fmt::format("want {} \n", passes.size()));
  rank.Called();
}

// Runs them all to their end.
void TurnAll(Circle& circle, const std::vector<std::function<void()>>& launches) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    threads.emplace_back(launches[i]);
    circle.WaitUntilItSleeps(static_cast<int>(i), 20);
  }
  circle.Begin();
  for (std::thread& thread : threads) thread.join();
}

std::vector<std::vector<std::string>> SameEachPass(int passes) {
  return std::vector<std::vector<std::string>>(static_cast<std::size_t>(passes), {"bcast of 8 B", "barrier"});
}

TEST(Circle, ASeriesGoesAroundBeforeTheNextOneBegins) {
  Circle circle(3, 1, 0);
  Journal journal;
  std::vector<std::function<void()>> launches;
  for (int i = 0; i < 3; ++i) launches.emplace_back([&, i] { Turn(circle, i, SameEachPass(20), journal); });
  TurnAll(circle, launches);
  const auto& visits = journal.visits();
  ASSERT_THAT(visits, SizeIs(3 * 2 * 20));
  std::vector<int> first(3);
  for (std::size_t i = 0; i < visits.size(); i += 3) {
    std::vector<int> round = {visits[i].launch, visits[i + 1].launch, visits[i + 2].launch};
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(visits[i + k].series, i / 3 % 2 == 0 ? "bcast of 8 B" : "barrier");
    ++first[static_cast<std::size_t>(round[0])];
    std::sort(round.begin(), round.end());
    EXPECT_THAT(round, ElementsAre(0, 1, 2));
  }
  for (const int count : first) EXPECT_GE(count, 3);  // of 40 rounds; the chance of less is 1e-4
}

// The order follows from the seed alone.
TEST(Circle, TheSameSeedDrawsTheSameOrder) {
  std::vector<std::vector<int>> orders;
  for (const std::uint64_t seed : {5u, 5u, 6u}) {
    Circle circle(3, seed, 0);
    Journal journal;
    std::vector<std::function<void()>> launches;
    for (int i = 0; i < 3; ++i) launches.emplace_back([&, i] { Turn(circle, i, SameEachPass(10), journal); });
    TurnAll(circle, launches);
    auto& order = orders.emplace_back();
    for (const Journal::Visit& visit : journal.visits()) order.push_back(visit.launch);
  }
  EXPECT_EQ(orders[0], orders[1]);
  EXPECT_NE(orders[0], orders[2]);
}

TEST(Circle, ALaunchThatLosesASeriesKeepsStepWithTheOthers) {
  Circle circle(3, 1, 0);
  Journal journal;
  auto shorter = SameEachPass(10);
  for (std::size_t pass = 3; pass < 10; ++pass) shorter[pass] = {"barrier"};
  TurnAll(circle, {[&] { Turn(circle, 0, SameEachPass(10), journal); }, [&] { Turn(circle, 1, shorter, journal); },
                   [&] { Turn(circle, 2, SameEachPass(10), journal); }});
  EXPECT_THAT(journal.visits(), SizeIs(2 * 20 + 13));
  // The last barrier goes around all three.
  std::vector<int> last;
  for (std::size_t i = journal.visits().size() - 3; i < journal.visits().size(); ++i) {
    EXPECT_EQ(journal.visits()[i].series, "barrier");
    last.push_back(journal.visits()[i].launch);
  }
  EXPECT_THAT(last, testing::UnorderedElementsAre(0, 1, 2));
}

TEST(Circle, ALaunchThatDiesWhileItMeasuresLeavesTheOthersAlone) {
  Circle circle(2, 1, 0);
  Journal journal;
  TurnAll(circle, {[&] { Turn(circle, 0, SameEachPass(10), journal); },
                   [&] {
                     const Rank rank(circle, 1, 0);
                     rank.Say("ranks 1\nwant 0 bcast of 8 B\n");
                     EXPECT_TRUE(rank.Called());
                   }});
  EXPECT_THAT(journal.visits(), SizeIs(20));
}

// A process that speaks as a rank does, and stops itself when it is called. Between fork and exit only system calls are
// made: the test has threads.
pid_t StoppedOnItsTurn(const Circle& circle, int number) {
  const std::string argument = circle.Argument(number);
  const std::string name = argument.substr(argument.rfind(',') + 1);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const std::string words = fmt::format("rank {} 0\nranks 1\nwant 0 barrier\n", number);
  const pid_t child = fork();
  if (child != 0) return child;
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  char byte = 0;
  if (connect(socket, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
      send(socket, words.data(), words.size(), MSG_NOSIGNAL) > 0 && read(socket, &byte, 1) == 1) {
    raise(SIGSTOP);
  }
  _exit(0);
}

bool IsSignalled(int event) {
  pollfd waiting = {event, POLLIN, 0};
  return poll(&waiting, 1, 0) == 1;
}

TEST(Circle, ALaunchThatIsStoppedOnItsTurnIsGivenUpAndTheOthersGoOn) {
  Circle circle(3, 1, 0.5);
  Journal journal;
  const pid_t stopped = StoppedOnItsTurn(circle, 1);
  circle.WaitUntilItSleeps(1, 20);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (const int i : {0, 2}) {
    threads.emplace_back([&, i] { Turn(circle, i, SameEachPass(10), journal); });
    circle.WaitUntilItSleeps(i, 20);
  }
  circle.Begin();
  for (std::thread& thread : threads) thread.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
  EXPECT_THAT(journal.visits(), SizeIs(2 * 20));
  EXPECT_TRUE(IsSignalled(circle.GivenUp(1)));
  EXPECT_FALSE(IsSignalled(circle.GivenUp(0)));
  EXPECT_FALSE(IsSignalled(circle.GivenUp(2)));
  kill(stopped, SIGKILL);
  waitpid(stopped, nullptr, 0);
}

TEST(Circle, ArgumentsOfAllLaunchesAreEquallyLong) {
  const Circle circle(12, 1, 0);
  EXPECT_EQ(circle.Argument(0).size(), circle.Argument(11).size());
}

TEST(Circle, AllRanksOfALaunchAreCalled) {
  Circle circle(1, 1, 0);
  int called = 0;
  TurnAll(circle, {[&] {
            const Rank other(circle, 0, 1);
            const Rank root(circle, 0, 0);
            root.Say("ranks 2\nwant 0 \n");
            called = static_cast<int>(root.Called()) + static_cast<int>(other.Called());
          }});
  EXPECT_EQ(called, 2);
}

TEST(Circle, LateRanksAreSentAway) {
  Circle circle(2, 1, 0);
  Journal journal;
  EXPECT_FALSE(circle.WaitUntilItSleeps(1, 0.01));
  circle.Ended(1);
  bool late_called = true;
  std::thread late([&] {
    const Rank rank(circle, 1, 0);
    rank.Say("ranks 1\nwant 0 barrier\n");
    late_called = rank.Called();
  });
  TurnAll(circle, {[&] { Turn(circle, 0, SameEachPass(3), journal); }});
  late.join();
  EXPECT_FALSE(late_called);
  EXPECT_THAT(journal.visits(), SizeIs(6));
}

TEST(Circle, WhenItIsGoneEverybodyHearsOfIt) {
  bool called = true;
  std::thread launch;
  {
    Circle circle(1, 1, 0);
    launch = std::thread([&, rank = std::make_shared<Rank>(circle, 0, 0)] {
      rank->Say("ranks 1\nwant 0 barrier\n");
      called = rank->Called();
    });
  }
  launch.join();
  EXPECT_FALSE(called);
}

// The launch says that it has three ranks, and two are there: it never sleeps, and is given up.
TEST(Circle, RanksOfALaunchThatIsGivenUpAreSentAway) {
  Circle circle(2, 1, 0);
  Journal journal;
  const Rank root(circle, 0, 0);
  const Rank other(circle, 0, 1);
  root.Say("ranks 3\nwant 0 barrier\n");
  EXPECT_FALSE(circle.WaitUntilItSleeps(0, 0.2));
  circle.Ended(0);
  EXPECT_FALSE(root.Called());
  EXPECT_FALSE(other.Called());
  TurnAll(circle, {[] {}, [&] { Turn(circle, 1, SameEachPass(3), journal); }});
  EXPECT_THAT(journal.visits(), SizeIs(6));
}

TEST(Circle, WordsMayComeInPieces) {
  Circle circle(1, 1, 0);
  bool called = false;
  TurnAll(circle, {[&] {
            const Rank rank(circle, 0, 0);
            for (const char* piece : {"ran", "ks 1\nwa", "nt 4 bar", "rier\n"}) {
              rank.Say(piece);
              std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            called = rank.Called();
          }});
  EXPECT_TRUE(called);
  EXPECT_EQ(circle.progress().visits, 1);
  EXPECT_EQ(circle.progress().pass, 4);
}

// A rank that cannot be accepted once kept the thread of the circle busy, and its launch waited for ever.
TEST(Circle, TooManyOpenFilesSendAllAwayAndSayWhatToDo) {
  Circle circle(2, 1, 0);
  circle.RequireHeard();
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const int end = socket(AF_UNIX, SOCK_STREAM, 0);
  close(end);  // the next one has this number
  const rlimit few{static_cast<rlim_t>(end) + 1, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const Rank rank(circle, 1, 0);  // the last file that is allowed
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_THAT(ErrorOf([&] { circle.RequireHeard(); }), testing::HasSubstr("`ulimit -n 1024`"));
}

// A launch of one rank in a process of its own, which waits for its turn and takes a processor meanwhile, or does not.
pid_t StartWaiting(const Circle& circle, bool spins) {
  const pid_t child = fork();
  if (child != 0) return child;
  const Rank rank(circle, 0, 0);
  rank.Say("ranks 1\nwant 0 bcast\n");
  volatile long turns = 0;
  while (spins) turns = turns + 1;
  rank.Called();
  _exit(0);
}

WaitingUse UseOf(bool spins) {
  Circle circle(1, 1, 0);
  const pid_t child = StartWaiting(circle, spins);
  circle.WaitUntilItSleeps(0, 20);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto use = circle.WaitingOf(0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(use);
  return use.value_or(WaitingUse());
}

TEST(Circle, ALaunchThatSpinsInItsSleepIsSeen) {
  const WaitingUse asleep = UseOf(false);
  EXPECT_LT(asleep.most, 0.1);
  EXPECT_GE(asleep.seconds, 0.3);
  const WaitingUse spinning = UseOf(true);
  EXPECT_GT(spinning.most, 0.2);
  EXPECT_EQ(spinning.all, spinning.most);
}

TEST(Circle, TheUseOfALaunchThatIsNotThereIsUnknown) { EXPECT_FALSE(Circle(1, 1, 0).WaitingOf(0)); }

}  // namespace
}  // namespace mpigauge

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "record/waiting_use.h"

namespace mpigauge {

// Says which of several launches measures next. All of them are alive; all but one sleep. Each measures a visit of one
// series, then the next launch measures the same series, and so on around, in an order drawn afresh for each series and
// pass: what the machine does for seconds hits all of them alike. The launches' side is harness/turns/turns.h. Known
// for single programs as duet benchmarking (Bulej and others, ICPE 2020), where both run at once and share the machine.
class Circle {
 public:
  // Listens for this many launches on a socket of this host that leaves no file behind. A launch that has its turn for
  // longer than `turn_seconds` (0: no limit) is given up, and the others continue. Throws Error (not measured).
  Circle(int launches, std::uint64_t seed, double turn_seconds);
  Circle(const Circle&) = delete;
  Circle& operator=(const Circle&) = delete;
  // The launches that are left end themselves.
  ~Circle();

  const std::string& id() const { return id_; }
  // The argument --circle of launch `number` (from 0). It is equally long for all.
  std::string Argument(int number) const;

  // Waits until the launch has begun and sleeps, or has ended, or somebody stops us. Returns false if that takes longer
  // than `patience_seconds`.
  bool WaitUntilItSleeps(int number, double patience_seconds);
  // The processors that the ranks of a launch on this host have taken since it was seen to sleep. Nothing if it was
  // not, or if the kernel does not tell their time (ranks in another container).
  std::optional<WaitingUse> WaitingOf(int number) const;
  // Starts the turns; all launches have been started.
  void Begin();
  // The process of a launch has ended, or it is no longer waited for: if it connects later it is sent away. The others
  // go on.
  void Ended(int number);
  // Readable once the launch was given up because its turn took too long: whoever runs its process ends it.
  int GivenUp(int number) const { return given_up_.at(static_cast<std::size_t>(number)); }

  // The number of visits that have begun, and their pass.
  struct Progress {
    std::int64_t visits = 0;
    int pass = 0;
  };
  Progress progress() const;

  // Throws Error (not measured) if ranks could not be heard, so that all launches were sent away: too many open files.
  void RequireHeard() const;

 private:
  struct Connection {
    int number = -1;  // unknown until it says so
    int rank = -1;
    std::string heard;  // the beginning of a line
    int process = 0;    // 0: not known
  };
  // The processor time of processes at some moment, in seconds.
  struct Reading {
    std::chrono::steady_clock::time_point at;
    std::map<int, double> taken;
  };
  struct Member {
    std::vector<int> ranks;  // their sockets
    int root = -1;           // rank 0's socket
    int expected = -1;       // how many of its ranks will be there
    bool wants = false;
    int pass = 0;
    std::string series;
    bool ended = false;
    std::optional<Reading> asleep;  // when it was seen to sleep before the turns began

    bool Sleeps() const { return wants && expected == static_cast<int>(ranks.size()); }
  };

  Reading TimesOf(const Member& member) const;
  void Serve();
  int MillisecondsLeft() const;
  void WatchTheHolder();
  void Accept();
  bool Read(int socket);
  bool Take(int socket, Connection& connection, const std::string& line);
  void Close(int socket);
  void SendAway();
  void GoOn();
  bool FindNext();
  void Call(Member& member);
  void Wake() const;

  std::string id_;
  std::string name_;
  int listener_ = -1;
  int event_ = -1;
  std::vector<int> given_up_;  // of each launch
  double turn_seconds_;
  mutable std::mutex mutex_;  // of all that follows
  std::map<int, Connection> connections_;
  std::vector<Member> members_;
  std::vector<int> queue_;  // who measures the series at hand, last first
  int holder_ = -1;         // who measures
  std::chrono::steady_clock::time_point turn_ends_;
  bool begun_ = false;
  bool over_ = false;
  Progress progress_;
  std::string deaf_;  // why no more ranks are heard; empty: they are
  std::mt19937_64 random_;
  std::thread thread_;
};

}  // namespace mpigauge

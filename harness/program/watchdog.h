#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace mpigauge {

// Ends the process instead of letting it hang: when a visit takes longer than the limit, it says on standard
// error which rank is where in which series, and exits with 3. Its thread sleeps until the limit and costs
// nothing while the ranks measure.
class Watchdog {
 public:
  Watchdog(int rank, int ranks, double limit_seconds);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  // A visit begins: the time starts anew. A rank that only waits for others is more patient, so that they give up
  // first.
  void Watch(const std::string& what, double patience = 1);

  // The present activity of this rank; a string constant.
  std::atomic<const char*>& phase() { return phase_; }

 private:
  using Clock = std::chrono::steady_clock;
  void Sleep();

  const int rank_;
  const int ranks_;
  const std::chrono::duration<double> limit_;
  std::atomic<const char*> phase_{"starting"};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  std::string what_ = "starting";
  double patience_ = 1;
  Clock::time_point since_ = Clock::now();
  std::thread thread_;
};

}  // namespace mpigauge

#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "harness/state/state.h"

namespace mpigauge {

// Threads that do the same thing at once, again and again: made before the loop, kept in step by it. The calling thread
// is the first of them. Between operations they spin for a while, then yield, then sleep.
class ThreadTeam {
 public:
  // `work(thread)`, with `thread` from 0, is done by each in every Run. It must not throw.
  ThreadTeam(int threads, std::function<void(int)> work);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  // All of them work, once; back when all have.
  void Run();

 private:
  void Serve(int thread);

  const std::function<void(int)> work_;
  std::atomic<std::int64_t> turn_ = 0;
  std::atomic<std::int64_t> done_ = 0;  // of all turns
  std::atomic<bool> ended_ = false;
  std::vector<std::thread> threads_;
};

// A communicator like the case's for each thread, so that none finds another's messages.
class ThreadCommunicators {
 public:
  ThreadCommunicators(const State& state, int threads);
  ThreadCommunicators(const ThreadCommunicators&) = delete;
  ThreadCommunicators& operator=(const ThreadCommunicators&) = delete;
  ~ThreadCommunicators();

  MPI_Comm operator[](int thread) const { return communicators_[static_cast<std::size_t>(thread)]; }

 private:
  std::vector<MPI_Comm> communicators_;
};

}  // namespace mpigauge

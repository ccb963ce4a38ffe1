#include "benchmarks/thread_team.h"

#include <utility>

#include "benchmarks/spin.h"

namespace mpigauge {

ThreadTeam::ThreadTeam(int threads, std::function<void(int)> work) : work_(std::move(work)) {
  for (int thread = 1; thread < threads; ++thread) threads_.emplace_back([this, thread] { Serve(thread); });
}

ThreadTeam::~ThreadTeam() {
  ended_ = true;
  ++turn_;
  turn_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::Run() {
  const std::int64_t turn = turn_.fetch_add(1, std::memory_order_release) + 1;
  turn_.notify_all();
  work_(0);
  const std::int64_t all = turn * static_cast<std::int64_t>(threads_.size());
  SpinUntil([&] { return done_.load(std::memory_order_acquire) == all; });
}

void ThreadTeam::Serve(int thread) {
  constexpr int kSpins = 2000;
  constexpr int kYields = 100;
  for (std::int64_t turn = 0;; ++turn) {
    for (int i = 0; i < kSpins + kYields && turn_.load(std::memory_order_acquire) == turn; ++i) {
      if (i >= kSpins) std::this_thread::yield();
    }
    turn_.wait(turn, std::memory_order_acquire);
    if (ended_) return;
    work_(thread);
    done_.fetch_add(1, std::memory_order_release);
  }
}

ThreadCommunicators::ThreadCommunicators(const State& state, int threads) {
  for (int thread = 0; thread < threads; ++thread) {
    Checked(MPI_Comm_dup(state.comm(), &communicators_.emplace_back(MPI_COMM_NULL)));
  }
}

ThreadCommunicators::~ThreadCommunicators() {
  for (MPI_Comm& communicator : communicators_) Checked(MPI_Comm_free(&communicator));
}

}  // namespace mpigauge

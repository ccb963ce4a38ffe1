#pragma once

#include <mpi.h>

#include <string>

#include "benchmarks/window.h"
#include "harness/state/state.h"

namespace mpigauge {

// How one-sided operations are completed, as OSU's -s.
enum class Completion { kFence, kPscw, kLock, kLockAll, kFlush, kFlushLocal };

inline bool Passive(Completion completion) {
  return completion != Completion::kFence && completion != Completion::kPscw;
}

// The rank whose memory a rank accesses, and the rank that accesses its own; MPI_PROC_NULL is nobody.
struct Roles {
  int target = MPI_PROC_NULL;
  int origin = MPI_PROC_NULL;

  bool accesses() const { return target != MPI_PROC_NULL; }
  bool is_accessed() const { return origin != MPI_PROC_NULL; }
};

// The first of the pair accesses the memory of the second.
inline Roles OneWay(const State& state) {
  const auto [first, second] = state.pair();
  if (state.rank() == first) return {second, MPI_PROC_NULL};
  if (state.rank() == second) return {MPI_PROC_NULL, first};
  return {};
}

// Each of them the other's.
inline Roles BothWays(const State& state) {
  if (!state.pair().Has(state.rank())) return {};
  const int partner = state.pair().PartnerOf(state.rank());
  return {partner, partner};
}

// A group of one rank.
class GroupOf {
 public:
  GroupOf(MPI_Comm communicator, int rank) {
    if (rank == MPI_PROC_NULL) return;
    MPI_Group all = MPI_GROUP_NULL;
    Checked(MPI_Comm_group(communicator, &all));
    Checked(MPI_Group_incl(all, 1, &rank, &group_));
    Checked(MPI_Group_free(&all));
  }
  GroupOf(const GroupOf&) = delete;
  GroupOf& operator=(const GroupOf&) = delete;
  ~GroupOf() {
    if (group_ != MPI_GROUP_NULL) Checked(MPI_Group_free(&group_));
  }
  MPI_Group get() const { return group_; }

 private:
  MPI_Group group_ = MPI_GROUP_NULL;
};

// Runs the case's loop. `access` is called once in every turn on every rank, and communicates where `roles` has a
// target; a turn is one epoch, but for the flushes: one epoch lasts as long as the loop.
template <typename Access>
void RunEpochs(State& state, MPI_Win window, Completion completion, const Roles& roles, Access access) {
  const GroupOf target(state.comm(), roles.target);
  const GroupOf origin(state.comm(), roles.origin);
  switch (completion) {
    case Completion::kFence:
      Checked(MPI_Win_fence(0, window));
      for (auto _ : state) {
        access();
        Checked(MPI_Win_fence(0, window));
      }
      return;
    case Completion::kPscw:
      for (auto _ : state) {
        if (roles.is_accessed()) Checked(MPI_Win_post(origin.get(), 0, window));
        if (roles.accesses()) Checked(MPI_Win_start(target.get(), 0, window));
        access();
        if (roles.accesses()) Checked(MPI_Win_complete(window));
        if (roles.is_accessed()) Checked(MPI_Win_wait(window));
      }
      return;
    case Completion::kLock:
      for (auto _ : state) {
        if (roles.accesses()) Checked(MPI_Win_lock(MPI_LOCK_SHARED, roles.target, 0, window));
        access();
        if (roles.accesses()) Checked(MPI_Win_unlock(roles.target, window));
      }
      return;
    case Completion::kLockAll:
      for (auto _ : state) {
        if (roles.accesses()) Checked(MPI_Win_lock_all(0, window));
        access();
        if (roles.accesses()) Checked(MPI_Win_unlock_all(window));
      }
      return;
    case Completion::kFlush:
    case Completion::kFlushLocal:
      const auto flush = completion == Completion::kFlush ? &MPI_Win_flush : &MPI_Win_flush_local;
      if (roles.accesses()) Checked(MPI_Win_lock(MPI_LOCK_SHARED, roles.target, 0, window));
      for (auto _ : state) {
        access();
        if (roles.accesses()) Checked(flush(roles.target, window));
      }
      if (roles.accesses()) Checked(MPI_Win_unlock(roles.target, window));
      return;
  }
}

// In a check, before anybody looks: what was complete at the origin alone is complete at the target.
inline void Settle(const State& state, MPI_Win window, Completion completion, const Roles& roles) {
  if (completion == Completion::kFlushLocal && roles.accesses()) Checked(MPI_Win_flush(roles.target, window));
  Checked(MPI_Barrier(state.comm()));
}

inline std::string NameOf(Completion completion) {
  static constexpr const char* kNames[] = {"fence", "pscw", "lock", "lock_all", "flush", "flush_local"};
  return kNames[static_cast<int>(completion)];
}

inline std::string NameOf(WindowKind kind) {
  static constexpr const char* kNames[] = {"allocate", "create", "dynamic"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace mpigauge

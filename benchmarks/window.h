#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {

// Where the memory of a window comes from, as OSU's -w.
enum class WindowKind { kAllocate, kCreate, kDynamic };

// A window over all ranks, with room for `count` of T on each. Errors in it end the series. Made and gone on all ranks
// together, the latter outside of epochs.
class RawWindow {
 public:
  RawWindow(State& state, WindowKind kind, std::int64_t bytes);
  RawWindow(const RawWindow&) = delete;
  RawWindow& operator=(const RawWindow&) = delete;
  ~RawWindow();

  MPI_Win get() const { return window_; }
  // The displacement, in bytes, of `rank`'s part.
  MPI_Aint At(int rank) const { return places_[static_cast<std::size_t>(rank)]; }

 protected:
  // Outside of other epochs the memory of this rank is touched under a lock of its own.
  void Lock(int type) { Checked(MPI_Win_lock(type, rank_, 0, window_)); }
  void Unlock() { Checked(MPI_Win_unlock(rank_, window_)); }
  int rank() const { return rank_; }
  void* memory() const { return memory_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  void Make(const State& state, WindowKind kind);

  const int rank_;
  const MPI_Comm communicator_;
  const std::int64_t bytes_;
  std::optional<PageArray<char>> own_;  // memory that the library did not allocate
  void* memory_ = nullptr;
  bool attached_ = false;
  MPI_Win window_ = MPI_WIN_NULL;
  MPI_Errhandler error_handler_ = MPI_ERRHANDLER_NULL;
  std::vector<MPI_Aint> places_;
};

template <typename T>
class Window : public RawWindow {
 public:
  Window(State& state, WindowKind kind, std::int64_t count)
      : RawWindow(state, kind, count * static_cast<std::int64_t>(sizeof(T))) {}

  std::span<T> values() const { return {static_cast<T*>(memory()), static_cast<std::size_t>(bytes()) / sizeof(T)}; }

  // Fills the window before the first epoch: every place gets `value(index)`. Collective, so that nobody comes too
  // early.
  void Fill(const State& state, const std::function<T(std::int64_t)>& value) {
    Lock(MPI_LOCK_EXCLUSIVE);
    std::int64_t index = 0;
    for (T& place : values()) place = value(index++);
    Unlock();
    Checked(MPI_Barrier(state.comm()));
  }

  // Returns the result of `check` for this rank's part, such as FirstWrongOf. In a passive epoch of others a lock makes
  // visible what they did; it is shared, because they may hold theirs.
  template <typename Check>
  std::optional<std::string> Look(bool passive, Check check) {
    if (passive) Lock(MPI_LOCK_SHARED);
    std::optional<std::string> wrong = check(values());
    if (passive) Unlock();
    return wrong;
  }

  // Between two operations, as Look(): others get this rank's pattern from `first` on.
  void PutPattern(bool passive, std::int64_t first) {
    Look(passive, [&](std::span<T> data) {
      FillWithPattern(data, rank(), first);
      return std::nullopt;
    });
  }
};

}  // namespace mpigauge

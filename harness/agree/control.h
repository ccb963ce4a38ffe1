#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// How the ranks agree. Everything that changes control flow is decided on rank 0 and broadcast here, or reduced
// here first. The trees are our own, made of point-to-point calls of the profiling interface on a communicator
// of their own: the collectives of the library under test and an interposer that slows them do not touch them.
//
// All functions are collective over the communicator and must be called by all ranks in the same order.
class Control {
 public:
  explicit Control(MPI_Comm communicator);  // duplicates it
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;
  ~Control();

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool root() const { return rank_ == 0; }
  MPI_Comm communicator() const { return communicator_; }

  // Rank 0's value on every rank.
  template <typename T>
  requires std::is_trivially_copyable_v<T>
  void Broadcast(T& value) const { BroadcastBytes(std::as_writable_bytes(std::span(&value, 1))); }
  void Broadcast(std::string& text) const;
  void Broadcast(std::vector<std::string>& texts) const;

  // For ranks that have nothing to do until the next broadcast, which may be long in coming: sleeps until it has come
  // to this rank, so that its processor is the others'. Not collective; at once on rank 0.
  void SleepUntilBroadcast() const;

  // Element by element, the largest (smallest) over the ranks; the result is on rank 0 alone.
  void MaxToRoot(std::span<std::int64_t> values) const;
  void MinToRoot(std::span<std::int64_t> values) const;

  // Comes back when every rank has come (dissemination: log2(ranks) rounds, the same number of messages on all).
  void Barrier() const;

  // Returns on rank 0 the texts of all ranks in their order; empty elsewhere.
  std::vector<std::string> GatherToRoot(const std::string& text) const;

  // The fault of the lowest rank that has one, on every rank. `fault.rank` is filled in.
  std::optional<Fault> Agree(std::optional<Fault> mine) const;

 private:
  void BroadcastBytes(std::span<std::byte> bytes) const;
  template <typename Better>
  void ReduceToRoot(std::span<std::int64_t> values, Better better) const;

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace mpigauge

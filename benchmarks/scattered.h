#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "benchmarks/first_difference.h"
#include "benchmarks/owned_handle.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {

// The data that are sent and received in a layout, and room to pack them.
template <typename Layout>
class Scattered {
 public:
  Scattered(const State& state, int numbers)
      : layout_(numbers),
        rank_(state.rank()),
        comm_(state.comm()),
        out_(static_cast<std::size_t>(layout_.words())),
        in_(static_cast<std::size_t>(layout_.words())) {
    // A type of nothing is not allowed everywhere; none of it is.
    if (layout_.payload_words() > 0) layout_.Type(type_.put());
    if (layout_.payload_words() == 0) Checked(MPI_Type_dup(MPI_DOUBLE, type_.put()));
    Checked(MPI_Type_commit(type_.put()));
    Checked(MPI_Pack_size(count(), type(), comm_, &packed_bytes_));
    packed_.emplace(static_cast<std::size_t>(packed_bytes_) / sizeof(std::int32_t) + 1);
    Renew(0);
  }

  // Other data to send; what is received into is clear. `contents` is the same on all ranks.
  void Renew(std::int64_t contents) {
    contents_ = contents;
    std::int64_t index = contents;
    layout_.ForEachBlock([&](int first, int words) {
      for (int i = first; i < first + words; ++i) out_.data()[i] = PatternValue<std::int32_t>(rank_, index++);
    });
    std::fill(in_.values().begin(), in_.values().end(), 0);
  }

  MPI_Datatype type() const { return type_.get(); }
  int count() const { return layout_.payload_words() > 0 ? layout_.count() : 0; }
  int payload_words() const { return layout_.payload_words(); }
  std::int32_t* out() { return out_.data(); }
  std::int32_t* in() { return in_.data(); }
  std::int32_t* packed() { return packed_->data(); }

  void PackByHand() {
    std::int32_t* to = packed();
    layout_.ForEachBlock([&](int first, int words) { to = std::copy_n(out() + first, words, to); });
  }
  void UnpackByHand() {
    const std::int32_t* from = packed();
    layout_.ForEachBlock([&](int first, int words) {
      std::copy_n(from, words, in() + first);
      from += words;
    });
  }
  // Returns the bytes that it packed.
  int Pack() {
    int position = 0;
    Checked(MPI_Pack(out(), count(), type(), packed(), packed_bytes_, &position, comm_));
    return position;
  }
  void Unpack() {
    int position = 0;
    Checked(MPI_Unpack(packed(), packed_bytes_, &position, in(), count(), type(), comm_));
  }
  int packed_bytes() const { return packed_bytes_; }
  void ClearPacked() { std::fill(packed_->values().begin(), packed_->values().end(), 0); }

  // Checks that the data of `rank` are in their places, and that nothing is in the gaps.
  std::optional<std::string> FirstWrongFrom(int rank) {
    PageArray<std::int32_t> right(in_.values().size());
    std::int64_t index = contents_;
    layout_.ForEachBlock([&](int first, int words) {
      for (int i = first; i < first + words; ++i) right.data()[i] = PatternValue<std::int32_t>(rank, index++);
    });
    auto wrong = FirstDifference<std::int32_t>(in_.values(), [&](std::int64_t i) { return right.data()[i]; });
    std::fill(in_.values().begin(), in_.values().end(), 0);
    return wrong;
  }

 private:
  Layout layout_;
  const int rank_;
  MPI_Comm comm_;
  OwnedType type_{MPI_DATATYPE_NULL};
  PageArray<std::int32_t> out_;
  PageArray<std::int32_t> in_;
  int packed_bytes_ = 0;
  std::int64_t contents_ = 0;
  std::optional<PageArray<std::int32_t>> packed_;
};

}  // namespace mpigauge::collectives

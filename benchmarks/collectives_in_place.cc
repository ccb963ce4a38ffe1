// Blocking collectives in place: MPI_IN_PLACE where the standard has it (at the root of rooted ones). Reductions take
// the maximum, which an operation on its own result does not change; allreduce_float_max is the same out of place.
// Source: MPIPerf 5 [KU12], OSU's -l.
#include <mpi.h>

#include <algorithm>

#include "benchmarks/collective_operations.h"
#include "benchmarks/first_difference.h"

namespace mpigauge::collectives {
namespace {

// The buffer is the same in all operations, whatever --buffers says: each works on what the one before left.
template <typename T>
class InPlaceBuffer {
 public:
  InPlaceBuffer(State& state, Movement movement)
      : rank_(state.rank()),
        ranks_(state.size()),
        movement_(movement),
        count_(state.bytes() / static_cast<std::int64_t>(sizeof(T))),
        data_(static_cast<std::size_t>(count_) * static_cast<std::size_t>(HasBlocks(movement) ? ranks_ : 1)),
        parts_(state, movement, Sharing::kEqual, count_) {
    parts_.arguments().op = MPI_MAX;
    const bool rooted = movement == Movement::kGather || movement == Movement::kReduce;
    const bool scatters = movement == Movement::kScatter;
    const bool sends = scatters ? rank_ == kRoot : rooted && rank_ != kRoot;
    parts_.arguments().send = sends ? data_.data() : MPI_IN_PLACE;
    parts_.arguments().recv = sends ? (scatters ? MPI_IN_PLACE : nullptr) : data_.data();
    Fill();
    state.CheckData([this] { return FirstWrong(); });
    state.RenewData([this](std::int64_t contents) {
      contents_ = contents;
      Fill();
    });
  }

  const Arguments& Next() {
    ++operations_;
    return parts_.arguments();
  }

 private:
  T Sent(int rank, std::int64_t index) const {
    // The result lies where the first block was, which the next operation takes: so all blocks are the same.
    return PatternValue<T>(rank, contents_ + (movement_ == Movement::kReduceScatter ? index % count_ : index));
  }

  void Fill() {
    operations_ = 0;
    std::int64_t begin = 0;
    auto end = static_cast<std::int64_t>(data_.values().size());
    if (movement_ == Movement::kScatter && rank_ != kRoot) end = 0;
    if (movement_ == Movement::kAllgather || movement_ == Movement::kGather) {
      if (rank_ == kRoot || movement_ == Movement::kAllgather) begin = rank_ * count_;
      end = begin + count_;
    }
    std::fill(data_.values().begin(), data_.values().end(), T{});
    for (std::int64_t i = begin; i < end; ++i) data_.data()[i] = Sent(rank_, i - begin);
  }

  // Returns the origins after operations on their own results.
  std::vector<Origin> OriginsNow() const {
    if (movement_ == Movement::kAlltoall && operations_ % 2 == 0) {  // there and back
      return {{ranks_ * count_, rank_, rank_ + 1, 0}};
    }
    if (movement_ == Movement::kExscan && rank_ > 0) {  // each operation takes rank 0's data one rank further
      const int last = static_cast<int>(std::max<std::int64_t>(1, rank_ - (operations_ - 1)));
      return {{count_, 0, last, 0}};
    }
    return Origins(movement_, Sharing::kEqual, ranks_, count_, rank_);
  }

  std::optional<std::string> FirstWrong() {
    const auto origins = OriginsNow();
    const auto sent = [this](int rank, std::int64_t index) { return Sent(rank, index); };
    const auto larger = [](T a, T b) { return std::max(a, b); };
    const auto got = data_.values().first(static_cast<std::size_t>(Length(origins)));
    auto wrong = FirstDifference<T>(got, ExpectedFrom<T>(origins, sent, larger));
    Fill();
    return wrong;
  }

  const int rank_;
  const int ranks_;
  const Movement movement_;
  const std::int64_t count_;
  PageArray<T> data_;
  Parts<T> parts_;
  std::int64_t contents_ = 0;
  std::int64_t operations_ = 0;  // since the buffer was filled
};

template <typename T>
void CallInPlace(State& state, const Operation& operation) {
  InPlaceBuffer<T> buffer(state, operation.movement);
  for (auto _ : state) operation.call(buffer.Next());
}

[[maybe_unused]] const bool collectives_in_place_registered = [] {
  for (const Operation& operation : CollectiveOperations()) {
    if (operation.movement == Movement::kNone || operation.movement == Movement::kBcast) continue;
    RegisterCase(operation.name + "_in_place",
                 [&operation](State& state) {
                   WithElement(operation.movement,
                               [&](auto element) { CallInPlace<decltype(element)>(state, operation); });
                 })
        ->Collective()
        ->Describe("MPI_" + operation.name + " with MPI_IN_PLACE")
        ->Parameter("bytes", kFewSizes);
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives

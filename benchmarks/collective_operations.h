#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "benchmarks/origins.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {

// The arguments that a rank hands to a collective operation. Counts and places are in elements.
struct Arguments {
  const void* send = nullptr;
  void* recv = nullptr;
  int send_count = 0;  // to one other
  int recv_count = 0;  // from one other
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  // Counts and places of the blocks, in both buffers if both have blocks.
  const int* counts = nullptr;
  const int* places = nullptr;
  const MPI_Aint* byte_places = nullptr;
  const MPI_Datatype* types = nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
};

// A collective operation in each form that the library has.
struct Operation {
  std::string name;
  Movement movement;
  bool has_counts;  // its blocks may differ in length
  void (*call)(const Arguments&);
  void (*start)(const Arguments&, MPI_Request*);
  void (*init)(const Arguments&, MPI_Request*);  // persistent; nullptr where the library has none
};

// Returns the operations of MPI 2.2, with their nonblocking and persistent forms. Source: MPIPerf 5 [KU12].
const std::vector<Operation>& CollectiveOperations();

// Calls `function` with an element: floats are combined, bytes are moved.
template <typename Function>
void WithElement(Movement movement, Function function) {
  if (Reduces(movement)) {
    function(float{});
  } else {
    function(char{});
  }
}

// These sizes are for variants of which the eight usual ones would tell little more.
inline const std::vector<std::int64_t> kFewSizes = {8, 4096, 65536, 1048576};

// Arguments without buffers for operations on T, and what they point to.
template <typename T>
class Parts {
 public:
  Parts(const State& state, Movement movement, Sharing sharing, std::int64_t count)
      : blocks_(BlocksOf(movement, sharing, state.size(), count, state.rank())),
        types_(blocks_.counts.size(), MPI_CHAR) {
    const auto mine = static_cast<std::size_t>(state.rank());
    arguments_.send_count = movement == Movement::kGather || movement == Movement::kAllgather ? blocks_.counts[mine]
                                                                                              : static_cast<int>(count);
    arguments_.recv_count = movement == Movement::kScatter ? blocks_.counts[mine] : static_cast<int>(count);
    arguments_.type = std::is_same_v<T, float> ? MPI_FLOAT : MPI_CHAR;
    arguments_.counts = blocks_.counts.data();
    arguments_.places = blocks_.places.data();
    arguments_.types = types_.data();
    arguments_.comm = state.comm();
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  const Blocks& blocks() const { return blocks_; }
  Arguments& arguments() { return arguments_; }

 private:
  Blocks blocks_;
  std::vector<MPI_Datatype> types_;
  Arguments arguments_;
};

// The buffers of a collective operation that sums up or moves T, and its arguments; registers the check of its data.
// Where the operation has blocks "bytes" is the length of one: what one rank sends to one other, as in OSU.
template <typename T>
class CollectiveBuffers {
 public:
  CollectiveBuffers(State& state, Movement movement, Sharing sharing)
      : state_(state),
        movement_(movement),
        sharing_(sharing),
        buffers_(Make(state, movement)),
        parts_(state, movement, sharing, count()) {
    parts_.arguments().op = MPI_SUM;
    if (buffers_) state.CheckData([this] { return FirstWrong(); });
  }

  // The arguments of the next operation.
  const Arguments& Next() {
    Arguments& arguments = parts_.arguments();
    if (!buffers_) return arguments;
    T* send = buffers_->send();
    T* recv = buffers_->recv();
    arguments.send = send;
    arguments.recv = movement_ == Movement::kBcast && state_.rank() == kRoot ? send : recv;
    return arguments;
  }

 private:
  // A barrier has none, and no "bytes".
  static std::optional<Buffers<T>> Make(State& state, Movement movement) {
    if (movement == Movement::kNone) return std::nullopt;
    return std::optional<Buffers<T>>(std::in_place, state, HasBlocks(movement) ? state.size() : 1);
  }

  int count() const { return buffers_ ? buffers_->count() : 0; }

  std::optional<std::string> FirstWrong() {
    std::optional<std::string> wrong;
    std::int64_t begin = 0;
    for (const Origin& origin : Origins(movement_, sharing_, state_.size(), count(), state_.rank())) {
      auto here = buffers_->FirstUnlikePeriod(begin, origin.length, [&](std::int64_t i) {
        T value = buffers_->Sent(origin.first, origin.place + i);
        for (int rank = origin.first + 1; rank < origin.last; ++rank) value += buffers_->Sent(rank, origin.place + i);
        return value;
      });
      if (!wrong) wrong = std::move(here);
      begin += origin.length;
    }
    return wrong ? wrong : buffers_->FirstBeyond(begin);
  }

  State& state_;
  const Movement movement_;
  const Sharing sharing_;
  std::optional<Buffers<T>> buffers_;
  Parts<T> parts_;
};

}  // namespace mpigauge::collectives

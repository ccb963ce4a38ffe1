#pragma once

// The point-to-point families share these parts: tags, checks of the data that arrived, and objects that MPI wants to
// have back.
#include <mpi.h>

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {

inline constexpr int kTag = 1;
inline constexpr int kPostedTag = 2;  // without data: "my receive is posted"

using BlockingSend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
using StartedSend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

// There is nothing to check on ranks that receive nothing.
inline std::optional<std::string> NothingToCheck() { return std::nullopt; }

// The data of rank `from` must have arrived.
inline State::DataCheck DataOf(int from, Buffers<char>& buffers) {
  return [&buffers, from] { return buffers.FirstUnlike(from); };
}

// The data of the other one of the pair must have arrived.
inline State::DataCheck PartnersData(const State& state, Buffers<char>& buffers) {
  if (!state.pair().Has(state.rank())) return NothingToCheck;
  return DataOf(state.pair().PartnerOf(state.rank()), buffers);
}

// Block i of those at `blocks` must hold the beginning of the buffer of rank senders[i], where that is a rank. Checked
// elements are cleared, as by Buffers::FirstWrong.
inline std::optional<std::string> FirstWrongBlock(const Buffers<char>& buffers, char* blocks,
                                                  std::span<const int> senders) {
  const auto count = static_cast<std::size_t>(buffers.count());
  for (std::size_t block = 0; block < senders.size(); ++block) {
    if (senders[block] < 0) continue;
    const std::span<char> received(blocks + block * count, count);
    const auto wrong = FirstUnlikePattern(received, senders[block], buffers.shift());
    if (wrong) return "from rank " + std::to_string(senders[block]) + ": " + *wrong;
  }
  return std::nullopt;
}

// The buffer of MPI_Bsend, with room for this many messages: a library takes room back when it comes to it, so there
// must be more than are under way.
class AttachedBuffer {
 public:
  AttachedBuffer(int messages, std::int64_t bytes)
      : memory_(static_cast<std::size_t>(messages) * (static_cast<std::size_t>(bytes) + MPI_BSEND_OVERHEAD + kSlack)) {
    Checked(MPI_Buffer_attach(memory_.data(), static_cast<int>(memory_.values().size())));
  }
  AttachedBuffer(const AttachedBuffer&) = delete;
  AttachedBuffer& operator=(const AttachedBuffer&) = delete;
  ~AttachedBuffer() {
    void* memory = nullptr;
    int bytes = 0;
    Checked(MPI_Buffer_detach(&memory, &bytes));
  }

 private:
  static constexpr std::size_t kSlack = 64;  // alignment

  PageArray<char> memory_;
};

}  // namespace mpigauge

// Whether a message goes without a receive, and up to which size: where the eager protocol ends.
#include <algorithm>
#include <vector>

#include "benchmarks/network.h"

namespace mpigauge {
namespace {

constexpr int kSizeTag = 4;  // the size of a message that was tried, or kNoMore
constexpr int kNoMore = -1;

// Whether a send is over while the other one waits in MPI without a receive for it. When it has not returned for long,
// it is said not to.
bool ComesBack(MPI_Request& request, const PartTimer& part) {
  constexpr std::int64_t kPatienceNs = 100'000;
  constexpr int kLeastTests = 200;  // however long the processor was away
  const std::int64_t end = part.Now() + kPatienceNs;
  int over = 0;
  for (int tests = 0; over == 0 && (tests < kLeastTests || part.Now() < end); ++tests) {
    Checked(MPI_Test(&request, &over, MPI_STATUS_IGNORE));
  }
  return over != 0;
}

// No message that needs its receive comes back, but one that does not may take long on a loaded machine.
bool SizeComesBack(const Side& side, const PartTimer& part, const std::vector<char>& data, int bytes) {
  constexpr int kTries = 3;
  bool back = false;
  for (int tries = 0; !back && tries < kTries; ++tries) {
    MPI_Request request = MPI_REQUEST_NULL;
    Checked(MPI_Isend(data.data(), bytes, MPI_CHAR, side.partner, kTag, side.comm, &request));
    back = ComesBack(request, part);
    Checked(MPI_Send(&bytes, 1, MPI_INT, side.partner, kSizeTag, side.comm));
    Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
  return back;
}

// Searches by bisection between a size that does not come back and the next smaller one of the family; 0 if that does
// not come back either.
int LargestThatComesBack(const Side& side, const PartTimer& part, const std::vector<char>& data) {
  const std::vector<std::int64_t> sizes = NetworkSizes();
  const auto at = std::lower_bound(sizes.begin(), sizes.end(), side.count);
  int comes = at == sizes.begin() ? 0 : static_cast<int>(*std::prev(at));
  if (!SizeComesBack(side, part, data, comes)) return 0;
  for (int stays = side.count; stays - comes > 1;) {
    const int middle = comes + (stays - comes) / 2;
    (SizeComesBack(side, part, data, middle) ? comes : stays) = middle;
  }
  return comes;
}

// The first one alone decides what is tried; the second one receives the messages that are announced. Returns the
// largest size that comes back, on the first one, and 0 on all others.
int Search(const Side& side, const PartTimer& part, bool comes_back) {
  std::vector<char> data(static_cast<std::size_t>(side.count));
  int largest = 0;
  if (side.first) {
    largest = comes_back ? side.count : LargestThatComesBack(side, part, data);
    Checked(MPI_Send(&kNoMore, 1, MPI_INT, side.partner, kSizeTag, side.comm));
  } else if (side.second) {
    for (int bytes = 0; bytes != kNoMore;) {
      Checked(MPI_Recv(&bytes, 1, MPI_INT, side.partner, kSizeTag, side.comm, MPI_STATUS_IGNORE));
      if (bytes == kNoMore) break;
      Checked(MPI_Recv(data.data(), bytes, MPI_CHAR, side.partner, kTag, side.comm, MPI_STATUS_IGNORE));
    }
  }
  return largest;
}

// The receive is posted by the word of the sender alone, so that nobody hangs. The time is until the send returned or
// was given up; "returned" is 1 where most of them did. "eager_bytes" is the largest size that returns, from the next
// smaller one of the family to this one; 0 where none of them does.
void UnmatchedSend(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(SecondsData(state, buffers));
  const Side side(state, buffers);
  PartTimer part(state);
  std::int64_t sends = 0;
  std::int64_t returns = 0;
  for (auto _ : state) {
    if (side.first) {
      const char* data = buffers.send();
      MPI_Request request = MPI_REQUEST_NULL;
      part.Begin();
      Checked(MPI_Isend(data, side.count, MPI_CHAR, side.partner, kTag, side.comm, &request));
      const bool back = ComesBack(request, part);
      part.End();
      ++sends;
      returns += back ? 1 : 0;
      side.Tell(kGoTag);
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else if (side.second) {
      char* data = buffers.recv();
      side.Hear(kGoTag);
      side.Receive(data);
    }
  }
  const bool returned = 2 * returns > sends;
  state.Counter("returned", returned ? 1 : 0);
  state.Counter("eager_bytes", Search(side, part, returned));
}

[[maybe_unused]] const bool network_unmatched_registered = [] {
  RegisterNetworkCase("network_unmatched_send", UnmatchedSend)
      ->Parts()
      ->Describe("Whether and when a send returns while no receive is posted, and up to which size, by distance");
  return true;
}();

}  // namespace
}  // namespace mpigauge

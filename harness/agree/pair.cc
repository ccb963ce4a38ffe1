#include "harness/agree/pair.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <thread>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr int kTag = 5;
constexpr int kRoundTrips = 20;

// The smallest round trip in nanoseconds on rank `first`; 0 elsewhere.
std::int64_t SmallestRoundTrip(const Control& control, const Pair& pair) {
  char byte = 0;
  std::int64_t smallest = INT64_MAX;
  for (int i = 0; i < kRoundTrips; ++i) {
    if (control.rank() == pair.first) {
      const auto start = std::chrono::steady_clock::now();
      PMPI_Send(&byte, 1, MPI_CHAR, pair.second, kTag, control.communicator());
      PMPI_Recv(&byte, 1, MPI_CHAR, pair.second, kTag, control.communicator(), MPI_STATUS_IGNORE);
      const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
      smallest = std::min(smallest, std::int64_t{took.count()});
    } else if (control.rank() == pair.second) {
      PMPI_Recv(&byte, 1, MPI_CHAR, pair.first, kTag, control.communicator(), MPI_STATUS_IGNORE);
      PMPI_Send(&byte, 1, MPI_CHAR, pair.first, kTag, control.communicator());
    }
  }
  return control.rank() == pair.first ? smallest : 0;
}

// Returns the latency of rank `first` on rank 0, which sleeps until it has come.
std::int64_t ToRoot(const Control& control, int first, std::int64_t latency) {
  if (first == 0) return latency;
  if (control.rank() == first) {
    PMPI_Send(&latency, 1, MPI_INT64_T, 0, kTag, control.communicator());
  } else if (control.root()) {
    for (int arrived = 0; arrived == 0; std::this_thread::sleep_for(std::chrono::microseconds(50))) {
      PMPI_Iprobe(first, kTag, control.communicator(), &arrived, MPI_STATUS_IGNORE);
    }
    PMPI_Recv(&latency, 1, MPI_INT64_T, first, kTag, control.communicator(), MPI_STATUS_IGNORE);
  }
  return latency;
}

// Two ranks talk at a time and the others sleep: where ranks share processors, one that spins would be taken for the
// length of the way.
Pair Farthest(const Control& control) {
  Pair farthest;
  std::int64_t largest = -1;
  for (int first = 0; first < control.size(); ++first) {
    for (int second = first + 1; second < control.size(); ++second) {
      bool begins = true;
      control.SleepUntilBroadcast();
      control.Broadcast(begins);
      const std::int64_t latency = ToRoot(control, first, SmallestRoundTrip(control, {first, second}));
      if (!control.root() || latency <= largest) continue;
      largest = latency;
      farthest = {first, second};
    }
  }
  control.SleepUntilBroadcast();
  control.Broadcast(farthest);
  return farthest;
}

int ParseRank(std::string_view text, std::string_view whole, int ranks) {
  int rank = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError("--pair: '{}' is neither two ranks such as 0,1 nor farthest", whole);
  }
  if (rank < 0 || rank >= ranks) throw UsageError("--pair {}: there is no rank {} of {}", whole, rank, ranks);
  return rank;
}

}  // namespace

Pair ParsePair(const std::string& text, int ranks) {
  const std::string_view whole = text;
  const auto comma = whole.find(',');
  if (comma == std::string_view::npos) ParseRank("", whole, ranks);
  const Pair pair{ParseRank(whole.substr(0, comma), whole, ranks), ParseRank(whole.substr(comma + 1), whole, ranks)};
  if (pair.first == pair.second) throw UsageError("--pair {}: a rank does not talk to itself", whole);
  return pair;
}

Pair ChoosePair(const Control& control, const std::string& text) {
  if (control.size() < 2) return {};  // no case needs it
  return text == kFarthest ? Farthest(control) : ParsePair(text, control.size());
}

}  // namespace mpigauge

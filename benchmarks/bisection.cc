// Many pairs at once: half of the ranks send to the other half, which answers. Half of the time there and back is
// reported, and the bandwidth of one pair. Source: mpptest 3.4 [MP8].
#include <mpi.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

using Pairs = std::vector<std::pair<int, int>>;  // who sends to whom

// Even ranks to the next one.
Pairs Nearest(int ranks) {
  Pairs pairs;
  for (int i = 0; i + 1 < ranks; i += 2) pairs.emplace_back(i, i + 1);
  return pairs;
}

// The last exchange of a butterfly over the largest power of two: the highest bit of the rank changes.
Pairs Butterfly(int ranks) {
  const int half = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks))) / 2;
  Pairs pairs;
  for (int i = 0; i < half; ++i) pairs.emplace_back(i, i ^ half);
  return pairs;
}

// The lower half to the upper half, in the same order.
Pairs Shift(int ranks) {
  const int half = ranks / 2;
  Pairs pairs;
  for (int i = 0; i < half; ++i) pairs.emplace_back(i, i + half);
  return pairs;
}

// Drawn once and for all, the same in every launch and on all ranks.
Pairs Random(int ranks) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 generator(20021);
  // Not std::shuffle, which may draw otherwise in another standard library.
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[generator() % i]);
  Pairs pairs;
  for (std::size_t i = 0; i + 1 < order.size(); i += 2) pairs.emplace_back(order[i], order[i + 1]);
  return pairs;
}

// All ranks to the next one, the last one to the first.
Pairs RingOfAll(int ranks) {
  Pairs pairs;
  for (int i = 0; i < ranks; ++i) pairs.emplace_back(i, (i + 1) % ranks);
  return pairs;
}

// Each of the lower half to each of the upper half.
Pairs AllPairs(int ranks) {
  const int half = ranks / 2;
  Pairs pairs;
  for (int i = 0; i < half; ++i) {
    for (int j = half; j < 2 * half; ++j) pairs.emplace_back(i, j);
  }
  return pairs;
}

// Random pairs, in both directions. Source: IMB-P2P Corandom.
Pairs BothWays(Pairs pairs) {
  const std::size_t n = pairs.size();
  for (std::size_t i = 0; i < n; ++i) pairs.emplace_back(pairs[i].second, pairs[i].first);
  return pairs;
}

// The ends of the pairs that are this rank's.
struct Ends {
  std::vector<int> to, from;

  Ends(const Pairs& pairs, int rank) {
    for (const auto& [sender, receiver] : pairs) {
      if (sender == rank) to.push_back(receiver);
      if (receiver == rank) from.push_back(sender);
    }
  }
  std::size_t count() const { return to.size() + from.size(); }
};

// A message to each of `to` and one from each of `from`.
class Wave {
 public:
  Wave(MPI_Comm comm, int bytes, const std::vector<int>& to, const std::vector<int>& from)
      : comm_(comm), bytes_(bytes), to_(to), from_(from), requests_(to.size() + from.size()) {}

  void Roll(const char* out, char* in) {
    MPI_Request* next = requests_.data();
    for (const int sender : from_) {
      Checked(MPI_Irecv(in, bytes_, MPI_CHAR, sender, kTag, comm_, next++));
      in += bytes_;
    }
    for (const int receiver : to_) Checked(MPI_Isend(out, bytes_, MPI_CHAR, receiver, kTag, comm_, next++));
    Checked(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  }

 private:
  MPI_Comm comm_;
  int bytes_;
  const std::vector<int>& to_;
  const std::vector<int>& from_;
  std::vector<MPI_Request> requests_;
};

void Exchange(State& state, const Pairs& pairs, bool answered) {
  // The same on all ranks, so that the places of their buffers are.
  std::size_t most = 0;
  for (int rank = 0; rank < state.size(); ++rank) most = std::max(most, Ends(pairs, rank).count());
  Buffers<char> buffers(state, static_cast<int>(most));
  const Ends ends(pairs, state.rank());
  std::vector<int> senders = ends.from;
  if (answered) senders.insert(senders.end(), ends.to.begin(), ends.to.end());
  char* in = nullptr;
  state.CheckData([&] { return FirstWrongBlock(buffers, in, senders); });
  const int n = buffers.count();
  Wave there(state.comm(), n, ends.to, ends.from);
  Wave back(state.comm(), n, ends.from, ends.to);
  const std::size_t answers = ends.from.size() * static_cast<std::size_t>(n);
  for (auto _ : state) {
    if (senders.empty()) continue;
    const char* out = buffers.send();
    in = buffers.recv();
    there.Roll(out, in);
    if (answered) back.Roll(out, in + answers);
  }
}

struct Pattern {
  std::string_view name;
  Pairs (*pairs)(int ranks);
};

constexpr Pattern kPatterns[] = {
    {"nearest", Nearest}, {"butterfly", Butterfly}, {"shift", Shift},
    {"random", Random},   {"ring", RingOfAll},      {"all_pairs", AllPairs},
};

[[maybe_unused]] const bool bisection_registered = [] {
  for (const Pattern& pattern : kPatterns) {
    RegisterCase("bisection_" + std::string(pattern.name),
                 [&pattern](State& state) { Exchange(state, pattern.pairs(state.size()), true); })
        ->RoundTrip()
        ->Family("bisection")
        ->Describe("Half of the ranks talk to the other half: " + std::string(pattern.name))
        ->Parameter("bytes", {8, 512, 4096, 65536, 1048576});
  }
  return true;
}();

void Corandom(State& state) { Exchange(state, BothWays(Random(state.size())), false); }
MPIGAUGE_CASE(Corandom)
    ->Exchange()
    ->Family("bisection")
    ->Parameter("bytes", {8, 512, 4096, 65536, 1048576})
    ->Describe("Random pairs exchange, seeded");

}  // namespace
}  // namespace mpigauge

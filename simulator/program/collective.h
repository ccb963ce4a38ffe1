#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpigauge {

// STORED AS INTEGERS in operations (Operation::tag). Append only.
enum class CollectiveKind : int {
  kBarrier,
  kBcast,
  kReduce,
  kAllreduce,
  kGather,
  kScatter,
  kAllgather,
  kAlltoall,
  kReduceScatter,
  kScan,
};
inline constexpr int kCollectiveKinds = 10;

enum class Algorithm {
  kBinomial,
  kScatterAllgather,  // binomial scatter, then a ring (van de Geijn)
  kRecursiveDoubling,
  kRabenseifner,  // recursive halving, then recursive doubling
  kRing,
  kPairwise,
  kDissemination,
};

// `bytes` is the whole vector of bcast, reduce, allreduce, reduce_scatter and scan, and what one rank has for each
// other (or has of its own) in gather, scatter, allgather and alltoall.
struct Collective {
  CollectiveKind kind = CollectiveKind::kBarrier;
  Algorithm algorithm = Algorithm::kDissemination;
  int ranks = 1;
  int root = 0;
  std::int64_t bytes = 0;
};

// Blocks first, first + 1, ..., taken modulo the number of blocks.
struct BlockRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// The step of one rank in one round: it sends and receives at the same time, then waits for both.
struct Step {
  int to = -1;
  BlockRange sent = {};
  int from = -1;
  BlockRange received = {};
  bool combine = false;  // what is received is added to what is there, and does not replace it
};

// The rounds of the algorithm: the same number for all ranks, in some of which a rank may have nothing to do.
int Rounds(const Collective& collective);

// Constant time. Throws Error (usage) where there is no such algorithm for the collective.
Step StepOf(const Collective& collective, int round, int rank);

// Into how many blocks the data are divided, and the size of some of them. Vectors are divided as evenly as can be.
std::int64_t BlockCount(const Collective& collective);
std::int64_t BytesOf(const Collective& collective, const BlockRange& blocks);

// The algorithm by size and ranks that Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication
// Operations in MPICH" (2005), chose, as far as it is here (no Bruck: pairwise and rings instead).
Algorithm ChooseAlgorithm(CollectiveKind kind, int ranks, std::int64_t bytes);

// "allreduce", "ring". Parsing throws Error (usage) naming `what`.
std::string NameOf(CollectiveKind kind);
std::string NameOf(Algorithm algorithm);
bool IsCollective(std::string_view text);
CollectiveKind ParseCollectiveKind(std::string_view text, std::string_view what);
Algorithm ParseAlgorithm(std::string_view text, std::string_view what);

// Whether StepOf() knows this algorithm for this kind and number of ranks.
bool Exists(CollectiveKind kind, Algorithm algorithm, int ranks);

}  // namespace mpigauge

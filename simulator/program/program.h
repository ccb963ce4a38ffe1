#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace mpigauge {

class Communicators;

// The calls of a rank. Blocking calls are a nonblocking one and its wait.
enum class Call : std::uint8_t {
  kCalc,        // `amount` nanoseconds of computation
  kSend,        // starts to send `amount` bytes to `peer`; `request` is active from here to its wait
  kReceive,     // starts to receive from `peer`
  kWait,        // for `request`
  kWaitAll,     // for all active requests, lowest number first
  kCollective,  // `amount` bytes, see collective.h; engines know it where it has a measured time
  kCombine,     // adds `amount` bytes that a reduction received to what is there
};

inline constexpr int kAnySource = -1;  // for `peer`
inline constexpr int kAnyTag = -1;

struct Operation {
  std::int64_t amount = 0;
  int peer = 0;  // rank of the world; of a collective, the root's rank in the communicator
  int tag = 0;   // of a collective, its kind (CollectiveKind)
  std::uint32_t communicator = 0;
  std::uint16_t request = 0;  // of a collective, its algorithm + 1; 0: the one that ChooseAlgorithm() names
  Call call = Call::kCalc;
  bool synchronous = false;  // a send that ends only when its receive has begun, whatever the eager limit

  bool operator==(const Operation&) const = default;
};

// Operations of one rank that follow each other, and where the next ones are.
struct Chunk {
  std::span<const Operation> operations;
  std::uint64_t next = 0;
};

// The treatment of collectives.
struct CollectiveHandling {
  std::uint32_t kept = 0;  // bit 1 << CollectiveKind: these stay operations kCollective, the others become messages
  bool combine = false;    // where reductions become messages, there is a kCombine for what is received
};

// The operations of all ranks. Operations are asked for chunk by chunk, so that programs of a million ranks can make
// them on the fly: a rank begins at cursor 0, and ends with an empty chunk. The same question always has the same
// answer.
class Program {
 public:
  virtual ~Program() = default;

  virtual int ranks() const = 0;

  // Requests of this rank are numbered from 0 to Requests(rank) - 1.
  virtual int Requests(int rank) const = 0;

  // A collective is alone in its chunk. `buffer` may be used for the operations; then they are valid as long as nobody
  // else writes there.
  virtual Chunk Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const = 0;

  // The same program with its collectives handled in this way; null where it has none. It must not outlive this one.
  virtual std::unique_ptr<Program> With(const CollectiveHandling& handling) const;

  // The groups that its collectives are done in; null where it has none.
  virtual const Communicators* communicators() const { return nullptr; }

  // Where the operation comes from, for messages: "rank 3, line 17".
  virtual std::string Where(int rank, std::uint64_t cursor, std::size_t index) const;
};

// "receive from any, tag 0", "send of 64 bytes to 3, tag 1, communicator 2".
std::string Describe(const Operation& operation);

// Groups of ranks by number. Number 0 is the world, in which each rank is itself.
class Communicators {
 public:
  explicit Communicators(int world) : world_(world) {}

  // Ranks of the world in the order of their ranks in the communicator. Returns its number.
  std::uint32_t Add(std::vector<int> members);

  // Whether there is a communicator of this number.
  bool Has(std::uint32_t communicator) const { return communicator <= groups_.size(); }

  int Size(std::uint32_t communicator) const;
  int ToWorld(std::uint32_t communicator, int rank) const;

  // -1 where the rank of the world is no member.
  int FromWorld(std::uint32_t communicator, int world_rank) const;

 private:
  struct Group {
    std::vector<int> members;
    std::unordered_map<int, int> ranks;
  };
  const Group& At(std::uint32_t communicator) const { return groups_[communicator - 1]; }
  int world_;
  std::vector<Group> groups_;
};

// A program that is held in memory, filled operation by operation: 28 bytes each.
class ListedProgram : public Program {
 public:
  explicit ListedProgram(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

  // Adds to what a rank does. `line` is where it comes from. Peers are ranks of the world. Nothing is checked: a send
  // to a rank that does not exist, or a request that is used twice, is found by the engines.
  void Add(int rank, const Operation& operation, std::uint32_t line = 0);

  int ranks() const override { return static_cast<int>(ranks_.size()); }
  int Requests(int rank) const override { return At(rank).requests; }
  Chunk Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const override;
  std::string Where(int rank, std::uint64_t cursor, std::size_t index) const override;

 protected:
  // The `line` with which the operation was added.
  std::uint32_t Line(int rank, std::uint64_t cursor, std::size_t index) const;

 private:
  struct Rank {
    std::vector<Operation> operations;
    std::vector<std::uint32_t> lines;
    std::vector<std::size_t> ends;  // of chunks
    int requests = 0;
  };
  const Rank& At(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  std::vector<Rank> ranks_;
};

}  // namespace mpigauge

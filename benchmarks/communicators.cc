// Making communicators. Each is freed again, and that is part of the operation: identifiers of communicators are few,
// and a loop that keeps them ends soon. This rank's place in each is looked up in the operation as well, which takes
// nanoseconds, and is what is checked. Source: SKaMPI A [SK4] (Comm_split), MPIPerf 5 [KU12].
#include <mpi.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/owned_handle.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {
namespace {

constexpr int kCommunicatorTag = 1;

// The place of this rank in a communicator; nothing if it is in none.
struct Membership {
  int rank = MPI_UNDEFINED;
  int size = 0;
  bool operator==(const Membership&) const = default;
};

constexpr Membership kNotLooked = {-1, -1};

std::string Text(Membership membership) {
  return membership.size == 0 ? "none" : std::to_string(membership.rank) + " of " + std::to_string(membership.size);
}

// `make` returns the new communicator, or MPI_COMM_NULL on ranks that are not in it.
template <typename Make>
void MakeAndFree(State& state, Membership expected, Make make) {
  Membership seen = kNotLooked;
  state.CheckData([&]() -> std::optional<std::string> {
    const Membership last = std::exchange(seen, kNotLooked);
    if (last == expected) return std::nullopt;
    return "the rank in the new communicator is " + Text(last) + ", should be " + Text(expected);
  });
  for (auto _ : state) {
    MPI_Comm made = make();
    seen = {};
    if (made == MPI_COMM_NULL) continue;
    Checked(MPI_Comm_rank(made, &seen.rank));
    Checked(MPI_Comm_size(made, &seen.size));
    Checked(MPI_Comm_free(&made));
  }
}

// Calls `function(&made)` and returns what it made.
template <typename Function>
MPI_Comm Made(Function function) {
  MPI_Comm made = MPI_COMM_NULL;
  function(&made);
  return made;
}

// Ranks below the middle and the others.
struct Halves {
  explicit Halves(const State& state)
      : middle((state.size() + 1) / 2),
        upper(state.rank() >= middle),
        mine(upper ? Membership{state.rank() - middle, state.size() - middle} : Membership{state.rank(), middle}) {}
  int middle;
  bool upper;
  Membership mine;
};

// Ranks 0, 2, 4, ...
class EvenRanks {
 public:
  explicit EvenRanks(const State& state) {
    std::vector<int> even(static_cast<std::size_t>(state.size() + 1) / 2);
    for (std::size_t i = 0; i < even.size(); ++i) even[i] = static_cast<int>(2 * i);
    OwnedGroup all(MPI_GROUP_NULL);
    Checked(MPI_Comm_group(state.comm(), all.put()));
    Checked(MPI_Group_incl(all.get(), static_cast<int>(even.size()), even.data(), group_.put()));
    if (state.rank() % 2 == 0) mine_ = {state.rank() / 2, static_cast<int>(even.size())};
  }
  MPI_Group group() const { return group_.get(); }
  Membership mine() const { return mine_; }

 private:
  OwnedGroup group_{MPI_GROUP_NULL};
  Membership mine_;
};

Membership Everybody(const State& state) { return {state.rank(), state.size()}; }

void CommDup(State& state) {
  MakeAndFree(state, Everybody(state),
              [&] { return Made([&](MPI_Comm* made) { Checked(MPI_Comm_dup(state.comm(), made)); }); });
}
MPIGAUGE_CASE(CommDup)->Collective()->Family("communicator")->Describe("MPI_Comm_dup and free");

void CommIdup(State& state) {
  MakeAndFree(state, Everybody(state), [&] {
    return Made([&](MPI_Comm* made) {
      MPI_Request request = MPI_REQUEST_NULL;
      Checked(MPI_Comm_idup(state.comm(), made, &request));
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
    });
  });
}
MPIGAUGE_CASE(CommIdup)->Collective()->Family("communicator")->Describe("MPI_Comm_idup, wait and free");

void CommSplit(State& state) {
  const Halves halves(state);
  MakeAndFree(state, halves.mine, [&] {
    return Made([&](MPI_Comm* made) { Checked(MPI_Comm_split(state.comm(), halves.upper, state.rank(), made)); });
  });
}
MPIGAUGE_CASE(CommSplit)->Collective()->Family("communicator")->Describe("MPI_Comm_split into halves, and free");

// The names of the hosts say which ranks share memory.
void CommSplitType(State& state) {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  Checked(MPI_Get_processor_name(name.data(), &length));
  std::vector<std::array<char, MPI_MAX_PROCESSOR_NAME>> names(static_cast<std::size_t>(state.size()));
  PMPI_Allgather(name.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
                 state.comm());
  const Membership expected = {static_cast<int>(std::count(names.begin(), names.begin() + state.rank(), name)),
                               static_cast<int>(std::count(names.begin(), names.end(), name))};
  MakeAndFree(state, expected, [&] {
    return Made([&](MPI_Comm* made) {
      Checked(MPI_Comm_split_type(state.comm(), MPI_COMM_TYPE_SHARED, state.rank(), MPI_INFO_NULL, made));
    });
  });
}
MPIGAUGE_CASE(CommSplitType)
    ->Collective()
    ->Family("communicator")
    ->Describe("MPI_Comm_split_type by shared memory, and free");

void CommCreate(State& state) {
  const EvenRanks even(state);
  MakeAndFree(state, even.mine(), [&] {
    return Made([&](MPI_Comm* made) { Checked(MPI_Comm_create(state.comm(), even.group(), made)); });
  });
}
MPIGAUGE_CASE(CommCreate)->Collective()->Family("communicator")->Describe("MPI_Comm_create and free");

// This is like CommCreate, but only the ranks of the group call.
void CommCreateGroup(State& state) {
  const EvenRanks even(state);
  MakeAndFree(state, even.mine(), [&] {
    return Made([&](MPI_Comm* made) {
      if (even.mine().size > 0) Checked(MPI_Comm_create_group(state.comm(), even.group(), kCommunicatorTag, made));
    });
  });
}
MPIGAUGE_CASE(CommCreateGroup)->Collective()->Family("communicator")->Describe("MPI_Comm_create_group and free");

// Makes an intercommunicator of two halves, and merges it to one of all ranks.
void IntercommMerge(State& state) {
  const Halves halves(state);
  OwnedComm half(MPI_COMM_NULL);
  Checked(MPI_Comm_split(state.comm(), halves.upper, state.rank(), half.put()));
  MakeAndFree(state, Everybody(state), [&] {
    return Made([&](MPI_Comm* made) {
      OwnedComm inter(MPI_COMM_NULL);
      Checked(MPI_Intercomm_create(half.get(), 0, state.comm(), halves.upper ? 0 : halves.middle, kCommunicatorTag,
                                   inter.put()));
      Checked(MPI_Intercomm_merge(inter.get(), halves.upper, made));
    });
  });
}
MPIGAUGE_CASE(IntercommMerge)
    ->Collective()
    ->Family("communicator")
    ->LeastRanks(2)
    ->LeavesTraces()
    ->Describe("MPI_Intercomm_create, merge and free");

void CartCreate(State& state) {
  std::array<int, 2> extents = {0, 0};
  Checked(MPI_Dims_create(state.size(), 2, extents.data()));
  const std::array<int, 2> periodic = {1, 1};
  MakeAndFree(state, Everybody(state), [&] {
    return Made(
        [&](MPI_Comm* made) { Checked(MPI_Cart_create(state.comm(), 2, extents.data(), periodic.data(), 0, made)); });
  });
}
MPIGAUGE_CASE(CartCreate)->Collective()->Family("communicator")->Describe("MPI_Cart_create and free");

// A ring.
void DistGraphCreate(State& state) {
  const int left = (state.rank() + state.size() - 1) % state.size();
  const int right = (state.rank() + 1) % state.size();
  MakeAndFree(state, Everybody(state), [&] {
    return Made([&](MPI_Comm* made) {
      Checked(MPI_Dist_graph_create_adjacent(state.comm(), 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                             MPI_INFO_NULL, 0, made));
    });
  });
}
MPIGAUGE_CASE(DistGraphCreate)
    ->Collective()
    ->Family("communicator")
    ->Describe("MPI_Dist_graph_create_adjacent and free");

}  // namespace
}  // namespace mpigauge::collectives

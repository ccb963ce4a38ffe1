// One-sided bandwidth: 64 operations on places of their own, then their completion. Source: OSU 7.5 put_bw, get_bw,
// put_bibw; IMB-RMA Unidir and Bidir put and get (aggregate).
#include <mpi.h>

#include "benchmarks/epochs.h"
#include "benchmarks/window.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

constexpr int kOperations = 64;
// 64 blocks of more would not stay below 64 MiB.
const std::vector<std::int64_t> kSizes = {8, 64, 512, 4096, 16384, 65536, 262144};

struct Bandwidth {
  const char* name;
  bool get;
  Roles (*roles)(const State&);
  Completion completion;
};

void Run(State& state, const Bandwidth& row) {
  Buffers<char> buffers(state, kOperations);
  const int n = buffers.count();
  Window<char> window(state, WindowKind::kAllocate, std::int64_t{kOperations} * n);
  window.Fill(state, [&](std::int64_t i) { return row.get ? PatternValue<char>(state.rank(), i) : char{0}; });
  const Roles roles = row.roles(state);
  std::int64_t contents = 0;  // of a window that others get from
  state.RenewData([&](std::int64_t next) {
    if (!row.get) return;
    contents = next;
    if (roles.is_accessed()) window.PutPattern(Passive(row.completion), contents);
  });
  state.CheckData([&]() -> std::optional<std::string> {
    Settle(state, window.get(), row.completion, roles);
    if (row.get && roles.accesses()) {
      return buffers.FirstUnlike(roles.target, contents - buffers.shift(), 0, std::int64_t{kOperations} * n);
    }
    if (row.get || !roles.is_accessed()) return std::nullopt;
    return window.Look(Passive(row.completion),
                       [&](std::span<char> data) { return FirstUnlikePattern(data, roles.origin, buffers.shift()); });
  });
  const MPI_Aint place = roles.accesses() ? window.At(roles.target) : 0;
  RunEpochs(state, window.get(), row.completion, roles, [&] {
    const char* from = buffers.send();
    char* to = buffers.recv();
    if (!roles.accesses()) return;
    for (int i = 0; i < kOperations; ++i) {
      const MPI_Aint at = MPI_Aint{i} * n;
      if (row.get) {
        Checked(MPI_Get(to + at, n, MPI_CHAR, roles.target, place + at, n, MPI_CHAR, window.get()));
      } else {
        Checked(MPI_Put(from + at, n, MPI_CHAR, roles.target, place + at, n, MPI_CHAR, window.get()));
      }
    }
  });
}

const bool one_sided_bandwidth_registered = [] {
  constexpr Bandwidth kTable[] = {
      {"put_bandwidth", false, OneWay, Completion::kFence},
      {"put_bandwidth", false, OneWay, Completion::kPscw},
      {"put_bandwidth", false, OneWay, Completion::kLock},
      {"put_bandwidth", false, OneWay, Completion::kFlush},
      {"put_bandwidth", false, OneWay, Completion::kFlushLocal},
      {"get_bandwidth", true, OneWay, Completion::kFence},
      {"get_bandwidth", true, OneWay, Completion::kPscw},
      {"get_bandwidth", true, OneWay, Completion::kLock},
      {"get_bandwidth", true, OneWay, Completion::kFlush},
      {"put_bidirectional", false, BothWays, Completion::kFence},
      {"put_bidirectional", false, BothWays, Completion::kPscw},
      {"put_bidirectional", false, BothWays, Completion::kFlush},
      {"get_bidirectional", true, BothWays, Completion::kFlush},
  };
  for (const Bandwidth& row : kTable) {
    RegisterCase(std::string(row.name) + "_" + NameOf(row.completion), [row](State& state) { Run(state, row); })
        ->Exchange()
        ->Messages(kOperations)
        ->Family("one-sided")
        ->Describe(std::string("64 operations, completed by ") + NameOf(row.completion) + ": " + row.name)
        ->Parameter("bytes", kSizes);
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge

// Interposes on MPI functions through the profiling interface and makes chosen ones wrong, in some calls or in all:
// ground truth for checks of data, of memory around buffers and of returned errors. Calls are counted on each rank, so
// that a collective that all ranks call is wrong on all of them at once.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "harness/inject/contiguous_bytes.h"
#include "harness/inject/wrong.h"

namespace mpigauge {
namespace {

// A function that can be wrong, and what became of its calls.
struct Victim {
  const WrongFunction* wrong = nullptr;
  std::int64_t calls = 0;
  std::vector<unsigned char> last = {};  // the result of the last call
};

// Each definition below adds itself.
std::map<std::string, Victim*>& Victims() {
  static std::map<std::string, Victim*> victims;
  return victims;
}

const std::set<std::string> kOneSided = {"MPI_Put", "MPI_Get", "MPI_Accumulate", "MPI_Fetch_and_op",
                                         "MPI_Compare_and_swap"};

// A mistake that is believed and not there would be worse than none, so what is not understood ends the program.
std::vector<WrongFunction> ReadWrongFunctions() {
  const char* text = std::getenv("MPIGAUGE_WRONG");
  try {
    std::vector<WrongFunction> functions = ParseWrongFunctions(text != nullptr ? text : "");
    for (const WrongFunction& one : functions) {
      if (!Victims().contains(one.function)) {
        throw UsageError("MPIGAUGE_WRONG: {} is not among the functions that can be wrong", one.function);
      }
      const bool moves_later = kOneSided.contains(one.function);
      if (moves_later && one.kind != WrongKind::kNothing && one.kind != WrongKind::kCode) {
        throw UsageError("MPIGAUGE_WRONG: when {} returns its data are still to come: nothing or code", one.function);
      }
      if (one.function == "MPI_Recv" && one.kind == WrongKind::kNothing) {
        throw UsageError("MPIGAUGE_WRONG: without MPI_Recv its sender may wait for ever");
      }
    }
    return functions;
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_wrong: %s\n", error.what());
    std::_Exit(static_cast<int>(error.code()));
  }
}

// Calls `function`, which leaves `bytes` at `data`; 0 where this rank receives nothing.
template <typename Function>
int CallWrongly(Victim& victim, void* data, std::int64_t bytes, Function function) {
  const auto& [name, kind, number] = *victim.wrong;
  const bool due = ++victim.calls % number == 0;
  if (kind == WrongKind::kNothing && !due) return MPI_SUCCESS;
  const int code = function();
  auto* result = static_cast<unsigned char*>(data);
  if (kind == WrongKind::kCode && due) return MPI_ERR_OTHER;
  if (bytes <= 0) return code;
  if (kind == WrongKind::kOverrun) std::memset(result + bytes, 0, static_cast<std::size_t>(number));
  if (kind == WrongKind::kWrong && due) result[0] ^= 1U;
  if (kind == WrongKind::kStale) {
    const std::vector<unsigned char> now(result, result + bytes);
    if (due && victim.last.size() == now.size()) std::memcpy(result, victim.last.data(), now.size());
    victim.last = now;
  }
  return code;
}

bool IsRankOf(int rank, MPI_Comm communicator) {
  int own = 0;
  PMPI_Comm_rank(communicator, &own);
  return own == rank;
}

int SizeOf(MPI_Comm communicator) {
  int size = 0;
  PMPI_Comm_size(communicator, &size);
  return size;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::ContiguousBytes;
using mpigauge::IsRankOf;
using mpigauge::SizeOf;

// MPIGAUGE_WRONGED(name, parameters, arguments, data, bytes): the definition of one function, which leaves `bytes` at
// `data`. One that is not chosen goes on with a comparison and a jump.
#define MPIGAUGE_WRONGED(name, parameters, arguments, data, bytes)                                     \
  static ::mpigauge::Victim victim_##name;                                                             \
  static const bool can_be_wrong_##name = ::mpigauge::Victims().emplace(#name, &victim_##name).second; \
  extern "C" int name parameters {                                                                     \
    if (victim_##name.wrong == nullptr) return P##name arguments;                                      \
    return ::mpigauge::CallWrongly(victim_##name, data, bytes, [&] { return P##name arguments; });     \
  }

MPIGAUGE_WRONGED(MPI_Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s),
                 (b, n, t, from, tag, c, s), b, ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c), b,
                 IsRankOf(root, c) ? 0 : ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_Reduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
                 (b, rb, n, t, op, root, c), rb, IsRankOf(root, c) ? ContiguousBytes(n, t) : 0)
MPIGAUGE_WRONGED(MPI_Allreduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                 (b, rb, n, t, op, c), rb, ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_Scan, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                 (b, rb, n, t, op, c), rb, ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_Scatter,
                 (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
                 (b, n, t, rb, rn, rt, root, c), rb, rb == MPI_IN_PLACE ? 0 : ContiguousBytes(rn, rt))
MPIGAUGE_WRONGED(MPI_Allgather, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                 (b, n, t, rb, rn, rt, c), rb, ContiguousBytes(rn, rt) * SizeOf(c))
MPIGAUGE_WRONGED(MPI_Alltoall, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                 (b, n, t, rb, rn, rt, c), rb, ContiguousBytes(rn, rt) * SizeOf(c))
MPIGAUGE_WRONGED(MPI_Put,
                 (const void* b, int n, MPI_Datatype t, int to, MPI_Aint at, int tn, MPI_Datatype tt, MPI_Win w),
                 (b, n, t, to, at, tn, tt, w), nullptr, 0)
MPIGAUGE_WRONGED(MPI_Get, (void* b, int n, MPI_Datatype t, int from, MPI_Aint at, int tn, MPI_Datatype tt, MPI_Win w),
                 (b, n, t, from, at, tn, tt, w), nullptr, 0)
MPIGAUGE_WRONGED(MPI_Accumulate,
                 (const void* b, int n, MPI_Datatype t, int to, MPI_Aint at, int tn, MPI_Datatype tt, MPI_Op op,
                  MPI_Win w),
                 (b, n, t, to, at, tn, tt, op, w), nullptr, 0)
MPIGAUGE_WRONGED(MPI_Fetch_and_op, (const void* b, void* rb, MPI_Datatype t, int to, MPI_Aint at, MPI_Op op, MPI_Win w),
                 (b, rb, t, to, at, op, w), nullptr, 0)
MPIGAUGE_WRONGED(MPI_Compare_and_swap,
                 (const void* b, const void* old, void* rb, MPI_Datatype t, int to, MPI_Aint at, MPI_Win w),
                 (b, old, rb, t, to, at, w), nullptr, 0)
#ifdef MPI_MODE_RDWR  // there is MPI-IO
MPIGAUGE_WRONGED(MPI_File_read_at, (MPI_File f, MPI_Offset at, void* b, int n, MPI_Datatype t, MPI_Status* s),
                 (f, at, b, n, t, s), b, ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_File_read_shared, (MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s), (f, b, n, t, s), b,
                 ContiguousBytes(n, t))
MPIGAUGE_WRONGED(MPI_File_write_at, (MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t, MPI_Status* s),
                 (f, at, b, n, t, s), nullptr, 0)
#endif

// After all of the above has added itself.
[[maybe_unused]] static const std::vector<mpigauge::WrongFunction>& wrong_at_load = []() -> auto& {
  static const std::vector<mpigauge::WrongFunction> functions = mpigauge::ReadWrongFunctions();
  for (const mpigauge::WrongFunction& one : functions) mpigauge::Victims().at(one.function)->wrong = &one;
  return functions;
}
();

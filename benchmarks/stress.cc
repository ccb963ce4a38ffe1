// Are the data right, to the last bit? Messages of bit patterns, of sizes around every power of two and below it, where
// a protocol's headers move its switch; every bit is checked, also behind the end. Source: mpptest 3.4, stress [MP13].
#include <fmt/format.h>
#include <mpi.h>

#include <vector>

#include "benchmarks/traffic.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

constexpr int kStressTag = 1;
constexpr int kRoot = 0;

// ---- two ranks, both directions ----------------------------------------------------------------------------------

template <typename Send, typename Receive>
void InTurn(Traffic& traffic, Send send, Receive receive) {
  if (traffic.first_of_pair()) send();
  receive();
  if (!traffic.first_of_pair()) send();
}

void SendRecv(Traffic& t) {
  InTurn(
      t, [&] { Checked(MPI_Send(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm())); },
      [&] { Checked(MPI_Recv(t.recv(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm(), MPI_STATUS_IGNORE)); });
}

// A message says where it came from and how long it is.
void CheckStatus(Traffic& t, MPI_Status& status) {
  int count = 0;
  Checked(MPI_Get_count(&status, MPI_BYTE, &count));
  if (status.MPI_SOURCE == t.partner() && status.MPI_TAG == kStressTag && count == t.bytes()) return;
  t.KeepWrong(fmt::format("the status says source {}, tag {}, {} bytes", status.MPI_SOURCE, status.MPI_TAG, count));
}

void AnySource(Traffic& t) {
  InTurn(
      t, [&] { Checked(MPI_Ssend(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm())); },
      [&] {
        MPI_Status status;
        Checked(MPI_Recv(t.recv(), t.bytes(), MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, t.comm(), &status));
        CheckStatus(t, status);
      });
}

void Probe(Traffic& t) {
  InTurn(
      t, [&] { Checked(MPI_Send(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm())); },
      [&] {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        Checked(MPI_Mprobe(t.partner(), kStressTag, t.comm(), &message, &status));
        CheckStatus(t, status);
        Checked(MPI_Mrecv(t.recv(), t.bytes(), MPI_BYTE, &message, MPI_STATUS_IGNORE));
      });
}

void IsendIrecv(Traffic& t) {
  MPI_Request requests[2];
  Checked(MPI_Irecv(t.recv(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm(), &requests[0]));
  Checked(MPI_Isend(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm(), &requests[1]));
  Checked(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

void Sendrecv(Traffic& t) {
  Checked(MPI_Sendrecv(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.recv(), t.bytes(), MPI_BYTE,
                       t.partner(), kStressTag, t.comm(), MPI_STATUS_IGNORE));
}

void Persistent(Traffic& t) {
  MPI_Request requests[2];
  Checked(MPI_Recv_init(t.recv(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm(), &requests[0]));
  Checked(MPI_Send_init(t.send(), t.bytes(), MPI_BYTE, t.partner(), kStressTag, t.comm(), &requests[1]));
  Checked(MPI_Startall(2, requests));
  Checked(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (MPI_Request& request : requests) Checked(MPI_Request_free(&request));
}

// ---- all ranks ----------------------------------------------------------------------------------------------------

void Bcast(Traffic& t) {
  const bool root = t.rank() == kRoot;
  Checked(MPI_Bcast(root ? t.send() : t.recv(), t.bytes(), MPI_BYTE, kRoot, t.comm()));
  if (root) return;
  t.Expect(0, kRoot, 0);
  t.ExpectNothingBehind(1);
}

template <typename Combine>
void AllreduceBy(Traffic& t, MPI_Op operation, const char* what, Combine combine) {
  Checked(MPI_Allreduce(t.send(), t.recv(), t.bytes(), MPI_BYTE, operation, t.comm()));
  t.ExpectCombined(what, combine);
  t.ExpectNothingBehind(1);
}

void Allreduce(Traffic& t) {
  AllreduceBy(t, MPI_BXOR, "bitwise exclusive or of all ranks", [](std::byte a, std::byte b) { return a ^ b; });
  AllreduceBy(t, MPI_BAND, "bitwise and of all ranks", [](std::byte a, std::byte b) { return a & b; });
  AllreduceBy(t, MPI_BOR, "bitwise or of all ranks", [](std::byte a, std::byte b) { return a | b; });
}

void Allgather(Traffic& t) {
  Checked(MPI_Allgather(t.send(), t.bytes(), MPI_BYTE, t.recv(), t.bytes(), MPI_BYTE, t.comm()));
  for (int sender = 0; sender < t.size(); ++sender) t.Expect(sender, sender, 0);
  t.ExpectNothingBehind(t.size());
}

void Gather(Traffic& t) {
  Checked(MPI_Gather(t.send(), t.bytes(), MPI_BYTE, t.recv(), t.bytes(), MPI_BYTE, kRoot, t.comm()));
  if (t.rank() != kRoot) return;
  for (int sender = 0; sender < t.size(); ++sender) t.Expect(sender, sender, 0);
  t.ExpectNothingBehind(t.size());
}

void Scatter(Traffic& t) {
  Checked(MPI_Scatter(t.send(), t.bytes(), MPI_BYTE, t.recv(), t.bytes(), MPI_BYTE, kRoot, t.comm()));
  t.Expect(0, kRoot, t.rank());
  t.ExpectNothingBehind(1);
}

void Alltoall(Traffic& t) {
  Checked(MPI_Alltoall(t.send(), t.bytes(), MPI_BYTE, t.recv(), t.bytes(), MPI_BYTE, t.comm()));
  for (int sender = 0; sender < t.size(); ++sender) t.Expect(sender, sender, t.rank());
  t.ExpectNothingBehind(t.size());
}

// ---- the cases ----------------------------------------------------------------------------------------------------

struct StressRow {
  const char* name;
  void (*exchange)(Traffic&);
  bool pair;       // two ranks talk; the message is checked here
  bool blocks;     // one for each rank
  int most_bytes;  // of one block
  const char* description;
};

constexpr int kMebibyte = 1 << 20;

constexpr StressRow kRows[] = {
    {"stress_send_recv", SendRecv, true, false, kMebibyte, "bit patterns by MPI_Send and MPI_Recv"},
    {"stress_any_source", AnySource, true, false, kMebibyte, "bit patterns by MPI_Ssend and MPI_Recv from anybody"},
    {"stress_probe", Probe, true, false, kMebibyte, "bit patterns by MPI_Send, MPI_Mprobe and MPI_Mrecv"},
    {"stress_isend_irecv", IsendIrecv, true, false, kMebibyte, "bit patterns both ways by MPI_Isend and MPI_Irecv"},
    {"stress_sendrecv", Sendrecv, true, false, kMebibyte, "bit patterns both ways by MPI_Sendrecv"},
    {"stress_persistent", Persistent, true, false, kMebibyte, "bit patterns both ways by persistent requests"},
    {"stress_bcast", Bcast, false, false, kMebibyte, "bit patterns by MPI_Bcast"},
    {"stress_allreduce", Allreduce, false, false, kMebibyte, "bit patterns by MPI_Allreduce: bitwise xor, and, or"},
    {"stress_allgather", Allgather, false, true, kMebibyte / 16, "bit patterns by MPI_Allgather"},
    {"stress_gather", Gather, false, true, kMebibyte / 16, "bit patterns by MPI_Gather"},
    {"stress_scatter", Scatter, false, true, kMebibyte / 16, "bit patterns by MPI_Scatter"},
    {"stress_alltoall", Alltoall, false, true, kMebibyte / 16, "bit patterns by MPI_Alltoall"},
};

void ExchangeOne(const StressRow& row, Traffic& traffic) {
  row.exchange(traffic);
  if (!row.pair) return;
  traffic.Expect(0, traffic.partner(), 0);
  traffic.ExpectNothingBehind(1);
}

// An operation is every pattern in a message one byte shorter, as long, and one byte longer than "bytes", and in one
// that is up to 64 bytes shorter: another one in every turn.
void Stress(State& state, const StressRow& row) {
  Traffic traffic(state, row.blocks ? state.size() : 1);
  state.CheckData([&] { return traffic.TakeWrong(); });
  const bool takes_part = !row.pair || state.pair().Has(state.rank());
  const std::int64_t n = state.bytes();
  std::int64_t turn = state.ordinal();
  for (auto _ : state) {
    ++turn;
    if (!takes_part) continue;
    for (const std::int64_t bytes : {n - 1, n, n + 1, n - 8 * (1 + turn % 8)}) {
      if (bytes < 0) continue;
      for (const BitPattern pattern : kBitPatterns) {
        traffic.Begin(pattern, turn, bytes);
        ExchangeOne(row, traffic);
      }
    }
  }
}

std::vector<std::int64_t> PowersOfTwo(int most) {
  std::vector<std::int64_t> powers;
  for (std::int64_t power = 1; power <= most; power *= 2) powers.push_back(power);
  return powers;
}

[[maybe_unused]] const bool stress_registered = [] {
  for (const StressRow& row : kRows) {
    Case* one = RegisterCase(row.name, [&row](State& state) { Stress(state, row); });
    if (row.pair) one->Exchange();  // for its least number of ranks
    one->Collective()->Family("stress")->Parameter("bytes", PowersOfTwo(row.most_bytes))->Describe(row.description);
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge

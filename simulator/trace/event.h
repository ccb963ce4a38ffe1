#pragma once

// The events that the trace library writes and the simulator reads: plain values, no MPI.

#include <cstdint>
#include <string>
#include <vector>

namespace mpigauge {

// STORED AS INTEGERS in trace files. Append only.
enum class TraceCall : std::uint8_t {
  kInit,  // also MPI_Init_thread
  kFinalize,
  kAbort,
  // Point to point. Modes: see TraceEvent::mode.
  kSend,
  kIsend,
  kSendInit,
  kReceive,
  kIreceive,
  kReceiveInit,
  kSendReceive,  // also MPI_Sendrecv_replace
  kProbe,
  kIprobe,
  kMprobe,
  kImprobe,
  kMreceive,
  kImreceive,
  // Requests.
  kStart,
  kStartAll,
  kWait,
  kWaitAll,
  kWaitAny,
  kWaitSome,
  kTest,
  kTestAll,
  kTestAny,
  kTestSome,
  kRequestFree,
  kCancel,
  // Collectives. Nonblocking ones have `requests` with the one that was started.
  kBarrier,
  kBcast,
  kReduce,
  kAllreduce,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
  kAlltoallw,
  kReduceScatter,
  kReduceScatterBlock,
  kScan,
  kExscan,
  // Communicators: `made` says which one, if any.
  kCommDup,
  kCommSplit,
  kCommCreate,
  kCommFree,
  kOther,  // a call that the simulator has no model of; `name` says which
};

enum class SendMode : std::uint8_t { kStandard, kSynchronous, kBuffered, kReady };

inline constexpr int kTraceAny = -1;   // MPI_ANY_SOURCE, MPI_ANY_TAG
inline constexpr int kTraceNull = -2;  // MPI_PROC_NULL; nothing of this kind

// A message that was received or seen, or a request that was completed.
struct TraceMatch {
  std::uint32_t request = 0;  // 0: of the call itself
  int source = kTraceNull;    // in the communicator; kTraceNull: of a send, or of a collective
  int tag = kTraceNull;
  std::int64_t bytes = 0;
  bool cancelled = false;

  bool operator==(const TraceMatch&) const = default;
};

// A communicator as one rank knows it. All ranks call it by the same id, which they agree on without a message
// (collective_calls.h).
struct TraceCommunicator {
  std::uint64_t id = 0;           // 0: MPI_COMM_WORLD, 1: MPI_COMM_SELF
  std::vector<int> members = {};  // ranks of the world, in the order of their ranks here

  bool operator==(const TraceCommunicator&) const = default;
};

// One call of one rank. Ranks are those in the communicator, bytes those of the data in one direction.
struct TraceEvent {
  TraceCall call = TraceCall::kOther;
  SendMode mode = SendMode::kStandard;
  bool nonblocking = false;             // of collectives
  std::uint32_t thread = 0;             // 0: the one that called MPI_Init
  std::int64_t cpu_nanoseconds = 0;     // of this thread since the end of its last call, less the clock's own cost
  std::int64_t before_nanoseconds = 0;  // the same on the wall clock
  std::int64_t inside_nanoseconds = 0;  // in the call, on the wall clock
  std::uint64_t communicator = 0;       // TraceCommunicator::id
  int peer = kTraceNull;                // destination, source or root, as it was asked for
  int tag = kTraceNull;
  std::int64_t bytes = 0;        // sent; of a receive: the size of the buffer. Of collectives as in collective.h
  int second_peer = kTraceNull;  // of kSendReceive: the source
  int second_tag = kTraceNull;
  std::vector<std::uint32_t> requests = {};  // started or waited for, in the order of the call; from 1, never reused
  std::vector<TraceMatch> matches = {};  // what was received, seen or completed, in the order in which it was reported
  bool flag = false;                     // of tests and probes: whether they found something
  TraceCommunicator made = {};           // of communicator calls; no members: none was made here
  std::string name = {};                 // of kOther: "MPI_Put"

  bool operator==(const TraceEvent&) const = default;
};

// The facts about its rank at the beginning of a file.
struct TraceHeader {
  int rank = 0;
  int ranks = 1;
  std::string program = {};
  std::string host = {};
  std::string library = {};       // MPI_Get_library_version, first line
  std::string thread_level = {};  // "single", "funneled", "serialized", "multiple"
  std::string cpu_clock = {};     // "thread"; "off": cpu_nanoseconds is what the wall clock says
  double clock_cost_seconds = 0;  // of reading the CPU clock, taken off each burst
  std::string started_at = {};    // UTC
  std::string run_id = {};        // the same on all ranks: files of different runs are not mixed up

  bool operator==(const TraceHeader&) const = default;
};

// One rank's file, read.
struct RankTrace {
  TraceHeader header = {};
  std::vector<TraceEvent> events = {};
  bool complete = false;    // MPI_Finalize was written
  std::string damage = {};  // where the file makes no sense, and why, if that was let pass; empty: nowhere
};

}  // namespace mpigauge

#pragma once

// Traces in a line or two, for tests.

#include <utility>
#include <vector>

#include "simulator/trace/trace_set.h"

namespace mpigauge {

inline TraceEvent After(std::int64_t cpu_nanoseconds, TraceEvent event) {
  event.cpu_nanoseconds = cpu_nanoseconds;
  event.before_nanoseconds = cpu_nanoseconds;
  return event;
}

inline TraceEvent SendTo(int peer, std::int64_t bytes, int tag = 0, SendMode mode = SendMode::kStandard) {
  return {.call = TraceCall::kSend, .mode = mode, .peer = peer, .tag = tag, .bytes = bytes};
}

inline TraceEvent ReceiveFrom(int source, int tag = 0) {
  return {.call = TraceCall::kReceive,
          .peer = source,
          .tag = tag,
          .bytes = 4096,
          .matches = {{.source = source, .tag = tag, .bytes = 8}}};
}

// A receive with wildcards, and what it received.
inline TraceEvent ReceiveAny(int source, int tag) {
  return {.call = TraceCall::kReceive,
          .peer = kTraceAny,
          .tag = kTraceAny,
          .bytes = 4096,
          .matches = {{.source = source, .tag = tag, .bytes = 8}}};
}

inline TraceEvent StartSend(std::uint32_t request, int peer, std::int64_t bytes, int tag = 0) {
  return {.call = TraceCall::kIsend, .peer = peer, .tag = tag, .bytes = bytes, .requests = {request}};
}

inline TraceEvent StartReceive(std::uint32_t request, int source, int tag = 0) {
  return {.call = TraceCall::kIreceive, .peer = source, .tag = tag, .bytes = 4096, .requests = {request}};
}

inline TraceMatch Received(std::uint32_t request, int source, int tag = 0) {
  return {.request = request, .source = source, .tag = tag, .bytes = 8};
}

inline TraceMatch Sent(std::uint32_t request) { return {.request = request}; }

// Any wait or test; the flag is set where it completed something.
inline TraceEvent Completing(TraceCall call, std::vector<std::uint32_t> requests, std::vector<TraceMatch> matches) {
  const bool any = !matches.empty();
  return {.call = call, .requests = std::move(requests), .matches = std::move(matches), .flag = any};
}

inline TraceEvent CollectiveOf(TraceCall call, std::int64_t bytes = 0, int root = kTraceNull,
                               std::uint64_t communicator = 0) {
  return {.call = call, .communicator = communicator, .peer = root, .bytes = bytes};
}

inline RankTrace TraceOf(int rank, int ranks, std::vector<TraceEvent> events) {
  RankTrace trace{.header = {.rank = rank, .ranks = ranks, .host = "node1", .run_id = "run"},
                  .events = {{.call = TraceCall::kInit, .cpu_nanoseconds = 1'000'000}},
                  .complete = true};
  for (TraceEvent& event : events) trace.events.push_back(std::move(event));
  trace.events.push_back({.call = TraceCall::kFinalize});
  return trace;
}

// Each rank's calls between MPI_Init, which is call 1, and MPI_Finalize.
inline TraceSet TracesOf(std::vector<std::vector<TraceEvent>> ranks) {
  TraceSet traces{.path = "traces", .ranks = {}};
  const int count = static_cast<int>(ranks.size());
  for (int rank = 0; rank < count; ++rank) {
    traces.ranks.push_back(TraceOf(rank, count, std::move(ranks[static_cast<std::size_t>(rank)])));
  }
  return traces;
}

}  // namespace mpigauge

#pragma once

// The communicators of a trace and those of its program. Internal to this folder.

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "simulator/program/communicators.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {

class CommunicatorTable {
 public:
  // As traces have them.
  static constexpr std::uint64_t kWorld = 0;
  static constexpr std::uint64_t kSelf = 1;

  // Throws Error (usage) where ranks do not agree about a communicator's members.
  explicit CommunicatorTable(const TraceSet& traces);

  // False: the trace does not say how it was made; so it is with those between two groups.
  bool Has(std::uint64_t id) const { return numbers_.contains(id); }

  // The number in communicators(). Throws Error (usage) that names `place` where the trace does not say how it was
  // made.
  std::uint32_t Number(std::uint64_t id, const CallPlace& place) const;

  // How many ranks it has.
  int Size(std::uint64_t id, const CallPlace& place) const;

  // The rank of the world. Throws Error (usage) where the communicator has no such rank.
  int ToWorld(std::uint64_t id, int rank, int me, const CallPlace& place) const;

  // The rank that a rank of the world has there. Throws Error (usage) where it is no member.
  int FromWorld(std::uint64_t id, int rank, const CallPlace& place) const;

  // Hands them over.
  std::unique_ptr<Communicators> Take() { return std::move(communicators_); }

 private:
  void Add(const TraceSet& traces, int rank, std::size_t event);
  std::unique_ptr<Communicators> communicators_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, const TraceCommunicator*> made_;
};

}  // namespace mpigauge

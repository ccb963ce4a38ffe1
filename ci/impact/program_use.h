#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulator/program/collective.h"
#include "simulator/program/program.h"

namespace mpigauge {

struct CollectiveUse {
  CollectiveKind kind = CollectiveKind::kBarrier;
  int ranks = 0;
  std::int64_t bytes = 0;
  auto operator<=>(const CollectiveUse&) const = default;
};

// The operations of a program, and how many of each it has: calls of all ranks.
struct ProgramUse {
  std::map<std::int64_t, std::int64_t> messages;  // by bytes; those of collectives are not among them
  std::map<CollectiveUse, std::int64_t> collectives;
  std::map<CollectiveUse, std::map<std::int64_t, std::int64_t>> expanded;  // the messages of their algorithms
};

ProgramUse UseOf(const Program& program, const Communicators& communicators);

// Operations of one kind whose sizes lie between the same powers of two: 0, 1, 2, 3 to 4, 5 to 8, ... bytes.
struct SizeClass {
  std::optional<CollectiveKind> collective;  // nothing: messages
  std::int64_t from_bytes = 0;
  std::int64_t to_bytes = 0;
  std::int64_t largest_bytes = 0;  // that the program has
  std::int64_t calls = 0;

  bool Holds(std::int64_t bytes) const { return from_bytes <= bytes && bytes <= to_bytes; }
  std::string Operation() const;  // "allreduce", "send"
  std::string Label() const;      // "allreduce 64 KiB", "barrier"
};

// `costed` are the collectives that have costs of their own; the others are messages.
std::vector<SizeClass> ClassesOf(const ProgramUse& use, const std::set<CollectiveKind>& costed);

}  // namespace mpigauge

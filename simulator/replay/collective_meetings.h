#pragma once

// Collectives with a measured time, in both engines. Internal to this folder: see replay.h.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/replay/cost_table.h"
#include "simulator/replay/lanes.h"
#include "simulator/replay/replay.h"

namespace mpigauge {

// The n-th collective of a communicator is where its members meet.
template <int K>
class CollectiveMeetings {
 public:
  struct Leave {
    int rank = 0;  // of the world
    Lanes<K> time{};
    // In the first scenario:
    double entered = 0;
    int cause = 0;  // the rank whose entry it left so much after
    double caused = 0;
  };

  CollectiveMeetings(const Communicators& communicators, std::span<const Scenario> scenarios)
      : communicators_(communicators), scenarios_(scenarios) {}

  // Returns the text that Enter() begins its errors with.
  using Where = std::function<std::string()>;

  // A rank enters; `cost` is that of a message of as many bytes to another member. Returns who leaves then, the rank
  // itself perhaps among them; valid until the next call. Throws Error (usage) if others meet for another collective.
  std::span<const Leave> Enter(int rank, const Operation& operation, const Lanes<K>& time, const CostRow<K>& cost,
                               const Where& where);

  // Whom a rank inside waits for: "rank 2 (and 3 more) to call it".
  std::string Missing(int rank) const;

  // Names the calls that some members made and others never: "rank 1 never calls ..."; empty if there is nothing of
  // this kind.
  std::string Unfinished() const;

 private:
  enum class Shape { kAllToAll, kOneToAll, kAllToOne, kOneByOne };

  struct Inside {
    int rank = 0;
    int member = 0;
    std::int64_t bytes = 0;
    Lanes<K> alone{};  // when it would leave if it waited for nobody
    double entered = 0;
  };

  struct Meeting {
    CollectiveKind kind = CollectiveKind::kBarrier;
    int root = 0;
    int first = 0;  // rank that entered first
    int entered = 0;
    int others = 0;                   // of these, those that are not the root
    std::int64_t bytes = 0;           // the most that those gave who are waited for
    Lanes<K> last{};                  // entry of those
    int cause = kNobody;              // which rank that was in the first scenario
    int next = 0;                     // one by one: the member that is waited for
    std::vector<Inside> inside = {};  // who waits; one by one: a heap, the lowest member first
  };

  struct Group {
    std::vector<std::uint32_t> calls;  // by member
    std::uint32_t done = 0;            // meetings before the first open one
    std::deque<Meeting> open;
  };

  static constexpr int kNobody = -1;

  static Shape ShapeOf(CollectiveKind kind);
  static bool IsReady(const Meeting& meeting, int size);
  Meeting& MeetingOf(Group& group, const Inside& inside, const Operation& operation, const Where& where) const;
  const Lanes<K>& Nanoseconds(CollectiveKind kind, int ranks, std::int64_t bytes);
  Lanes<K> Alone(const Operation& operation, int member, int size, const Lanes<K>& time, const CostRow<K>& cost);
  void WaitFor(Meeting& meeting, const Inside& inside, const Lanes<K>& time) const;
  void Let(const Inside& inside, const Meeting& meeting, int size);
  void LetInOrder(Meeting& meeting, int size);

  const Communicators& communicators_;
  std::span<const Scenario> scenarios_;
  std::unordered_map<std::uint32_t, Group> groups_;
  std::map<std::tuple<CollectiveKind, int, std::int64_t>, Lanes<K>> times_;
  std::unordered_map<int, std::uint32_t> waits_in_;  // the communicator, of ranks that are inside
  std::vector<Leave> leaves_;
};

}  // namespace mpigauge

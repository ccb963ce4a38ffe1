#include "ci/impact/program_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr const char* kProgram = R"(ranks 4
communicator 0 2
rank 0
  send 1 100
  send 1 0
  repeat 3
    allreduce 4096
  end
  barrier comm 1
rank 1
  recv 0
  recv 0
  repeat 3
    allreduce 4096
  end
rank 2
  repeat 3
    allreduce 4096
  end
  barrier comm 1
rank 3
  repeat 3
    allreduce 4096
  end
)";

TEST(ProgramUse, CountsCallsOfAllRanks) {
  const auto parsed = ParseProgram(kProgram, "p");
  const ProgramUse use = UseOf(*parsed.program, *parsed.communicators);
  EXPECT_THAT(use.messages, ElementsAre(Pair(0, 1), Pair(100, 1)));
  const CollectiveUse barrier{CollectiveKind::kBarrier, 2, 0};
  const CollectiveUse allreduce{CollectiveKind::kAllreduce, 4, 4096};
  EXPECT_THAT(use.collectives, ElementsAre(Pair(barrier, 2), Pair(allreduce, 12)));
}

// The same messages that are replayed.
TEST(ProgramUse, ExpandsAsTheReplayDoes) {
  const auto parsed = ParseProgram(kProgram, "p");
  const ProgramUse use = UseOf(*parsed.program, *parsed.communicators);
  std::map<std::int64_t, std::int64_t> messages = use.messages;
  for (const auto& [one, sizes] : use.expanded) {
    for (const auto& [bytes, calls] : sizes) messages[bytes] += calls;
  }
  const ExpandedProgram expanded(*parsed.program, *parsed.communicators);
  EXPECT_EQ(UseOf(expanded, *parsed.communicators).messages, messages);
}

TEST(ProgramUse, ClassesEndAtPowersOfTwo) {
  ProgramUse use;
  for (const std::int64_t bytes : {0, 1, 2, 3, 4, 5, 4096, 4097, 6000}) use.messages[bytes] = 1;
  std::vector<std::string> labels;
  for (const SizeClass& one : ClassesOf(use, {})) {
    labels.push_back(one.Label());
    for (const auto& [bytes, calls] : use.messages) {
      const bool is_largest = bytes == one.largest_bytes;
      EXPECT_TRUE(!is_largest || one.Holds(bytes)) << bytes;
    }
  }
  EXPECT_THAT(labels,
              ElementsAre("send 0 B", "send 1 B", "send 2 B", "send 4 B", "send 5 B", "send 4 KiB", "send 6000 B"));
}

// Every size belongs to one class, and to no other.
TEST(ProgramUse, ClassesDoNotOverlap) {
  ProgramUse use;
  for (std::int64_t bytes = 0; bytes < 3000; ++bytes) use.messages[bytes] = 2;
  const auto classes = ClassesOf(use, {});
  std::int64_t next = 0;
  for (const SizeClass& one : classes) {
    EXPECT_EQ(one.from_bytes, next);
    EXPECT_EQ(one.calls, 2 * (std::min<std::int64_t>(one.to_bytes, 2999) - one.from_bytes + 1));
    next = one.to_bytes + 1;
  }
  EXPECT_EQ(next, 4097);
}

TEST(ProgramUse, CollectivesWithoutCostsAreMessages) {
  const auto parsed = ParseProgram(kProgram, "p");
  const ProgramUse use = UseOf(*parsed.program, *parsed.communicators);
  const auto label_all = [&](const std::set<CollectiveKind>& costed) {
    std::vector<std::string> labels;
    for (const SizeClass& one : ClassesOf(use, costed)) labels.push_back(one.Label());
    return labels;
  };
  EXPECT_THAT(label_all({CollectiveKind::kAllreduce, CollectiveKind::kBarrier}),
              ElementsAre("send 0 B", "send 100 B", "barrier", "allreduce 4 KiB"));
  // Rabenseifner's halves and quarters of the vector.
  EXPECT_THAT(label_all({CollectiveKind::kBarrier}),
              ElementsAre("send 0 B", "send 100 B", "send 1 KiB", "send 2 KiB", "barrier"));
}

}  // namespace
}  // namespace mpigauge

#include "simulator/program/generators.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace mpigauge {
namespace {

TEST(Generators, StencilMessagesPair) {
  for (const auto& [width, height] : {std::pair{4, 3}, {2, 2}, {5, 1}, {1, 1}}) {
    const auto program = StencilProgram({.width = width, .height = height, .iterations = 2, .bytes = 8, .calc_ns = 5});
    std::map<std::tuple<int, int, int>, int> open;
    std::vector<Operation> buffer;
    for (int rank = 0; rank < program->ranks(); ++rank) {
      for (std::uint64_t cursor = 0; cursor < 2; ++cursor) {
        for (const auto& operation : program->Fetch(rank, cursor, buffer).operations) {
          EXPECT_LT(operation.request, program->Requests(rank));
          if (operation.call == Call::kSend) ++open[{rank, operation.peer, operation.tag}];
          if (operation.call == Call::kReceive) --open[{operation.peer, rank, operation.tag}];
        }
      }
      EXPECT_TRUE(program->Fetch(rank, 2, buffer).operations.empty());
    }
    for (const auto& [key, count] : open) EXPECT_EQ(count, 0);
  }
}

TEST(Generators, JitterIsBoundedAndRepeatable) {
  const auto program = StencilProgram({.width = 30, .height = 30, .iterations = 1, .calc_ns = 1000, .jitter = 0.5});
  std::vector<Operation> buffer;
  double sum = 0;
  for (int rank = 0; rank < 900; ++rank) {
    const auto amount = program->Fetch(rank, 0, buffer).operations[0].amount;
    EXPECT_EQ(program->Fetch(rank, 0, buffer).operations[0].amount, amount);
    EXPECT_GE(amount, 1000);
    EXPECT_LE(amount, 1500);
    sum += static_cast<double>(amount);
  }
  EXPECT_NEAR(sum / 900, 1250, 25);  // five standard errors of a uniform distribution
}

}  // namespace
}  // namespace mpigauge

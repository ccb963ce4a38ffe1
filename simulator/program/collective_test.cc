#include "simulator/program/collective.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

using enum CollectiveKind;
using enum Algorithm;

// The content of each block on each rank, as the number of times that each rank's contribution is in it: sums are right
// if and only if each is in once.
class Symbols {
 public:
  using Content = std::vector<int>;  // by contributing rank

  explicit Symbols(const Collective& collective)
      : all_(collective),
        ranks_(static_cast<std::size_t>(collective.ranks)),
        blocks_(static_cast<int>(BlockCount(collective))) {
    for (int rank = 0; rank < all_.ranks; ++rank) {
      data_.emplace_back(static_cast<std::size_t>(blocks_), Content(ranks_, 0));
      for (int block = 0; block < blocks_; ++block) {
        if (Has(rank, block)) At(rank, block)[static_cast<std::size_t>(rank)] = 1;
      }
    }
  }

  void Run() {
    for (int round = 0; round < Rounds(all_); ++round) {
      const auto before = data_;
      for (int rank = 0; rank < all_.ranks; ++rank) Receive(round, rank, before);
    }
  }

  void CheckResult() {
    for (int rank = 0; rank < all_.ranks; ++rank) {
      for (int block = 0; block < blocks_; ++block) {
        if (!Wanted(rank, block)) continue;
        for (int from = 0; from < all_.ranks; ++from) {
          ASSERT_EQ(At(rank, block)[static_cast<std::size_t>(from)], Expected(rank, block, from))
              << "rank " << rank << ", block " << block << ", contribution of " << from;
        }
      }
    }
  }

 private:
  Content& At(int rank, int block) {
    return data_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(block % blocks_)];
  }

  bool Has(int rank, int block) const {
    if (all_.kind == kBcast || all_.kind == kScatter) return rank == all_.root;
    if (all_.kind == kGather || all_.kind == kAllgather) return rank == block;
    return all_.kind != kAlltoall || block / all_.ranks == rank;
  }

  bool Wanted(int rank, int block) const {
    if (all_.kind == kReduce || all_.kind == kGather) return rank == all_.root;
    if (all_.kind == kScatter || all_.kind == kReduceScatter) return rank == block;
    return all_.kind != kAlltoall || block % all_.ranks == rank;
  }

  int Expected(int rank, int block, int from) const {
    if (all_.kind == kBcast || all_.kind == kScatter) return from == all_.root;
    if (all_.kind == kGather || all_.kind == kAllgather) return from == block;
    if (all_.kind == kAlltoall) return from == block / all_.ranks;
    return all_.kind != kScan || from <= rank;
  }

  void Receive(int round, int rank, const std::vector<std::vector<Content>>& before) {
    const Step step = StepOf(all_, round, rank);
    if (step.to >= 0) {
      const Step other = StepOf(all_, round, step.to);
      ASSERT_EQ(other.from, rank) << "round " << round << ": rank " << step.to << " does not receive";
      ASSERT_EQ(BytesOf(all_, other.received), BytesOf(all_, step.sent));
    }
    if (step.from < 0) return;
    const Step other = StepOf(all_, round, step.from);
    ASSERT_EQ(other.to, rank) << "round " << round << ": rank " << step.from << " does not send";
    ASSERT_EQ(other.sent.first, step.received.first);
    ASSERT_EQ(other.sent.count, step.received.count);
    for (int i = 0; i < step.received.count; ++i) {
      const int block = static_cast<int>((step.received.first + i) % blocks_);
      const Content& sent = before[static_cast<std::size_t>(step.from)][static_cast<std::size_t>(block)];
      Content& content = At(rank, block);
      for (std::size_t k = 0; k < ranks_; ++k) Take(content[k], sent[k], step.combine);
    }
  }

  void Take(int& count, int sent, bool combine) const {
    count = combine ? count + sent : sent;
    if (all_.kind == kBarrier) count = std::min(count, 1);  // knowing twice that somebody came is as good as once
  }

  Collective all_;
  std::size_t ranks_;
  int blocks_;
  std::vector<std::vector<Content>> data_;
};

constexpr std::pair<CollectiveKind, Algorithm> kAll[] = {
    {kBarrier, kDissemination},
    {kBcast, kBinomial},
    {kBcast, kScatterAllgather},
    {kReduce, kBinomial},
    {kAllreduce, kRing},
    {kAllreduce, kRecursiveDoubling},
    {kAllreduce, kRabenseifner},
    {kGather, kBinomial},
    {kScatter, kBinomial},
    {kAllgather, kRing},
    {kAllgather, kRecursiveDoubling},
    {kAlltoall, kPairwise},
    {kReduceScatter, kPairwise},
    {kScan, kRecursiveDoubling},
};

class EveryAlgorithm : public testing::TestWithParam<std::pair<CollectiveKind, Algorithm>> {};

TEST_P(EveryAlgorithm, BringsEveryContributionOnce) {
  const auto [kind, algorithm] = GetParam();
  int checked = 0;
  for (int ranks = 1; ranks <= 19; ++ranks) {
    if (!Exists(kind, algorithm, ranks)) continue;
    const bool rooted = kind == kBcast || kind == kReduce || kind == kGather || kind == kScatter;
    for (int root = 0; root < (rooted ? ranks : 1); ++root) {
      Symbols symbols({kind, algorithm, ranks, root, 1003});
      symbols.Run();
      symbols.CheckResult();
      if (HasFailure()) FAIL() << ranks << " ranks, root " << root;
      ++checked;
    }
  }
  EXPECT_GE(checked, 5);
}

INSTANTIATE_TEST_SUITE_P(Collectives, EveryAlgorithm, testing::ValuesIn(kAll),
                         [](const auto& info) { return NameOf(info.param.first) + "_" + NameOf(info.param.second); });

std::int64_t BytesSent(const Collective& all, int rank) {
  std::int64_t sum = 0;
  for (int round = 0; round < Rounds(all); ++round) {
    const Step step = StepOf(all, round, rank);
    if (step.to >= 0) sum += BytesOf(all, step.sent);
  }
  return sum;
}

// Known costs, from Thakur, Rabenseifner and Gropp.
TEST(Collective, BytesAndRoundsAreThoseOfTheLiterature) {
  EXPECT_EQ(BytesSent({kAllreduce, kRecursiveDoubling, 16, 0, 1600}, 3), 4 * 1600);
  EXPECT_EQ(BytesSent({kAllreduce, kRabenseifner, 16, 0, 1600}, 3), 2 * 1600 * 15 / 16);
  EXPECT_EQ(BytesSent({kAllreduce, kRing, 16, 0, 1600}, 3), 2 * 1600 * 15 / 16);
  EXPECT_EQ(BytesSent({kAlltoall, kPairwise, 16, 0, 100}, 3), 1500);
  EXPECT_EQ(BytesSent({kScatter, kBinomial, 16, 0, 100}, 0), 1500);
  EXPECT_EQ(BytesSent({kBcast, kBinomial, 16, 5, 100}, 5), 400);
  EXPECT_EQ(Rounds({kAllreduce, kRecursiveDoubling, 1 << 20, 0, 8}), 20);
  EXPECT_EQ(Rounds({kAllreduce, kRecursiveDoubling, 5, 0, 8}), 4);
  EXPECT_EQ(Rounds({kAllreduce, kRabenseifner, 5, 0, 8}), 6);
  EXPECT_EQ(Rounds({kBarrier, kDissemination, 9, 0, 0}), 4);
}

// Blocks of a vector that cannot be divided evenly make up the vector, from wherever they begin.
TEST(Collective, BlocksMakeUpTheVector) {
  const Collective all{kAllreduce, kRing, 7, 0, 1003};
  for (int first = 0; first < 7; ++first) {
    for (int count = 0; count <= 7; ++count) {
      EXPECT_EQ(BytesOf(all, {first, count}) + BytesOf(all, {(first + count) % 7, 7 - count}), 1003);
    }
  }
}

TEST(Collective, ChoicesExist) {
  for (int kind = 0; kind <= static_cast<int>(kScan); ++kind) {
    for (int ranks = 1; ranks < 40; ++ranks) {
      for (const std::int64_t bytes : {0, 8, 2048, 2049, 12288, 1 << 20}) {
        const auto choice = ChooseAlgorithm(static_cast<CollectiveKind>(kind), ranks, bytes);
        EXPECT_TRUE(Exists(static_cast<CollectiveKind>(kind), choice, ranks)) << NameOf(choice);
      }
    }
  }
}

TEST(Collective, Names) {
  for (const auto& [kind, algorithm] : kAll) {
    EXPECT_EQ(ParseCollectiveKind(NameOf(kind), ""), kind);
    EXPECT_EQ(ParseAlgorithm(NameOf(algorithm), ""), algorithm);
  }
  EXPECT_THROW(ParseAlgorithm("bruck", "option"), Error);
  EXPECT_THROW(StepOf({kAllgather, kRecursiveDoubling, 6, 0, 8}, 0, 0), Error);
}

}  // namespace
}  // namespace mpigauge

// Thousands of bisections on simulated noise: does a wrong commit get named no more often than stated, and at what
// cost? Plain bisection, as people do it by hand, stands beside it on the same noise.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ci/bisect/search.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr std::size_t kSuspects = 63;
constexpr double kSlowdown = 0.08;
constexpr double kBlockDeviation = 0.02;  // what both launches of a pair have in common
constexpr int kBisections = 1000;

struct Noise {
  std::string name;
  double deviation;  // of a launch, as a logarithm
  double degrees;    // of Student's t; 0: normal
  double wild;       // share of launches that are slower by an exponential of 5 deviations
};

class World {
 public:
  World(const Noise& noise, std::uint64_t seed) : noise_(noise), random_(seed) {
    culprit_ = std::uniform_int_distribution<std::size_t>(1, kSuspects)(random_);
    for (std::size_t commit = 1; commit < kSuspects; ++commit) {
      if (std::bernoulli_distribution(0.1)(random_)) broken_.insert({commit, std::min(commit + 1, kSuspects - 1)});
    }
  }

  const std::set<std::size_t>& broken() const { return broken_; }
  bool Names(std::size_t first, std::size_t last) const { return first <= culprit_ && culprit_ <= last; }

  double Launch(std::size_t commit, double block) {
    const double slow = commit >= culprit_ ? std::log1p(kSlowdown) : 0;
    double error = noise_.degrees > 0 ? std::student_t_distribution<>(noise_.degrees)(random_) : Normal();
    if (std::bernoulli_distribution(noise_.wild)(random_)) error += std::exponential_distribution<>(0.2)(random_);
    return block + slow + noise_.deviation * error;
  }
  double Block() { return kBlockDeviation * Normal(); }
  double Pair(std::size_t commit) {
    const double block = Block();
    return Launch(commit, block) - Launch(0, block);
  }

 private:
  double Normal() { return std::normal_distribution<>()(random_); }

  Noise noise_;
  std::mt19937_64 random_;
  std::size_t culprit_ = 0;
  std::set<std::size_t> broken_;
};

struct Tally {
  int named = 0;
  int wrong = 0;
  double stated = 0;  // mean chance of naming the wrong one, as stated with each answer
  double launches = 0;
  double commits = 0;
};

void Ours(World world, Tally& tally) {
  BisectSearch search(kSuspects, 0.05);
  BisectStep step = search.Next();
  for (; step == BisectStep::kEnds || step == BisectStep::kAsk; step = search.Next()) {
    const std::size_t commit = step == BisectStep::kEnds ? kSuspects : search.Asked();
    if (world.broken().contains(commit)) {
      search.Skip(commit);
    } else {
      search.Add(commit, world.Pair(commit));
    }
  }
  tally.launches += 2.0 * static_cast<double>(search.pairs());
  if (step != BisectStep::kFound) return;
  const BisectAnswer answer = search.answer();
  ++tally.named;
  tally.wrong += !world.Names(answer.first, answer.last);
  tally.stated += 1 - answer.chance;
  tally.commits += static_cast<double>(search.measured_commits());
}

// Each commit is slow where its run lies beyond the middle of those of the ends. A run is one launch, or the median of
// this many pairs.
void Plain(World world, int pairs, Tally& tally) {
  const auto run = [&](std::size_t commit) {
    tally.launches += pairs > 0 ? 2 * pairs : 1;
    if (pairs == 0) return world.Launch(commit, world.Block());
    std::vector<double> values(static_cast<std::size_t>(pairs));
    for (double& value : values) value = world.Pair(commit);
    return Summarize(values).median;
  };
  const double fast = pairs > 0 ? 0 : run(0);
  const double middle = (fast + run(kSuspects)) / 2;
  std::size_t good = 0;
  std::size_t bad = kSuspects;
  while (true) {
    std::size_t commit = 0;
    for (std::size_t one = good + 1; one < bad; ++one) {
      const auto distance = [&](std::size_t c) {
        return std::abs(2 * static_cast<double>(c) - static_cast<double>(good + bad));
      };
      if (!world.broken().contains(one) && (commit == 0 || distance(one) < distance(commit))) commit = one;
    }
    if (commit == 0) break;
    (run(commit) > middle ? bad : good) = commit;
  }
  ++tally.named;
  tally.wrong += !world.Names(good + 1, bad);
}

class SimulationTest : public testing::TestWithParam<Noise> {};

TEST_P(SimulationTest, TheWrongCommitIsNamedNoMoreOftenThanStated) {
  Tally ours;
  Tally plain;
  Tally paired;
  Tally five;
  for (int i = 0; i < kBisections; ++i) {
    const World world(GetParam(), 17000 + static_cast<std::uint64_t>(i));
    Ours(world, ours);
    Plain(world, 0, plain);
    Plain(world, 1, paired);
    Plain(world, 5, five);
  }
  const double wrong = static_cast<double>(ours.wrong) / ours.named;
  const auto rival = [](const Tally& tally) {
    return fmt::format("{:.1f}% / {:.0f}", 100.0 * tally.wrong / kBisections, tally.launches / kBisections);
  };
  // A row of the table in docs/results/2026-11-21-bisection-and-links.md.
  std::cout << fmt::format("| {} | {:.2f}% (stated {:.2f}%) | {:.0f} | {:.1f} | {} | {} | {} |\n", GetParam().name,
                           100 * wrong, 100 * ours.stated / ours.named, ours.launches / kBisections,
                           ours.commits / ours.named, rival(plain), rival(paired), rival(five));
  // The ends are found different in nearly all, and of what is named at most 5% are wrong.
  EXPECT_GE(ours.named, kBisections * 95 / 100);
  EXPECT_LE(wrong, 0.05);
  EXPECT_LE(ours.stated / ours.named, 0.05);
  EXPECT_LT(wrong, static_cast<double>(plain.wrong) / kBisections);
}

INSTANTIATE_TEST_SUITE_P(Noises, SimulationTest,
                         testing::Values(Noise{"normal, 1%", 0.01, 0, 0}, Noise{"normal, 2%", 0.02, 0, 0},
                                         Noise{"normal, 3%", 0.03, 0, 0}, Noise{"normal, 5%", 0.05, 0, 0},
                                         Noise{"Student's t of 3 degrees, 2%", 0.02, 3, 0},
                                         Noise{"normal, 2%, one launch of ten wild", 0.02, 0, 0.1}),
                         [](const auto& info) { return "Noise" + std::to_string(info.index); });

}  // namespace
}  // namespace mpigauge

// Planners against libraries whose time over size is known.

#include "harness/sizes/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

using Library = std::function<double(std::int64_t size)>;

constexpr std::int64_t kEagerLimit = 4096;
constexpr std::int64_t kPacket = 128;

// 1 us and 4 GB/s; 3 us more beyond the eager limit.
double Eager(std::int64_t size) { return 1e-6 + 0.25e-9 * static_cast<double>(size) + (size > kEagerLimit ? 3e-6 : 0); }

// 1 us, and 0.5 us for each packet that was begun: the stair-steps of mpptest's figure 1(a).
double Packets(std::int64_t size) { return 1e-6 + 0.5e-6 * static_cast<double>((size + kPacket - 1) / kPacket); }

// Two ranks per host: every doubling of hosts adds a step.
double Tree(std::int64_t ranks) { return 2e-6 * std::ceil(std::log2(static_cast<double>(ranks))) + 1e-6; }

// Up to +-`share` of noise on every time, from a fixed seed.
Library Noisy(Library library, double share) {
  auto random = std::make_shared<std::mt19937_64>(20);
  return [library = std::move(library), share, random](std::int64_t size) {
    const double unit = static_cast<double>((*random)() >> 11) * 0x1p-53;
    return library(size) * (1 + share * (2 * unit - 1));
  };
}

struct Played {
  Curve curve;
  int rounds = 0;
};

// Measures the sizes of the planner until it has no new ones. The set never shrinks.
Played Play(const std::string& text, const Library& library) {
  const auto planner = ParsePlanner(text, "--sizes");
  Played played;
  for (; played.rounds < 1000; ++played.rounds) {
    const auto sizes = planner->Sizes(played.curve);
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
    for (const auto& [size, time] : played.curve) {
      EXPECT_TRUE(std::binary_search(sizes.begin(), sizes.end(), size));
    }
    if (sizes.size() == played.curve.size()) return played;
    for (const std::int64_t size : sizes) {
      if (!played.curve.contains(size)) played.curve[size] = {library(size), 3};
    }
  }
  ADD_FAILURE() << text << " never ends";
  return played;
}

// The width of the interval between measured sizes in which `jump` (the last size before it) lies.
std::int64_t Bracket(const Curve& curve, std::int64_t jump) {
  const auto above = curve.upper_bound(jump);
  if (above == curve.end() || above == curve.begin()) return std::numeric_limits<std::int64_t>::max();
  return above->first - std::prev(above)->first;
}

// The largest error of interpolating between measured sizes, as a share of the time.
double WorstInterpolation(const Curve& curve, const Library& library, std::int64_t step) {
  double worst = 0;
  for (auto right = std::next(curve.begin()); right != curve.end(); ++right) {
    const auto left = std::prev(right);
    for (std::int64_t size = left->first; size <= right->first; size += step) {
      const double share = static_cast<double>(size - left->first) / static_cast<double>(right->first - left->first);
      const double line = std::lerp(left->second.seconds, right->second.seconds, share);
      worst = std::max(worst, std::fabs(line - library(size)) / library(size));
    }
  }
  return worst;
}

constexpr std::int64_t kDense = 65536 / 8 + 1;  // a sweep of 0 to 64 KiB that finds jumps to 8 bytes

void Tell(const std::string& what, const Played& played, std::int64_t dense) {
  testing::Test::RecordProperty(what, static_cast<int>(played.curve.size()));
  std::printf("%s: %zu sizes in %d rounds, a dense sweep has %ld\n", what.c_str(), played.curve.size(), played.rounds,
              static_cast<long>(dense));
}

TEST(Bisection, FindsTheEagerLimitToTheSeparation) {
  for (const double noise : {0.0, 0.02}) {
    const Played played = Play("bisection:0:64K", Noisy(Eager, noise));
    Tell("bisection, eager limit", played, kDense);
    EXPECT_LE(Bracket(played.curve, kEagerLimit), 8);
    EXPECT_LT(played.curve.size(), kDense / 100);
  }
}

// Powers of two and their middles all lie at the foot of a step: seen from there, stairs are a straight line. Steps
// are found one by one where no interval of the start has two of them.
TEST(Bisection, FindsTheStepsOfPackets) {
  const Played played = Play("bisection:0:1K:separation=1:factor=1.12:threshold=2%:max=300", Noisy(Packets, 0.005));
  Tell("bisection, packets", played, 1025);
  for (std::int64_t step = kPacket; step < 1024; step += kPacket) {
    EXPECT_EQ(Bracket(played.curve, step), 1) << "step after " << step;
  }
  EXPECT_LT(played.curve.size(), 1025 / 5);
}

TEST(Bisection, AWiderSeparationCostsLess) {
  const Played played = Play("bisection:0:64K:separation=64", Eager);
  EXPECT_LE(Bracket(played.curve, kEagerLimit), 64);
  EXPECT_LT(played.curve.size(), Play("bisection:0:64K", Eager).curve.size());
}

TEST(Bisection, AStraightLineIsNotRefined) {
  const Library line = [](std::int64_t size) { return 1e-6 + 1e-9 * static_cast<double>(size); };
  EXPECT_EQ(Play("bisection:0:64K", Noisy(line, 0.02)).rounds, 1);
}

// Source: mpptest 3.3 [MP4].
TEST(Bisection, WaitsUntilTimesHaveSettled) {
  const auto planner = ParsePlanner("bisection:0:64K:settle=3", "--sizes");
  Curve curve;
  for (const std::int64_t size : planner->Sizes({})) curve[size] = {Eager(size), 2};
  EXPECT_EQ(planner->Sizes(curve).size(), curve.size());
  for (auto& [size, time] : curve) time.visits = 3;
  EXPECT_GT(planner->Sizes(curve).size(), curve.size());
}

// Noise at one size calls for sizes around it; when that size is measured again, and lies on the line, they are seen to
// be needless, and none of those of the start is. With a library that has a step there they stay.
TEST(Bisection, SizesAddedForNoiseAreNeedlessOnceTheTimeIsRight) {
  const Library line = [](std::int64_t size) { return 1e-6 + 1e-9 * static_cast<double>(size); };
  Curve noisy = Play("bisection:0:64K", line).curve;
  const std::int64_t disturbed = noisy.upper_bound(8192)->first;  // the middle of an interval of the start
  noisy[disturbed].seconds *= 3;
  const auto planner = ParsePlanner("bisection:0:64K", "--sizes");
  EXPECT_TRUE(planner->Needless(noisy).empty());
  std::set<std::int64_t> called_for;
  for (const std::int64_t size : planner->Sizes(noisy)) {
    if (noisy.contains(size)) continue;
    called_for.insert(size);
    noisy[size] = {line(size), 3};
  }
  EXPECT_EQ(called_for.size(), 2u);
  EXPECT_TRUE(planner->Needless(noisy).empty());
  noisy[disturbed].seconds = line(disturbed);
  EXPECT_EQ(planner->Needless(noisy), called_for);
  EXPECT_TRUE(planner->Needless(Play("bisection:0:64K", Eager).curve).empty());
}

// While a time has not settled, or is missing, nothing in its interval is called needless.
TEST(Bisection, NothingIsNeedlessThatCannotBeJudged) {
  Curve curve = Play("bisection:0:64K", Eager).curve;
  const auto planner = ParsePlanner("bisection:0:64K", "--sizes");
  for (auto& [size, time] : curve) time.seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(planner->Needless(curve).empty());
}

TEST(Skampi, FindsTheEagerLimitToTheSeparation) {
  for (const double noise : {0.0, 0.02}) {
    const Played played = Play("skampi:8:64K", Noisy(Eager, noise));
    Tell("skampi, eager limit", played, kDense);
    EXPECT_LE(Bracket(played.curve, kEagerLimit), 8);
    EXPECT_LE(played.curve.size(), 40u);
  }
}

TEST(Skampi, TheSameNumberOfPowersInterpolatesWorse) {
  const Played powers = Play("powers:8:64K:1.41", Eager);
  const Played skampi = Play("skampi:8:64K:max=27", Eager);
  EXPECT_GE(powers.curve.size(), skampi.curve.size());
  const double worst_of_powers = WorstInterpolation(powers.curve, Eager, 8);
  const double worst = WorstInterpolation(skampi.curve, Eager, 8);
  std::printf("largest error of interpolation: skampi %.3f with %zu sizes, powers %.3f with %zu\n", worst,
              skampi.curve.size(), worst_of_powers, powers.curve.size());
  EXPECT_LT(worst, 0.1 * worst_of_powers);
}

TEST(Skampi, ASmoothCurveIsLeftAloneBelowTheThreshold) {
  const Library line = [](std::int64_t size) { return 1e-6 + 1e-9 * static_cast<double>(size); };
  EXPECT_EQ(Play("skampi:8:64K", line).rounds, 1);
}

TEST(Skampi, ASizeThatCannotBeMeasuredDoesNotHoldUpTheOthers) {
  const Library library = [](std::int64_t size) {
    return size == 1024 ? std::numeric_limits<double>::quiet_NaN() : Eager(size);
  };
  const Played played = Play("skampi:8:64K", library);
  EXPECT_LE(Bracket(played.curve, kEagerLimit), 8);
}

TEST(Planners, WorkOverRanks) {
  const Played skampi = Play("skampi:1:64:separation=1:max=30", Tree);
  const Played bisection = Play("bisection:1:64:separation=1", Tree);
  for (const Played& played : {skampi, bisection}) {
    EXPECT_EQ(played.curve.begin()->first, 1);
    EXPECT_EQ(played.curve.rbegin()->first, 64);
    EXPECT_LT(WorstInterpolation(played.curve, Tree, 1), 0.2);
    EXPECT_LT(played.curve.size(), 64u);
  }
}

TEST(Planners, NeverExceedTheirMaximum) {
  EXPECT_EQ(Play("bisection:0:1M:max=50", Noisy(Eager, 0.9)).curve.size(), 50u);
  EXPECT_EQ(Play("skampi:8:1M:max=50", Noisy(Eager, 0.9)).curve.size(), 50u);
}

std::vector<std::int64_t> First(const std::string& text) { return ParsePlanner(text, "--sizes")->Sizes({}); }

std::string ErrorOf(const std::string& text) {
  return mpigauge::UsageErrorOf([&] { ParsePlanner(text, "--sizes"); });
}

TEST(ParsePlanner, ListsAndPowers) {
  EXPECT_THAT(First("512,8,64,8"), ElementsAre(8, 64, 512));
  EXPECT_THAT(First("list:0,4K,1MiB"), ElementsAre(0, 4096, 1048576));
  EXPECT_THAT(First("powers:8:64"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(First("powers:0:20:4"), ElementsAre(0, 1, 4, 16));
  EXPECT_THAT(First("powers:1:8:1.5"), ElementsAre(1, 2, 3, 5, 8));
  EXPECT_FALSE(ParsePlanner("8", "--sizes")->adaptive());
}

TEST(ParsePlanner, AdaptivePlannersBeginCoarsely) {
  EXPECT_THAT(First("bisection:0:128"), ElementsAre(0, 8, 24, 32, 88, 128));
  EXPECT_THAT(First("skampi:8:64"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(First("skampi:8:1M:factor=8:max=40"), ElementsAre(8, 64, 512, 4096, 32768, 262144, 1048576));
  EXPECT_THAT(First("skampi:1:8:separation=1"), ElementsAre(1, 2, 4, 8));
  EXPECT_TRUE(ParsePlanner("bisection:8:1M:threshold=2%:settle=2", "--sizes")->adaptive());
}

TEST(ParsePlanner, AListHasAtMostSoManySizes) {
  std::string list = "1";
  for (std::size_t i = 1; i < kMostSizes; ++i) list += ",1";
  EXPECT_EQ(ErrorOf(list), "no error");
  EXPECT_THAT(ErrorOf(list + ",1"), HasSubstr(std::to_string(kMostSizes + 1) + " sizes are too many"));
}

TEST(ParsePlanner, MistakesNameTheWord) {
  EXPECT_THAT(ErrorOf("bisektion:8:64"), HasSubstr("--sizes: 'bisektion:8:64' names no sizes"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("--sizes: ''"));
  EXPECT_THAT(ErrorOf("8,,64"), HasSubstr("''"));
  EXPECT_THAT(ErrorOf("8,64Q"), HasSubstr("'64Q' has the unknown unit 'Q'"));
  EXPECT_THAT(ErrorOf("8,64.5"), HasSubstr("64.5"));
  EXPECT_THAT(ErrorOf("8,-64"), HasSubstr("-64"));
  EXPECT_THAT(ErrorOf("powers:8"), AllOf(HasSubstr("'powers' needs"), HasSubstr("powers:8:1M")));
  EXPECT_THAT(ErrorOf("powers:1M:8"), HasSubstr("'8' is smaller than the first '1M'"));
  EXPECT_THAT(ErrorOf("powers:8:1M:1"), HasSubstr("'1' is not a factor"));
  EXPECT_THAT(ErrorOf("powers:8:1M:2:3"), HasSubstr("unexpected '3'"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:most=40"), HasSubstr("'most=40' is unknown"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:max=many"), HasSubstr("'many' is not a number of sizes"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:max=5"), HasSubstr("max=5 is less than the 18 sizes to start with"));
  EXPECT_THAT(ErrorOf("skampi:8:64K:max=1"), HasSubstr("'1' is not a number of sizes, at least 2"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:settle=0"), HasSubstr("'0' is not a number of visits"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:factor=1"), HasSubstr("'1' is not a factor"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:separation=0"), HasSubstr("'separation=0'"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:threshold=alot"), HasSubstr("alot"));
}

}  // namespace
}  // namespace mpigauge

// The whole way from the ends to a commit in a world that is not there.
#include "ci/bisect/bisect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

struct Killed {};

class FakeWorld : public BisectWorld {
 public:
  FakeWorld(std::size_t suspects, std::size_t culprit) : suspects_(suspects), culprit_(culprit) {}

  std::size_t suspects() const override { return suspects_; }
  std::string hash(std::size_t commit) const override { return "hash-" + std::to_string(commit); }
  void Build(const std::vector<std::size_t>& commits) override {
    ++builds_;
    for (const std::size_t commit : commits) built_.insert(commit);
  }
  bool Built(std::size_t commit) const override { return built_.contains(commit); }
  std::map<std::size_t, std::string> Failures() const override {
    std::map<std::size_t, std::string> failures;
    for (const std::size_t commit : broken_) {
      if (built_.contains(commit)) failures[commit] = "broken";
    }
    return failures;
  }
  std::optional<BisectPair> Measure(std::size_t commit) override {
    EXPECT_TRUE(built_.contains(commit));
    if (crashes_.contains(commit)) {
      broken_.insert(commit);
      return std::nullopt;
    }
    if (measured_ == die_after_) throw Killed();
    // The random numbers belong to the number of the pair: a bisection that is resumed sees the same ones.
    std::mt19937_64 random(900 + measured_++);
    const double noise = std::normal_distribution<>(0, 0.02)(random);
    return BisectPair{hash(commit), {{"a", 0}}, {{"a", noise + (commit >= culprit_ ? 0.08 : 0)}}};
  }

  std::size_t suspects_;
  std::size_t culprit_;
  std::set<std::size_t> broken_;   // do not build
  std::set<std::size_t> crashes_;  // build and crash
  std::set<std::size_t> built_;
  int builds_ = 0;
  std::size_t measured_ = 0;
  std::size_t die_after_ = 100000;
};

class BisectTest : public testing::Test {
 protected:
  BisectTest() : folder_(testing::TempDir() + "/bisect") { std::filesystem::remove_all(folder_); }

  BisectSearch Go(FakeWorld& world) {
    BisectState state(folder_, Json::object());
    return Bisect(world, state, settings_);
  }

  std::filesystem::path folder_;
  BisectSettings settings_{0.05, 1000, 1, nullptr};
};

TEST_F(BisectTest, TheCommitIsFoundPastBrokenAndCrashingOnes) {
  FakeWorld world(63, 40);
  world.broken_ = {1, 31, 32, 33, 47};
  world.crashes_ = {20, 44};
  const BisectSearch search = Go(world);
  ASSERT_EQ(search.Next(), BisectStep::kFound);
  EXPECT_EQ(search.answer().first, 40u);
  EXPECT_EQ(search.answer().last, 40u);
  EXPECT_LT(world.built_.size(), 20u);
}

TEST_F(BisectTest, ProgressNamesEachBuildAndWhatIsSkipped) {
  FakeWorld world(63, 40);
  world.broken_ = {32};
  std::ostringstream progress;
  settings_.progress = &progress;
  ASSERT_EQ(Go(world).Next(), BisectStep::kFound);
  EXPECT_THAT(progress.str(), HasSubstr("building the good end of 63, hash-0\nbuilding the bad end of 63, hash-63\n"));
  EXPECT_THAT(progress.str(),
              HasSubstr("building commit 32 of 63, hash-32\nskipped commit 32 of 63, hash-32: broken\n"));
  EXPECT_THAT(progress.str(), HasSubstr("building commit 40 of 63, hash-40\n"));
  EXPECT_EQ(progress.str().find("skipped"), progress.str().rfind("skipped"));
}

TEST_F(BisectTest, KilledAfterEachPairItGoesOnAndComesToTheSameEnd) {
  FakeWorld whole(63, 17);
  const BisectSearch expected = Go(whole);
  std::filesystem::remove_all(folder_);
  FakeWorld killed(63, 17);
  for (killed.die_after_ = 1;; ++killed.die_after_) {
    try {
      const BisectSearch search = Go(killed);
      EXPECT_EQ(search.pairs(), expected.pairs());
      EXPECT_EQ(search.answer().first, expected.answer().first);
      EXPECT_EQ(search.chances(), expected.chances());
      break;
    } catch (const Killed&) {
    }
  }
  EXPECT_EQ(killed.measured_, expected.pairs());  // nothing twice
  EXPECT_EQ(killed.built_, whole.built_);
  // Once it is at its end nothing is measured any more.
  EXPECT_EQ(Go(killed).answer().first, 17u);
  EXPECT_EQ(killed.measured_, expected.pairs());
}

// 30 was built by a bisection before: it is measured, and 32, the middle, is not built.
TEST_F(BisectTest, BuiltCommitsAreMeasuredFirst) {
  FakeWorld world(63, 40);
  world.built_ = {30};
  ASSERT_EQ(Go(world).Next(), BisectStep::kFound);
  EXPECT_FALSE(world.built_.contains(32));
}

TEST_F(BisectTest, BuildsAheadSaveRounds) {
  FakeWorld one(63, 40);
  Go(one);
  std::filesystem::remove_all(folder_);
  settings_.jobs = 4;
  FakeWorld four(63, 40);
  Go(four);
  EXPECT_LT(four.builds_, one.builds_);
}

TEST_F(BisectTest, AnEndThatDoesNotBuildEndsIt) {
  FakeWorld world(5, 3);
  world.broken_ = {5};
  try {
    Go(world);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_THAT(error.what(), HasSubstr("the bad commit, hash-5, cannot be measured: broken"));
  }
}

TEST_F(BisectTest, LaunchesCanBeLimited) {
  settings_.most_launches = 16;
  FakeWorld world(63, 40);
  const BisectSearch search = Go(world);
  EXPECT_EQ(search.pairs(), 8u);
  EXPECT_EQ(search.Next(), BisectStep::kAsk);
}

TEST_F(BisectTest, EqualEndsEndIt) {
  FakeWorld world(63, 64);
  EXPECT_THAT(Go(world).Next(), testing::AnyOf(BisectStep::kNotSlower, BisectStep::kUnproved));
  EXPECT_EQ(world.built_, (std::set<std::size_t>{0, 63}));
}

}  // namespace
}  // namespace mpigauge

#pragma once

#include <cstdint>
#include <random>

namespace mpigauge {

// The operations of a visit whose data are checked. Rank 0 asks, and tells all others. All are drawn, so that they are
// at no fixed places among the calls of a launch: of short messages one in eight observations, and at the end one to
// four operations that are no observations, fewer where they take long.
class CheckPlan {
 public:
  static constexpr std::int64_t kMost = 4;                    // of a visit
  static constexpr std::int64_t kLongOperation = 10'000'000;  // ns; after one that took as long there is no other
  static constexpr std::int64_t kAlwaysAllowed = 50'000;      // ns that all of a visit may take, however short it is
  static constexpr std::int64_t kLeastShare = 50;             // of a visit's time the checks take one in so many
  static constexpr std::int64_t kContents = 100;
  static constexpr std::int64_t kLookEvery = 8;        // one in so many observations is looked at, on average
  static constexpr std::int64_t kMostLookedAt = 4096;  // bytes that the operation moves: a look stays in the cache

  // `began_ns` is when the visit began. The generator is the launch's, seeded once.
  CheckPlan(std::int64_t began_ns, std::mt19937_64& random) : began_ns_(began_ns), random_(random) {}

  // Whether the data of the observation after the next one are looked at.
  bool DrawsLook() { return Draw(1, kLookEvery) == 1; }

  // The contents of the next operation to be checked, a number from 1 to kContents that is another one each time; 0
  // where there have been enough. It is asked after all observations, and again after each operation.
  std::int64_t Next(std::int64_t now_ns);

 private:
  bool Enough(std::int64_t now_ns) const;
  std::int64_t Draw(std::int64_t least, std::int64_t most);

  const std::int64_t began_ns_;
  std::mt19937_64& random_;
  std::int64_t wanted_ = 0;
  std::int64_t done_ = 0;
  std::int64_t contents_ = 0;
  std::int64_t first_ns_ = 0;  // when the first one began
  std::int64_t last_ns_ = 0;
};

// The generator of all check plans of this process, with a seed of its own.
std::mt19937_64& CheckGenerator();

}  // namespace mpigauge

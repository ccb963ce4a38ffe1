#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "ci/bisect/posterior.h"
#include "stats/hodges_lehmann.h"

namespace mpigauge {

// The next step of a bisection.
enum class BisectStep {
  kEnds,       // one more pair of the bad end
  kAsk,        // one more pair of the commit `asked`
  kFound,      // `answer` holds the wanted share of the posterior
  kNotSlower,  // the bad end is not slower than the good one by kSmallestSlowdown or more
  kUnproved,   // it was not proved slower in the pairs that there are for that
};

// Commits of which one is the first slow one and that cannot be told apart, because all but the last cannot be built.
struct BisectAnswer {
  std::size_t first = 0;
  std::size_t last = 0;
  double chance = 0;  // that it is one of them
};

// The decisions of a bisection: a function of the answers so far and of the commits that cannot be measured, so that
// one that was killed goes on as if nothing had been. Commits are numbered as in BisectPosterior; no I/O.
//
// First pairs of the bad end and the good one, until Student's t proves it slower, at looks that share an error of
// kEndsError (Bonferroni). Then the commit nearest the posterior's median that can be built. A commit that was
// measured or built before is preferred as long as the posterior before it lies within kStay of one half: such a pair
// tells nearly as much and needs no build. It ends when an answer holds 1 - kCaution error: a posterior is right on
// average over sizes and noises; of slowdowns that are hardly larger than the noise it is wrong 1.25 times as often as
// it says (simulation_test.cc), because their ends pass when they look larger than they are.
class BisectSearch {
 public:
  static constexpr double kSmallestSlowdown = 0.01;
  static constexpr double kEndsError = 0.01;
  static constexpr double kStay = 0.2;
  static constexpr double kCaution = 0.75;

  // `error`: the chance to name the wrong commit. At least one suspect.
  BisectSearch(std::size_t suspects, double error);

  // This commit, not one of the ends, cannot be built or measured.
  void Skip(std::size_t commit);
  void Add(std::size_t commit, double difference);

  BisectStep Next() const;
  // For kAsk. `built` says whether a commit is built; empty: those are that were measured.
  std::size_t Asked(const std::function<bool(std::size_t)>& built = {}) const;
  // The commits that may be asked next, the most likely first; no skipped ones; at most `count`.
  std::vector<std::size_t> Likely(std::size_t count) const;
  // The most likely one. Only after the ends.
  BisectAnswer answer() const;
  // [k - 1], only after the ends.
  const std::vector<double>& chances() const { return chances_; }
  const std::set<std::size_t>& skipped() const { return skipped_; }

  // The shift against the good end, 95%, over the pairs of the commits from `first` to `last`: Hodges-Lehmann with the
  // exact interval. Level 0 where there are none.
  ShiftInterval Shift(std::size_t first, std::size_t last) const;
  std::size_t pairs() const { return pairs_.size(); }
  std::size_t PairsOf(std::size_t first, std::size_t last) const { return Differences(first, last).size(); }
  std::size_t measured_commits() const;

 private:
  struct Pair {
    std::size_t commit = 0;
    double difference = 0;
  };
  std::vector<double> Differences(std::size_t first, std::size_t last) const;
  void LookAtEnds();
  double ChanceUpTo(std::size_t commit) const;
  std::size_t NearestTo(double share) const;

  std::size_t suspects_;
  double error_;
  std::vector<Pair> pairs_;
  std::set<std::size_t> skipped_;
  BisectStep ends_ = BisectStep::kEnds;  // kAsk: proved slower
  std::optional<BisectPosterior> posterior_;
  std::vector<double> chances_;
};

}  // namespace mpigauge

#include "ci/bisect/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "stats/distribution.h"
#include "stats/moments.h"
#include "stats/signed_rank.h"

namespace mpigauge {
namespace {

constexpr std::array<std::size_t, 5> kEndsLooks = {6, 9, 13, 20, 30};  // pairs

}  // namespace

BisectSearch::BisectSearch(std::size_t suspects, double error) : suspects_(suspects), error_(error) {}

void BisectSearch::Skip(std::size_t commit) { skipped_.insert(commit); }

void BisectSearch::Add(std::size_t commit, double difference) {
  pairs_.push_back({commit, difference});
  if (!posterior_) return LookAtEnds();
  posterior_->Add(commit, difference);
  chances_ = posterior_->Chances();
}

void BisectSearch::LookAtEnds() {
  const std::vector<double> ends = Differences(suspects_, suspects_);
  if (std::find(kEndsLooks.begin(), kEndsLooks.end(), ends.size()) == kEndsLooks.end()) return;
  Moments moments;
  for (const double difference : ends) moments.Add(difference);
  const double level = kEndsError / kEndsLooks.size();
  const double degrees = static_cast<double>(ends.size() - 1);
  const double error = std::max(moments.StandardError(), 1e-9);
  if (StudentTail(moments.mean() / error, degrees) <= level) {
    ends_ = BisectStep::kAsk;
    posterior_.emplace(suspects_, ends);
    chances_ = posterior_->Chances();
  } else if (moments.mean() + StudentQuantile(0.975, degrees) * error < std::log1p(kSmallestSlowdown)) {
    ends_ = BisectStep::kNotSlower;
  } else if (ends.size() == kEndsLooks.back()) {
    ends_ = BisectStep::kUnproved;
  }
}

BisectStep BisectSearch::Next() const {
  if (ends_ != BisectStep::kAsk) return ends_;
  return answer().chance >= 1 - kCaution * error_ ? BisectStep::kFound : BisectStep::kAsk;
}

double BisectSearch::ChanceUpTo(std::size_t commit) const {
  return std::accumulate(chances_.begin(), chances_.begin() + static_cast<std::ptrdiff_t>(commit), 0.0);
}

// Chooses among the commits that can be asked; there is one as long as no answer has a chance of 1.
std::size_t BisectSearch::NearestTo(double share) const {
  std::size_t best = 0;
  double best_distance = 2;
  for (std::size_t commit = 1; commit < suspects_; ++commit) {
    if (skipped_.contains(commit)) continue;
    const double distance = std::abs(ChanceUpTo(commit) - share);
    if (distance < best_distance) {
      best = commit;
      best_distance = distance;
    }
  }
  return best;
}

std::size_t BisectSearch::Asked(const std::function<bool(std::size_t)>& built) const {
  std::size_t best = 0;
  double best_distance = kStay;
  for (std::size_t commit = 1; commit < suspects_; ++commit) {
    const bool at_hand = (built && built(commit)) || PairsOf(commit, commit) > 0;
    if (skipped_.contains(commit) || !at_hand) continue;
    const double distance = std::abs(ChanceUpTo(commit) - 0.5);
    if (distance <= best_distance) {
      best = commit;
      best_distance = distance;
    }
  }
  return best != 0 ? best : NearestTo(0.5);
}

std::vector<std::size_t> BisectSearch::Likely(std::size_t count) const {
  std::vector<std::size_t> commits;
  // The middle, the quarters, the eighths, ... of the posterior.
  for (std::size_t parts = 2; parts <= 64; parts *= 2) {
    for (std::size_t part = 1; part < parts; part += 2) {
      if (commits.size() >= count) return commits;
      const std::size_t commit = NearestTo(static_cast<double>(part) / static_cast<double>(parts));
      if (commit != 0 && std::find(commits.begin(), commits.end(), commit) == commits.end()) commits.push_back(commit);
    }
  }
  return commits;
}

BisectAnswer BisectSearch::answer() const {
  BisectAnswer best;
  BisectAnswer current{1, 1, 0};
  for (std::size_t commit = 1; commit <= suspects_; ++commit) {
    current.last = commit;
    current.chance += chances_[commit - 1];
    if (skipped_.contains(commit)) continue;
    if (current.chance > best.chance) best = current;
    current = {commit + 1, commit + 1, 0};
  }
  return best;
}

std::vector<double> BisectSearch::Differences(std::size_t first, std::size_t last) const {
  std::vector<double> differences;
  for (const Pair& pair : pairs_) {
    if (pair.commit >= first && pair.commit <= last) differences.push_back(pair.difference);
  }
  return differences;
}

ShiftInterval BisectSearch::Shift(std::size_t first, std::size_t last) const {
  const std::vector<double> differences = Differences(first, last);
  return SignedRankInterval(differences, 0.95, SignedRankDistribution(differences.size()));
}

std::size_t BisectSearch::measured_commits() const {
  std::set<std::size_t> commits;
  for (const Pair& pair : pairs_) commits.insert(pair.commit);
  return commits.size();
}

}  // namespace mpigauge

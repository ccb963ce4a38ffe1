#include "baselines/compare/blocks.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "baselines/compare/turn_alignment.h"
#include "stats/stratified_rank_sum.h"

namespace mpigauge {
namespace {

bool TookTurns(const PairedLaunches& series) {
  const auto in_circle = [](std::size_t block) { return block > 0; };
  return std::any_of(series.baseline_blocks.begin(), series.baseline_blocks.end(), in_circle) ||
         std::any_of(series.candidate_blocks.begin(), series.candidate_blocks.end(), in_circle);
}

std::vector<Stratum> Swapped(std::vector<Stratum> strata) {
  for (Stratum& one : strata) std::swap(one.baseline, one.candidate);
  return strata;
}

// Distributions are shared: a suite has few.
class ShiftWithin {
 public:
  ShiftInterval operator()(const std::vector<Stratum>& strata, double confidence) {
    const StratumSizes sizes = SizesOf(strata);
    return StratifiedShift(strata, confidence, known_.try_emplace(sizes, sizes).first->second);
  }

 private:
  std::map<StratumSizes, StratifiedDistribution> known_;
};

std::vector<Judgement> ByCircles(const std::vector<PairedLaunches>& suite, double confidence) {
  std::vector<Judgement> judgements = RankSum().judge(suite, confidence);
  ShiftWithin shift;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const PairedLaunches& one = suite[i];
    if (!TookTurns(one)) continue;
    const std::vector<Stratum> strata =
        StrataOfBlocks(one.baseline, one.baseline_blocks, one.candidate, one.candidate_blocks);
    judgements[i] = {StratifiedRankSumSlower(strata), StratifiedRankSumSlower(Swapped(strata)),
                     shift(strata, confidence)};
  }
  return judgements;
}

}  // namespace

const CompareMethod& WithinCircles() {
  static const CompareMethod kWithinCircles = {.judge = ByCircles, .needs_circles = true};
  return kWithinCircles;
}

Blocks BlocksOfCircles(const Side& baseline, const Side& candidate) {
  std::map<std::string, std::size_t> numbers = {{"", 0}};
  Blocks blocks;
  for (const auto& [side, of_side] :
       {std::pair(&baseline, &blocks.baseline), std::pair(&candidate, &blocks.candidate)}) {
    for (const LaunchRecord& launch : side->launches) {
      of_side->push_back(numbers.try_emplace(CircleOf(launch), numbers.size()).first->second);
    }
  }
  return blocks;
}

std::vector<Stratum> StrataOfBlocks(const std::vector<double>& baseline, const std::vector<std::size_t>& of_baseline,
                                    const std::vector<double>& candidate,
                                    const std::vector<std::size_t>& of_candidate) {
  std::map<std::size_t, Stratum> by_block;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    by_block[of_baseline.empty() ? 0 : of_baseline[i]].baseline.push_back(baseline[i]);
  }
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    by_block[of_candidate.empty() ? 0 : of_candidate[i]].candidate.push_back(candidate[i]);
  }
  std::vector<Stratum> strata;
  for (auto& [block, stratum] : by_block) strata.push_back(std::move(stratum));
  return strata;
}

}  // namespace mpigauge

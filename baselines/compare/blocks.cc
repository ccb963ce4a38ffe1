#include "baselines/compare/blocks.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "baselines/compare/turn_alignment.h"
#include "stats/stratified_rank_sum.h"

namespace mpigauge {
namespace {

using Key = std::pair<std::size_t, std::int64_t>;  // ordinal of the run on its side, launch index

// Numbers the runs by the start of their first launch.
std::map<std::string, std::size_t> RunsInOrder(const Side& side) {
  std::map<std::string, std::string> first;
  for (const LaunchRecord& launch : side.launches) {
    const auto [run, is_new] = first.try_emplace(launch.run_id, launch.started_at);
    if (!is_new) run->second = std::min(run->second, launch.started_at);
  }
  std::vector<std::pair<std::string, std::string>> runs;  // start, run
  for (const auto& [run, start] : first) runs.emplace_back(start, run);
  std::sort(runs.begin(), runs.end());
  std::map<std::string, std::size_t> order;
  for (const auto& [start, run] : runs) order.emplace(run, order.size());
  return order;
}

std::vector<Key> KeysOf(const Side& side) {
  const auto runs = RunsInOrder(side);
  std::vector<Key> keys;
  for (const LaunchRecord& launch : side.launches) keys.emplace_back(runs.at(launch.run_id), launch.launch_index);
  return keys;
}

// Start times of the launches of a block, as text: it sorts as they do.
struct Span {
  std::string first;
  std::string last;
  bool both = false;  // a launch of each side is in it
};

void RequireInterleaved(const std::map<Key, Span>& spans) {
  const Span* before = nullptr;
  std::int64_t index_before = 0;
  bool any = false;
  for (const auto& [key, span] : spans) {
    if (!span.both) continue;
    any = true;
    if (before != nullptr && before->last > span.first) {
      throw UsageError(
          "not measured side by side: launch {} of one side started at {}, launch {} of the other already at {}; "
          "`mpigauge "
          "gate` with --baseline-mpi and --candidate-mpi (or -env, -preload) interleaves, --method rank-sum needs no "
          "blocks",
          index_before + 1, before->last, key.second + 1, span.first);
    }
    before = &span;
    index_before = key.second;
  }
  if (!any) throw UsageError("not measured side by side: no launch of one side has a partner on the other");
}

}  // namespace

Blocks FindBlocks(const Side& baseline, const Side& candidate) {
  const std::vector<Key> before = KeysOf(baseline);
  const std::vector<Key> after = KeysOf(candidate);
  std::map<Key, Span> spans;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string& start = baseline.launches[i].started_at;
    spans.try_emplace(before[i], Span{start, start, false});
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::string& start = candidate.launches[i].started_at;
    const auto [block, is_new] = spans.try_emplace(after[i], Span{start, start, false});
    block->second = {std::min(block->second.first, start), std::max(block->second.last, start), !is_new};
  }
  RequireInterleaved(spans);
  std::map<Key, std::size_t> numbers;
  for (const auto& [key, span] : spans) numbers.emplace(key, numbers.size());
  Blocks blocks;
  for (const Key& key : before) blocks.baseline.push_back(numbers.at(key));
  for (const Key& key : after) blocks.candidate.push_back(numbers.at(key));
  return blocks;
}

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

std::vector<Judgement> ByCircles(const std::vector<PairedLaunches>& suite, double confidence,
                                 std::vector<std::string>& notes) {
  std::vector<Judgement> judgements = RankSum().judge(suite, confidence, notes);
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
  static const CompareMethod kWithinCircles = [] {
    CompareMethod method = RankSum();
    method.judge = ByCircles;
    method.needs_circles = true;
    return method;
  }();
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

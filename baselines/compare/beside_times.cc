#include "baselines/compare/beside_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

constexpr double kP = 1.001 / 924;          // six launches that are all slower than six others have it
constexpr double kTimesFirstCall = 10;      // as long as in the baseline
constexpr double kSecondsFirstCall = 0.01;  // more: a rank that waits for a processor has to wait so long
constexpr double kMoreLate = 0.25;          // of all starts: one side has so many more late ones
constexpr double kHardlyAnyOnTime = 0.9;    // of all starts are late

// Both samples of a series, where it has times in both.
struct BothSides {
  const Sample* before = nullptr;
  const Sample* after = nullptr;
};

BothSides SidesOf(const Samples& before, const Samples& after, const std::string& name) {
  const auto one = before.find(name);
  const auto other = after.find(name);
  if (one == before.end() || other == after.end()) return {};
  if (one->second.medians.empty() || other->second.medians.empty()) return {};
  return {&one->second, &other->second};
}

bool AllChecked(const Sample& sample) { return sample.checked == sample.medians.size(); }

std::string SlowFirstCall(const Sample& before, const Sample& after) {
  const std::vector<double>& old = before.first_calls;
  const std::vector<double>& fresh = after.first_calls;
  if (old.empty() || fresh.empty()) return "";
  if (RankSumSlower(old, fresh) > kP) return "";
  const double was = MedianOfLaunches(old);
  const double is = MedianOfLaunches(fresh);
  if (is < kTimesFirstCall * was || is - was < kSecondsFirstCall) return "";
  return fmt::format("the first call in a process takes {}, and {} with the baseline, by {}+{} launches",
                     FormatSeconds(is), FormatSeconds(was), old.size(), fresh.size());
}

}  // namespace

std::vector<std::string> FindUnchecked(const Samples& before, const Samples& after,
                                       std::vector<SeriesComparison>& series) {
  std::size_t of_baseline_alone = 0;
  std::size_t of_candidate_alone = 0;
  std::string first;
  for (SeriesComparison& one : series) {
    const BothSides both = SidesOf(before, after, one.name);
    if (both.before == nullptr || !one.HasTimes()) continue;
    const bool old = AllChecked(*both.before);
    const bool fresh = AllChecked(*both.after);
    of_candidate_alone += fresh && !old ? 1 : 0;
    if (!old || fresh) continue;
    one.unchecked =
        fmt::format("its data were checked in all launches of the baseline, and in {} of {} of the candidate",
                    both.after->checked, both.after->medians.size());
    if (of_baseline_alone++ == 0) first = one.name;
  }
  std::vector<std::string> notes;
  if (of_baseline_alone > 0) {
    notes.push_back(
        fmt::format("data of {} series ({}) were checked in the baseline, and not in all launches of the candidate",
                    of_baseline_alone, first));
  }
  if (of_candidate_alone > 0) {
    notes.push_back(
        fmt::format("data of {} series were checked in the candidate, and not in all launches of the baseline",
                    of_candidate_alone));
  }
  return notes;
}

void FindNotCheckedWhole(const Side& candidate, const Samples& after, std::vector<SeriesComparison>& series) {
  for (SeriesComparison& one : series) {
    const auto found = after.find(one.name);
    if (!one.HasTimes() || one.ratio >= kFasterByHalf || found == after.end()) continue;
    const Sample& sample = found->second;
    const auto launches_with = [&](const char* verify) {
      return std::ranges::count_if(sample.launches, [&](std::size_t launch) {
        const auto& settings = candidate.launches[launch].settings;
        const auto mode = settings.find("verify");
        return mode != settings.end() && mode->second == verify;
      });
    };
    const auto all = std::ssize(sample.launches);
    if (launches_with("off") > 0) {
      one.not_checked_whole = "it was measured with --verify=off";
    } else if (sample.checked > 0 && launches_with("all") < all) {
      one.not_checked_whole = "none of its launches had --verify=all";
    }
  }
}

std::vector<std::string> FindSlowFirstCalls(const Samples& before, const Samples& after,
                                            std::vector<SeriesComparison>& series) {
  double was = 0;
  double is = 0;
  for (SeriesComparison& one : series) {
    const BothSides both = SidesOf(before, after, one.name);
    if (both.before == nullptr || both.before->first_calls.empty() || both.after->first_calls.empty()) continue;
    was += MedianOfLaunches(both.before->first_calls);
    is += MedianOfLaunches(both.after->first_calls);
    if (one.HasTimes()) one.slow_first_call = SlowFirstCall(*both.before, *both.after);
  }
  if (is < 2 * was || is - was < kSecondsFirstCall) return {};
  return {fmt::format("the first calls of all series take {} together, and {} with the baseline", FormatSeconds(is),
                      FormatSeconds(was))};
}

std::vector<std::string> LateStartNotes(const Samples& before, const Samples& after) {
  std::size_t told = 0;
  double most = 0;
  std::string worst;
  for (const auto& [name, sample] : after) {
    const BothSides both = SidesOf(before, after, name);
    if (both.before == nullptr) continue;
    const double old = MedianOfLaunches(both.before->late_shares);
    const double fresh = MedianOfLaunches(both.after->late_shares);
    if (std::fabs(fresh - old) < kMoreLate && std::max(old, fresh) < kHardlyAnyOnTime) continue;
    ++told;
    if (std::max(old, fresh) <= most) continue;
    most = std::max(old, fresh);
    worst = fmt::format("{}: {:.3g}% of the starts in the baseline, {:.3g}% in the candidate", name, old * 100,
                        fresh * 100);
  }
  if (told == 0) return {};
  return {
      fmt::format("many observations of {} series were discarded, since a rank started late, most of {}", told, worst)};
}

}  // namespace mpigauge

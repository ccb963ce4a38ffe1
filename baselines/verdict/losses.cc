#include "baselines/verdict/losses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "baselines/compare/run_notes.h"
#include "baselines/compare/without_times.h"
#include "baselines/verdict/conclusion.h"
#include "stats/proportions.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostProblems = 5;  // told one by one

std::vector<std::string> ProblemNotes(const std::vector<std::string>& problems) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(kMostProblems, problems.size()); ++i) notes.push_back(problems[i]);
  if (problems.size() > kMostProblems) {
    notes.push_back(fmt::format("{} more launches did not end well", problems.size() - kMostProblems));
  }
  return notes;
}

// A series that works nowhere in the candidate, or computes wrong data, needs no test.
bool IsTested(const SeriesComparison& series) {
  const bool needs_none = series.broken == Broken::kWrongData || series.broken == Broken::kDoesNotWork;
  return !needs_none && !(series.missing.baseline.empty() && series.missing.candidate.empty());
}

// The p of the worst case: as many of the launches without a time as possible are of the candidate.
double SmallestP(const MissingTimes& missing) {
  const std::int64_t all = std::ssize(missing.baseline) + std::ssize(missing.candidate);
  const std::int64_t most = std::min(all, missing.candidate_launches);
  return FisherExactGreater(all - most, missing.baseline_launches, most, missing.candidate_launches);
}

// Returns the smallest p of each test of missing times that could be significant at `share`, the smallest first. Series
// that lack times in the same launches are one test: they fail together or not at all.
std::vector<double> SmallestPs(const std::vector<SeriesComparison>& series, double share) {
  std::map<std::tuple<std::vector<std::size_t>, std::vector<std::size_t>, std::int64_t, std::int64_t>, double> tests;
  for (const SeriesComparison& one : series) {
    if (!IsTested(one)) continue;
    const MissingTimes& missing = one.missing;
    tests.emplace(
        std::tuple(missing.baseline, missing.candidate, missing.baseline_launches, missing.candidate_launches),
        SmallestP(missing));
  }
  std::vector<double> smallest;
  for (const auto& [launches, p] : tests) {
    if (p <= share) smallest.push_back(p);
  }
  std::sort(smallest.begin(), smallest.end());
  return smallest;
}

// Each test has an equal part of kLossShare, lost launches among them. How many launches are lost or lack a time is
// given, whichever side they are of, so tests that cannot be significant for these numbers have no part (R. E. Tarone,
// "A modified Bonferroni method for discrete data", 1990).
double LossLevel(const Comparison& comparison) {
  const double share = kLossShare * comparison.alpha;
  const std::vector<double> smallest = SmallestPs(comparison.series, share);
  std::size_t parts = 1;
  while (true) {
    const double level = share / static_cast<double>(parts);
    const auto tests = std::upper_bound(smallest.begin(), smallest.end(), level) - smallest.begin();
    if (static_cast<std::size_t>(tests) + 1 <= parts) return level;
    ++parts;
  }
}

std::string MissingText(const MissingTimes& missing) {
  return fmt::format(
      "has a time in {} of {} launches of the baseline, and in {} of {} of the candidate (Fisher's exact test, p "
      "{:.2g}); {}",
      missing.baseline_launches - std::ssize(missing.baseline), missing.baseline_launches,
      missing.candidate_launches - std::ssize(missing.candidate), missing.candidate_launches, missing.P(), missing.why);
}

bool CandidateLacksMore(const MissingTimes& missing) {
  return std::ssize(missing.candidate) * missing.baseline_launches >
         std::ssize(missing.baseline) * missing.candidate_launches;
}

}  // namespace

bool IsLost(const LaunchRecord& launch) {
  return launch.status == LaunchStatus::kCrashed || launch.status == LaunchStatus::kHung ||
         launch.status == LaunchStatus::kFailed;
}

Losses LossesOf(const Side& side, const std::string& who) {
  std::set<std::string> runs;
  std::set<std::pair<std::string, std::int64_t>> complete;
  for (const auto* launches : {&side.launches, &side.lost}) {
    for (const LaunchRecord& launch : *launches) {
      runs.insert(launch.run_id);
      if (launch.status == LaunchStatus::kComplete) complete.emplace(launch.run_id, launch.launch_index);
    }
  }
  Losses losses;
  for (const auto* launches : {&side.launches, &side.lost}) {
    for (const LaunchRecord& launch : *launches) {
      const bool made_again =
          launch.status == LaunchStatus::kFailed && complete.contains(std::pair(launch.run_id, launch.launch_index));
      if (launch.status == LaunchStatus::kInterrupted || made_again) continue;  // somebody stopped it, or went on later
      ++losses.launches;
      if (!IsLost(launch)) continue;
      ++losses.lost;
      losses.texts.push_back(LostText(launch, who, runs.size() > 1));
    }
  }
  return losses;
}

bool TestsMissingTimes(const Comparison& comparison) {
  return !SmallestPs(comparison.series, kLossShare * comparison.alpha).empty();
}

void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison) {
  comparison.losses.baseline = baseline;
  comparison.losses.candidate = candidate;
  AddNotes({ProblemNotes(problems)}, comparison.notes);
  if (baseline.lost + candidate.lost == 0) return;
  const double p = FisherExactGreater(baseline.lost, baseline.launches, candidate.lost, candidate.launches);
  const std::string counts = fmt::format(
      "{} of {} launches of the candidate crashed, hung or never began to measure, and {} of {} of the baseline "
      "(Fisher's exact test, p {:.2g})",
      candidate.lost, candidate.launches, baseline.lost, baseline.launches, p);
  comparison.notes.insert(comparison.notes.begin(), counts);
  if (candidate.lost == 0) return;
  const bool none_works = candidate.lost == candidate.launches && baseline.lost < baseline.launches;
  const bool more = p <= LossLevel(comparison);
  comparison.losses.text = counts;
  comparison.losses.verdict = none_works || more ? Verdict::kFail : Verdict::kInconclusive;
  comparison.verdict = SuiteVerdict(comparison);
}

std::set<std::string> LackingTimes(const Comparison& comparison) {
  const double level = LossLevel(comparison);
  std::set<std::string> names;
  for (const SeriesComparison& one : comparison.series) {
    if (IsTested(one) && one.missing.P() <= level) names.insert(one.name);
  }
  return names;
}

void JudgeMissingTimes(Comparison& comparison) {
  const std::set<std::string> lacking = LackingTimes(comparison);
  for (SeriesComparison& one : comparison.series) {
    if (!lacking.contains(one.name)) continue;
    const std::string text = MissingText(one.missing);
    if (comparison.control_without_times.empty()) {
      one = WithoutTimes(one, Broken::kNoTimes, text);
    } else {
      std::string& doubt = one.HasTimes() ? one.faults : one.why_broken;
      doubt = fmt::format("{}; {}, which does not use MPI, lacks times, too: the machine may be the cause", text,
                          comparison.control_without_times);
    }
  }
}

std::vector<std::string> MissingTimesNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  constexpr std::size_t kShown = 3;
  std::vector<std::string> names;
  std::string why;
  for (const SeriesComparison& one : series) {
    if (!one.HasTimes() || !one.faults.empty() || !CandidateLacksMore(one.missing)) continue;
    names.push_back(
        fmt::format("{} ({} of {})", one.name, one.missing.candidate.size(), one.missing.candidate_launches));
    if (why.empty()) why = one.missing.why;
  }
  if (names.empty()) return notes;
  const std::string more = names.size() > kShown ? fmt::format(" and {} more series", names.size() - kShown) : "";
  names.resize(std::min(kShown, names.size()));
  notes.push_back(
      fmt::format("some launches of the candidate have no time of {}{}; {}", fmt::join(names, ", "), more, why));
  return notes;
}

}  // namespace mpigauge

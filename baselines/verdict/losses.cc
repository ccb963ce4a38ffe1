#include "baselines/verdict/losses.h"

#include <fmt/format.h>

#include <algorithm>

#include "baselines/verdict/series_verdict.h"
#include "harness/stats/fisher_exact.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostProblems = 5;  // told one by one

void Tell(const std::vector<std::string>& problems, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < std::min(kMostProblems, problems.size()); ++i) notes.push_back(problems[i]);
  if (problems.size() > kMostProblems) {
    notes.push_back(fmt::format("{} more launches did not end well", problems.size() - kMostProblems));
  }
}

}  // namespace

void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison) {
  Tell(problems, comparison.notes);
  if (baseline.lost + candidate.lost == 0) return;
  const double p = FisherExactGreater(baseline.lost, baseline.launches, candidate.lost, candidate.launches);
  const std::string counts = fmt::format(
      "{} of {} launches of the candidate crashed, hung or never began to measure, and {} of {} of the baseline "
      "(Fisher's exact test, p {:.2g})",
      candidate.lost, candidate.launches, baseline.lost, baseline.launches, p);
  comparison.notes.insert(comparison.notes.begin(), counts);
  if (candidate.lost == 0) return;
  const bool none_works = candidate.lost == candidate.launches && baseline.lost < baseline.launches;
  const bool more = p <= kLossShare * comparison.alpha;
  comparison.losses = {counts, none_works || more ? Verdict::kFail : Verdict::kInconclusive};
  comparison.verdict = GateVerdict(comparison);
}

}  // namespace mpigauge

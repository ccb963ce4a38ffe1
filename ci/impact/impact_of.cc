#include "ci/impact/impact_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "stats/distribution.h"
#include "stats/interval.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// The interval of a ratio from what resamples made of it.
Interval RatioInterval(double ratio, const std::vector<double>& resampled, std::int64_t launches, double confidence) {
  std::vector<double> deviations;
  for (const double one : resampled) deviations.push_back(std::log(one / ratio));
  std::sort(deviations.begin(), deviations.end());
  const auto n = static_cast<double>(launches);
  const double upper = (1 + confidence) / 2;
  const double wider = StudentQuantile(upper, n - 1) / NormalQuantile(upper) * std::sqrt(n / (n - 1));
  return {ratio * std::exp(wider * Quantile(deviations, 1 - upper)),
          ratio * std::exp(wider * Quantile(deviations, upper))};
}

class Impact {
 public:
  Impact(const ImpactProgram& program, const MeasuredCosts& baseline, const MeasuredCosts& candidate,
         const ImpactOptions& options)
      : program_(program),
        baseline_(baseline),
        candidate_(candidate),
        options_(options),
        scenarios_(program, {&baseline.costs, &candidate.costs}) {}

  ApplicationImpact Find() {
    Describe();
    impact_.baseline_seconds = Replay(1, [&](std::size_t) { return scenarios_.Of(baseline_.costs); })[0];
    if (!ReplayCandidate()) return impact_;
    FindParts();
    FindIntervals();
    return impact_;
  }

 private:
  void Describe() {
    impact_.application = program_.application;
    impact_.trace = program_.trace;
    impact_.ranks = program_.program->ranks();
    impact_.confidence = Resamples() > 0 ? options_.confidence : 0;
    for (const auto* notes : {&baseline_.notes, &candidate_.notes, &scenarios_.notes(), &program_.notes}) {
      impact_.notes.insert(impact_.notes.end(), notes->begin(), notes->end());
    }
  }

  std::size_t Resamples() const { return std::min(baseline_.resampled.size(), candidate_.resampled.size()); }

  std::vector<double> Replay(std::size_t count, const std::function<Scenario(std::size_t)>& make) const {
    return ParallelSeconds(program_, scenarios_, count, make);
  }

  // A program that runs with the baseline and not with the candidate hangs in the candidate's replay: nothing else is
  // different.
  bool ReplayCandidate() {
    try {
      impact_.candidate_seconds = Replay(1, [&](std::size_t) { return scenarios_.Of(candidate_.costs); })[0];
    } catch (const Error& error) {
      impact_.hangs = error.what();
      impact_.ratio = impact_.low = impact_.high = std::numeric_limits<double>::infinity();
      return false;
    }
    impact_.ratio = impact_.low = impact_.high = Ratio(impact_.candidate_seconds, impact_.baseline_seconds);
    return true;
  }

  static double Ratio(double candidate, double baseline) { return baseline == 0 ? 1 : candidate / baseline; }

  // Finds the parts that move the application most.
  void FindParts() {
    const auto& classes = scenarios_.classes();
    const auto seconds = Replay(
        classes.size(), [&](std::size_t i) { return scenarios_.With(baseline_.costs, classes[i], candidate_.costs); });
    std::vector<std::pair<double, std::size_t>> order;  // the largest effect first
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const double effect = std::abs(Ratio(seconds[i], impact_.baseline_seconds) - 1);
      if (effect >= options_.least_part) order.emplace_back(-effect, i);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > options_.most_parts) order.resize(options_.most_parts);
    for (const auto& [effect, i] : order) {
      parts_.push_back(i);
      const double ratio = Ratio(seconds[i], impact_.baseline_seconds);
      impact_.parts.push_back({classes[i].Operation(), classes[i].largest_bytes, classes[i].Label(), classes[i].calls,
                               ratio, ratio, ratio});
    }
  }

  // Replays the baseline, the candidate and the parts of each resample.
  void FindIntervals() {
    if (Resamples() == 0) return;
    const std::size_t each = 2 + parts_.size();
    const auto seconds = Replay(Resamples() * each, [&](std::size_t i) {
      const LibraryCosts& before = baseline_.resampled[i / each];
      const LibraryCosts& after = candidate_.resampled[i / each];
      if (i % each == 0) return scenarios_.Of(before);
      if (i % each == 1) return scenarios_.Of(after);
      return scenarios_.With(before, scenarios_.classes()[parts_[i % each - 2]], after);
    });
    const auto interval = [&](std::size_t which, double ratio) {
      std::vector<double> ratios;
      for (std::size_t i = 0; i < Resamples(); ++i)
        ratios.push_back(Ratio(seconds[i * each + which], seconds[i * each]));
      return RatioInterval(ratio, ratios, std::min(baseline_.launches, candidate_.launches), options_.confidence);
    };
    const Interval all = interval(1, impact_.ratio);
    impact_.low = all.low;
    impact_.high = all.high;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Interval one = interval(i + 2, impact_.parts[i].ratio);
      impact_.parts[i].low = one.low;
      impact_.parts[i].high = one.high;
    }
  }

  const ImpactProgram& program_;
  const MeasuredCosts& baseline_;
  const MeasuredCosts& candidate_;
  const ImpactOptions& options_;
  Scenarios scenarios_;
  std::vector<std::size_t> parts_;  // places in the list of classes
  ApplicationImpact impact_;
};

}  // namespace

ApplicationImpact ImpactOf(const ImpactProgram& program, const MeasuredCosts& baseline, const MeasuredCosts& candidate,
                           const ImpactOptions& options) {
  return Impact(program, baseline, candidate, options).Find();
}

std::vector<Sensitivity> SensitivityOf(const ImpactProgram& program, const MeasuredCosts& costs) {
  constexpr double kOnePercent = 1.01;
  const Scenarios scenarios(program, {&costs.costs});
  const auto& classes = scenarios.classes();
  const auto seconds = ParallelSeconds(program, scenarios, classes.size() + 1, [&](std::size_t i) {
    return i == 0 ? scenarios.Of(costs.costs) : scenarios.Slowed(costs.costs, classes[i - 1], kOnePercent);
  });
  std::vector<Sensitivity> list;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const double cost = seconds[0] == 0 ? 0 : seconds[i + 1] / seconds[0] - 1;
    list.push_back({program.application, classes[i].Operation(), classes[i].largest_bytes, classes[i].Label(),
                    classes[i].calls, cost});
  }
  std::stable_sort(list.begin(), list.end(), [](const Sensitivity& one, const Sensitivity& other) {
    return one.cost_of_one_percent > other.cost_of_one_percent;
  });
  return list;
}

Verdict ImpactVerdict(const ApplicationImpact& impact, double fail_impact) {
  if (!impact.hangs.empty()) return Verdict::kFail;
  if (impact.confidence == 0) return Verdict::kInconclusive;
  if (impact.low > 1 + fail_impact) return Verdict::kFail;
  return impact.high < 1 + fail_impact ? Verdict::kPass : Verdict::kInconclusive;
}

ImpactSection ImpactSectionOf(std::vector<ApplicationImpact> applications, std::optional<double> fail_impact) {
  std::stable_sort(
      applications.begin(), applications.end(),
      [](const ApplicationImpact& one, const ApplicationImpact& other) { return one.ratio > other.ratio; });
  ImpactSection section{std::move(applications), fail_impact, std::nullopt, {}};
  if (!fail_impact) return section;
  for (ApplicationImpact& one : section.applications) {
    one.verdict = ImpactVerdict(one, *fail_impact);
    section.verdict = std::max(section.verdict.value_or(Verdict::kPass), *one.verdict);
  }
  return section;
}

}  // namespace mpigauge

#include "dashboards/data/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/groups.h"
#include "baselines/compare/impact.h"
#include "baselines/format/findings.h"
#include "baselines/format/phrases.h"

namespace mpigauge {

Json ImpactFindings(const ImpactSection& impact) {
  constexpr std::size_t kMost = 3;
  std::vector<const ApplicationImpact*> worst;
  for (const ApplicationImpact& one : impact.applications) worst.push_back(&one);
  const auto loss = [](const ApplicationImpact* one) {
    return one->hangs.empty() ? one->ratio : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(worst.begin(), worst.end(), [&](auto* a, auto* b) { return loss(a) > loss(b); });
  worst.resize(std::min(kMost, worst.size()));
  Json findings = Json::array();
  for (const ApplicationImpact* one : worst) {
    findings.push_back(
        {{"kind", one->verdict == Verdict::kFail ? "fail" : "impact"}, {"text", ImpactSentence(*one) + "."}});
  }
  return findings;
}

namespace {

// " Tolerance 5%."; empty where nothing was compared.
std::string ToleranceSentence(const Comparison& comparison) {
  const std::string shares = ToleranceText(comparison);
  return shares.empty() ? "" : " Tolerance " + shares + ".";
}

// The cost for applications follows the first sentence, which says what got slower.
Json FindingsToJson(const Comparison& comparison, const std::vector<SeriesGroup>& groups) {
  Json findings = Json::array();
  for (const Finding& finding : Findings(comparison, groups)) {
    findings.push_back({{"kind", finding.kind}, {"text", finding.text}});
  }
  if (!comparison.impact) return findings;
  const Json lost = ImpactFindings(*comparison.impact);
  findings.insert(findings.begin() + (findings.empty() ? 0 : 1), lost.begin(), lost.end());
  return findings;
}

Json ToJson(const std::vector<SeriesGroup>& groups) {
  Json rows = Json::array();
  for (const SeriesGroup& group : groups) rows.push_back({{"label", group.label}, {"series", group.series}});
  return rows;
}

// " 1 of 3 families of series fails. 7 of 20 launches of the candidate crashed, ...", of what has not passed.
std::string BesidesText(const Comparison& comparison) {
  const std::string families = FamiliesCount(comparison);
  const std::string& lost = comparison.losses.text;
  const std::string processes = ProcessesText(comparison);
  return (families.empty() ? "" : " " + families + ".") + (lost.empty() ? "" : " " + lost + ".") +
         (processes.empty() ? "" : " " + processes + ".");
}

// "Candidate A against baseline B: 8 fail, 0 inconclusive, 42 pass. Tolerance 5%. The chance of any false fail is at
// most 5%. From gate 3f2a9c01 of 2026-11-20."
std::string SubjectText(const ComparisonView& view) {
  const Comparison& comparison = view.comparison;
  return fmt::format(
      "Candidate {} against baseline {}: {} fail, {} inconclusive, {} pass.{}{} The chance of any false fail is at "
      "most {:.3g}%. From {}.",
      comparison.candidate, comparison.baseline, comparison.Count(Verdict::kFail),
      comparison.Count(Verdict::kInconclusive), comparison.Count(Verdict::kPass), ToleranceSentence(comparison),
      BesidesText(comparison), comparison.alpha * 100, view.origin);
}

}  // namespace

Json ToJson(const ComparisonView& view) {
  const std::vector<SeriesGroup> groups = GroupBySize(view.comparison.series);
  const Json comparison = ToJson(view.comparison);
  Json calibration = nullptr;
  if (view.calibration) {
    calibration = view.calibration->content;
    calibration["made_at"] = view.calibration->made_at;
  }
  return {{"kind", "comparison"},
          {"headline", VerdictSentence(view.comparison)},
          {"subject", SubjectText(view)},
          {"origin", view.origin},
          {"findings", FindingsToJson(view.comparison, groups)},
          {"comparison", comparison},
          {"groups", ToJson(groups)},
          {"calibration", std::move(calibration)},
          {"environment", view.environment},
          {"history", view.history},
          {"observations", view.observations},
          {"commands", view.commands},
          {"impact", comparison.value("impact", Json(nullptr))},
          {"timeline", comparison.value("timeline", Json(nullptr))},
          {"network", view.network}};
}

}  // namespace mpigauge

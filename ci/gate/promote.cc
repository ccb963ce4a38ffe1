#include "ci/gate/promote.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/error.h"
#include "baselines/named/named.h"

namespace mpigauge {

void ProposeBaseline(Store& store, const std::string& baseline, GateAnswer& answer) {
  const auto found = store.baselines().Find(baseline);
  if (!found || answer.comparison.verdict != Verdict::kPass) return;
  std::set<std::string> cases;
  std::size_t faster = 0;
  for (const SeriesComparison& series : answer.comparison.series) {
    if (!series.improved) continue;
    cases.insert(series.case_name);
    ++faster;
  }
  if (faster == 0) return;
  answer.comparison.notes.push_back(fmt::format(
      "{} series got faster ({}); to compare later runs with this one: mpigauge baseline {} {} {}", faster,
      fmt::join(cases, ", "), found->keep > 0 ? "promote" : "set", baseline, answer.candidate_run_id.substr(0, 8)));
}

std::string PromotePassed(Store& store, const std::string& baseline, const std::string& run_id,
                          const Comparison& comparison) {
  if (comparison.verdict != Verdict::kPass) return "not promoted: it did not pass";
  if (const std::size_t waived = comparison.CountWaived(); waived > 0) {
    return fmt::format("not promoted: {} series passed by a waiver only", waived);
  }
  try {
    const Promotion promotion = Promote(store, baseline, run_id);
    return (promotion.added ? "promoted: " : "promoted before: ") + BaselineTitle(promotion.baseline);
  } catch (const Error& error) {
    return std::string("not promoted: ") + error.what();
  }
}

}  // namespace mpigauge

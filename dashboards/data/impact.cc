#include "dashboards/data/impact.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "simulator/impact/impact_text.h"

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
    findings.push_back({{"kind", one->verdict == "fail" ? "fail" : "impact"}, {"text", ImpactSentence(*one) + "."}});
  }
  return findings;
}

}  // namespace mpigauge

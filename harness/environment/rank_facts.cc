#include "harness/environment/rank_facts.h"

#include "base/json.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

constexpr const char* kWhat = "facts of a rank";

}  // namespace

std::string AsText(const RankFacts& facts) {
  return JsonLine({{"host", facts.host}, {"kernel", facts.kernel}, {"units", facts.processing_units}});
}

RankFacts RankFactsFromText(const std::string& text) {
  const Json facts = ParseJson(text, kWhat);
  return ReadingValues(kWhat, [&] {
    return RankFacts{facts.at("host"), facts.at("kernel"), SmallCountsAt(facts, "units")};
  });
}

}  // namespace mpigauge

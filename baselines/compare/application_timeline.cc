#include "baselines/compare/application_timeline.h"

#include "base/enum_text.h"
#include "baselines/compare/application_timeline_fields.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<RankState, 3> kRankStates = {
    {{RankState::kCompute, "compute"}, {RankState::kOverhead, "overhead"}, {RankState::kBlocked, "blocked"}}};

}  // namespace

std::string RankStateName(RankState state) { return TextOf(kRankStates, state); }
RankState RankStateFromName(std::string_view name) { return FromText(kRankStates, name, "state of a rank"); }

Json ToJson(const ApplicationTimeline& timeline) { return FieldsToJson(timeline); }

}  // namespace mpigauge

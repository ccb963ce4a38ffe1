#pragma once

#include "base/json_fields.h"
#include "baselines/compare/application_timeline.h"

// The fields of a timeline in JSON (base/json_fields.h).
namespace mpigauge {

template <>
struct JsonOf<RankState> : ByName<RankStateName, RankStateFromName> {};

template <>
struct JsonOf<TimelineSpan> : AsList<&TimelineSpan::begin, &TimelineSpan::end, &TimelineSpan::state> {};

template <>
struct JsonOf<CriticalStay> : AsList<&CriticalStay::rank, &CriticalStay::begin, &CriticalStay::end> {};

template <>
inline constexpr auto kFields<TimelineRow> = Interface("TimelineRow", "The spans of one rank.",
                                                       Field<&TimelineRow::rank>("rank"),
                                                       Field<&TimelineRow::spans>("spans", "begin, end, state"));

template <>
inline constexpr auto kFields<TimelineSide> = Interface("TimelineSide", "A program replayed on one side's network.",
                                                        Field<&TimelineSide::parallel_seconds>("parallel_seconds"),
                                                        Field<&TimelineSide::rows>("rows"),
                                                        Field<&TimelineSide::critical_path>("critical_path",
                                                                                            "rank, begin, end"));

template <>
inline constexpr auto kFields<ApplicationTimeline> =
    Interface("Timeline", "An application replayed on both sides' networks.",
              Field<&ApplicationTimeline::application>("application"), Field<&ApplicationTimeline::ranks>("ranks"),
              Field<&ApplicationTimeline::parallel_seconds>("parallel_seconds", "of the longer side"),
              Field<&ApplicationTimeline::baseline>("baseline"), Field<&ApplicationTimeline::candidate>("candidate"));

}  // namespace mpigauge

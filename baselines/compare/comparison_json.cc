#include "baselines/compare/comparison_json.h"

#include "baselines/compare/application_timeline_fields.h"
#include "baselines/compare/gate_decision_fields.h"
#include "baselines/compare/impact_fields.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

// The least and the most, as a list of two.
template <auto low, auto high>
constexpr auto Ends(const char* key, const char* comment) {
  return JsonField<CountedDifference>{key, comment,
                                      [](const CountedDifference& one) {
                                        return Json{one.*low, one.*high};
                                      },
                                      [](const Json& json, const char* name, CountedDifference& one) {
                                        one.*low = json.at(name).at(0);
                                        one.*high = json.at(name).at(1);
                                      },
                                      [](TypeScript&) { return std::string("[number, number]"); }};
}

}  // namespace

template <>
struct JsonOf<Broken> : ByName<BrokenName, BrokenFromName> {};
template <>
struct JsonOf<DecidedBy> : ByName<DecidedByName, DecidedByFromName> {};
template <>
struct JsonOf<TestMethod> : ByName<MethodName, MethodFromName> {};

template <>
constexpr auto kFields<OtherFigure> =
    Interface("OtherFigure", "A figure of launches other than their medians: told, never the verdict.",
              Field<NumberOrNull, &OtherFigure::ratio>("ratio"), Field<NumberOrNull, &OtherFigure::low>("low"),
              Field<NumberOrNull, &OtherFigure::high>("high"), Field<NumberOrNull, &OtherFigure::level>("level"),
              Field<NumberOrNull, &OtherFigure::p_slower>("p_slower"),
              Field<NumberOrNull, &OtherFigure::p_adjusted>("p_adjusted"));

template <>
constexpr auto kFields<TailFigure> =
    Interface("TailFigure", "The share of observations or launches that take far longer than usual.",
              Field<NumberOrNull, &TailFigure::seconds>("seconds", "what takes longer than this is counted"),
              Field<&TailFigure::baseline_share>("baseline_share"),
              Field<&TailFigure::candidate_share>("candidate_share"), Field<&TailFigure::most_of_runs>("most_of_runs"),
              Field<&TailFigure::p>("p"), Field<&TailFigure::p_adjusted>("p_adjusted"));

template <>
constexpr auto kFields<MeanFigure> =
    Interface("MeanFigure", "The mean over all calls of a launch, or their processor time, over the launches.",
              Field<NumberOrNull, &MeanFigure::baseline_seconds>("baseline_seconds", "the mean of the launches' means"),
              Field<NumberOrNull, &MeanFigure::candidate_seconds>("candidate_seconds"),
              Field<NumberOrNull, &MeanFigure::most_of_runs>("most_of_runs", "of the baseline, in seconds"),
              Field<NumberOrNull, &MeanFigure::ratio>("ratio", "of the launches' means"),
              Field<&MeanFigure::tolerance>("tolerance", "beyond the change of the median"),
              Field<&MeanFigure::p>("p", "slower by more than that"), Field<&MeanFigure::p_adjusted>("p_adjusted"));

template <>
constexpr auto kFields<SeriesComparison> = Interface(
    "Series", "The comparison of one series.", Field<&SeriesComparison::name>("name"),
    Field<&SeriesComparison::case_name>("case"), Field<&SeriesComparison::family>("family"),
    Field<&SeriesComparison::parameters>("parameters"), Field<&SeriesComparison::verdict>("verdict"),
    Field<&SeriesComparison::decided_by>("decided_by"), Field<&SeriesComparison::reason>("reason"),
    Field<&SeriesComparison::broken>("broken"), Field<&SeriesComparison::faults>("faults"),
    Field<&SeriesComparison::suspects>("suspects", "what the library selected otherwise"),
    Field<&SeriesComparison::improved>("improved"), Field<&SeriesComparison::waived>("waived", "by what"),
    Field<NumberOrNull, &SeriesComparison::ratio>("ratio"), Field<NumberOrNull, &SeriesComparison::low>("low"),
    Field<NumberOrNull, &SeriesComparison::high>("high"), Field<NumberOrNull, &SeriesComparison::level>("level"),
    Field<NumberOrNull, &SeriesComparison::p_slower>("p_slower"),
    Field<NumberOrNull, &SeriesComparison::p_adjusted>("p_adjusted"),
    Field<NumberOrNull, &SeriesComparison::tolerance>("tolerance"),
    Field<&SeriesComparison::resolution_seconds>("resolution_seconds"),
    Field<NumberOrNull, &SeriesComparison::detectable_ratio>("detectable_ratio"),
    Field<&SeriesComparison::floor>("floor", "of the launches' minima"),
    Field<&SeriesComparison::tail>("tail", "of their 99th percentiles"),
    Field<KnownOrNull<TailFigure>, &SeriesComparison::stretched>("stretched",
                                                                 "observations; null where only figures were read"),
    Field<KnownOrNull<TailFigure>, &SeriesComparison::slow_launches>("slow_launches"),
    Field<KnownOrNull<MeanFigure>, &SeriesComparison::mean>("mean", "null where not all launches have one"),
    Field<KnownOrNull<MeanFigure>, &SeriesComparison::processor>("processor", "time of a call").MayBeMissing(),
    Field<&SeriesComparison::slowest_times>("slowest_times"),
    Field<NumberOrNull, &SeriesComparison::local_ratio>("local_ratio"),
    Field<KnownOrNull<SameState>, &SeriesComparison::same_state>("same_state"),
    Field<NumberOrNull, &SeriesComparison::baseline_median>("baseline_median_seconds"),
    Field<NumberOrNull, &SeriesComparison::candidate_median>("candidate_median_seconds"),
    Field<&SeriesComparison::baseline_seconds>("baseline_launches_seconds", "one median per launch"),
    Field<&SeriesComparison::candidate_seconds>("candidate_launches_seconds"));

template <>
constexpr auto kFields<FamilyComparison> =
    Interface("Family", "Series that a gate tested together.", Field<&FamilyComparison::name>("name"),
              Field<&FamilyComparison::members>("members"), Field<NumberOrNull, &FamilyComparison::ratio>("ratio"),
              Field<NumberOrNull, &FamilyComparison::tolerance>("tolerance"),
              Field<&FamilyComparison::p_slower>("p_slower"), Field<&FamilyComparison::verdict>("verdict"),
              Field<&FamilyComparison::reason>("reason"), Field<&FamilyComparison::waived>("waived"));

template <>
constexpr auto kFields<ControlMovement> = Interface(
    "ControlMovement", "How the work without MPI moved, all controls together.",
    Field<&ControlMovement::controls>("controls", "how many; 0: nothing is known"),
    Field<&ControlMovement::moved>("moved"), Field<&ControlMovement::apart>("apart", "in launches that took turns"),
    Field<NumberOrNull, &ControlMovement::ratio>("ratio"), Field<NumberOrNull, &ControlMovement::low>("low"),
    Field<NumberOrNull, &ControlMovement::high>("high"), Field<NumberOrNull, &ControlMovement::p>("p"));

template <>
constexpr auto kFields<Losses> = Interface("Losses", "The launches of one side that were lost.",
                                           Field<&Losses::lost>("lost"),
                                           Field<&Losses::launches>("launches", "all that began"),
                                           Field<&Losses::texts>("texts"));

template <>
constexpr auto kFields<LaunchLosses> = Interface("LaunchLosses",
                                                 "The launches that crashed, hung or never began to measure.",
                                                 Field<&LaunchLosses::text>("text"),
                                                 Field<&LaunchLosses::verdict>("verdict"),
                                                 Field<&LaunchLosses::baseline>("baseline"),
                                                 Field<&LaunchLosses::candidate>("candidate"));

template <>
constexpr auto kFields<Difference> = Interface("Difference", "A field of the environment that differs.",
                                               Field<&Difference::field>("field"),
                                               Field<&Difference::baseline>("baseline"),
                                               Field<&Difference::candidate>("candidate"));

template <>
constexpr auto kFields<SelectionChange> = Interface("SelectionChange", "A selection of the library that differs.",
                                                    Field<&SelectionChange::name>("name"),
                                                    Field<&SelectionChange::baseline>("baseline"),
                                                    Field<&SelectionChange::candidate>("candidate"),
                                                    Field<&SelectionChange::concerns>("concerns"));

template <>
constexpr auto kFields<CountedDifference> = Interface(
    "CountedDifference", "A counter that differs.", Field<&CountedDifference::series>("series"),
    Field<&CountedDifference::counter>("counter"), Field<&CountedDifference::exact>("exact"),
    Ends<&CountedDifference::baseline_low, &CountedDifference::baseline_high>("baseline",
                                                                              "the least and the most of the launches"),
    Ends<&CountedDifference::candidate_low, &CountedDifference::candidate_high>("candidate", ""));

template <>
constexpr auto kFields<MemoryFigure> =
    Interface("MemoryFigure", "The most memory that a rank had resident.",
              Field<&MemoryFigure::baseline_bytes>("baseline_bytes", "the median over the launches"),
              Field<&MemoryFigure::candidate_bytes>("candidate_bytes"),
              Field<&MemoryFigure::most_of_runs>("most_of_runs", "of the baseline, in bytes"),
              Field<&MemoryFigure::tolerance>("tolerance", "a share of the baseline's"),
              Field<&MemoryFigure::p>("p", "larger by more than that"));

template <>
constexpr auto kFields<Comparison> = Interface(
    "Comparison", "The comparison of two sides.", Field<&Comparison::verdict>("verdict"),
    Field<&Comparison::baseline>("baseline"), Field<&Comparison::candidate>("candidate"),
    Field<&Comparison::alpha>("alpha"), Field<&Comparison::method>("method"),
    Field<&Comparison::control_movement>("control_movement"), Field<&Comparison::losses>("losses"),
    Field<&Comparison::clock_doubts>("clock_doubts", "with any of them nothing passes"),
    Field<KnownOrNull<MemoryFigure>, &Comparison::memory>("memory").MayBeMissing(), Field<&Comparison::notes>("notes"),
    Field<&Comparison::series>("series", "what got slower first"), Field<&Comparison::families>("families"),
    Field<&Comparison::controls>("controls"), Field<&Comparison::allowed_differences>("allowed_differences"),
    Field<&Comparison::context_differences>("context_differences"),
    Field<&Comparison::selection_changes>("selection_changes"),
    Field<&Comparison::counted_differences>("counted_differences"), Field<&Comparison::not_compared>("not_compared"),
    Field<&Comparison::decision>("decision", "of a gate, else null"),
    Field<&Comparison::impact>("impact", "where there were traces").MayBeMissing(),
    Field<&Comparison::timeline>("timeline", "of the application that loses most").MayBeMissing());

Json ToJson(const SeriesComparison& series) { return FieldsToJson(series); }
Json ToJson(const Comparison& comparison) { return FieldsToJson(comparison); }

Comparison ComparisonFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    auto comparison = FieldsFromJson<Comparison>(json);
    for (auto* list : {&comparison.series, &comparison.controls}) {
      for (SeriesComparison& series : *list) series.why_broken = series.HasTimes() ? "" : series.reason;
    }
    return comparison;
  });
}

std::string ComparisonTypes() {
  TypeScript types;
  AddInterface<Comparison>(types);
  return types.text;
}

}  // namespace mpigauge

#include "baselines/compare/comparison.h"

#include <algorithm>
#include <iterator>

#include "base/enum_text.h"
#include "baselines/compare/samples.h"
#include "stats/proportions.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<Broken, 5> kBroken = {{{Broken::kNo, ""},
                                           {Broken::kWrongData, "wrong data"},
                                           {Broken::kDoesNotWork, "broken"},
                                           {Broken::kNotMeasured, "not measured"},
                                           {Broken::kNoTimes, "no times"}}};

constexpr EnumTexts<DecidedBy, 5> kDecidedBy = {{{DecidedBy::kMedian, "median"},
                                                 {DecidedBy::kFloor, "floor"},
                                                 {DecidedBy::kTail, "tail"},
                                                 {DecidedBy::kMean, "mean"},
                                                 {DecidedBy::kProcessor, "processor"}}};

constexpr EnumTexts<TestMethod, 4> kMethods = {
    {{TestMethod::kRankSum, "rank-sum"},
     {TestMethod::kGroupSequential, "group-sequential rank-sum"},
     {TestMethod::kRuns, "prediction interval over runs"},
     {TestMethod::kRunsThenGroupSequential, "prediction interval over runs, then group-sequential rank-sum"}}};

}  // namespace

double MissingTimes::P() const {
  return FisherExactGreater(std::ssize(baseline), baseline_launches, std::ssize(candidate), candidate_launches);
}

std::string BrokenName(Broken broken) { return TextOf(kBroken, broken); }
Broken BrokenFromName(std::string_view name) { return FromText(kBroken, name, "reason why there are no times"); }
std::string DecidedByName(DecidedBy decided_by) { return TextOf(kDecidedBy, decided_by); }
DecidedBy DecidedByFromName(std::string_view name) { return FromText(kDecidedBy, name, "figure that decides"); }
std::string MethodName(TestMethod method) { return TextOf(kMethods, method); }
TestMethod MethodFromName(std::string_view name) { return FromText(kMethods, name, "method"); }

double SeriesComparison::TickRatio() const {
  return mpigauge::TickRatio(resolution_seconds, baseline_median, candidate_median);
}

std::set<std::string> SeriesOf(const Comparison& comparison) {
  std::set<std::string> names;
  for (const SeriesComparison& series : comparison.series) names.insert(series.name);
  return names;
}

std::size_t Comparison::Count(Verdict wanted) const {
  return static_cast<std::size_t>(
      std::count_if(series.begin(), series.end(), [&](const SeriesComparison& s) { return s.verdict == wanted; }));
}

std::size_t Comparison::CountWaived() const {
  return static_cast<std::size_t>(
      std::count_if(series.begin(), series.end(), [](const SeriesComparison& s) { return !s.waived.empty(); }));
}

}  // namespace mpigauge

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/opinion.h"

namespace mpigauge {

// The one place where a verdict arises: of a series and of a family from their opinions and waivers, of a comparison
// from all of them, from lost launches, from its processes and from what a change costs applications.

// The verdict that follows from opinions, and its reason.
struct Conclusion {
  Verdict verdict = Verdict::kInconclusive;  // without opinions, too
  DecidedBy decided_by = DecidedBy::kMedian;
  std::string reason = {};
  bool improved = false;
};

// The worst opinion decides, the first one of these where there are several; the others add their remarks to its
// reason: medians that fail and a tail that is worse give "+20.1% slower, tolerance 5%; 33% of observations take more
// than 1.50 us (baseline 0.1%)".
Conclusion Conclude(const std::vector<Opinion>& opinions);

// Concludes from the opinions of each series, family and control: verdict, reason and the figure that decided. A waived
// series passes, and its reason stays. Where controls got slower between the sides, slowdowns of up to three times as
// much are inconclusive, since a fail is about the library. Series and families are sorted, and SuiteVerdict() is the
// verdict of the whole.
void Conclude(Comparison& comparison);

// Fails first, then inconclusive ones, then passes, each from the slowest on; series without times before others.
void SortWorstFirst(std::vector<SeriesComparison>& all);
void SortWorstFirst(std::vector<FamilyComparison>& all);

// The opinion of the processes on a whole comparison, which no series has. It fails if a rank has more memory than the
// tolerance allows (memory.h), significantly: p is at most 1/924, as where of six launches a side all are larger. Equal
// libraries have that p once in 924 comparisons, and hardly ever together with such a difference. It is inconclusive if
// that is not significant, or if there is any doubt of clocks. Otherwise there is none.
std::optional<Opinion> OpinionOfProcesses(const Comparison& comparison);

// Whether a rank of the candidate has more memory than the tolerance allows, and than any run of the baseline.
bool MemoryLooksWorse(const Comparison& comparison);

// Fail if any series, any family, the lost launches, memory or an application fails, else inconclusive if any of them
// is, else pass. Where clocks cannot be believed, no series is compared, or the cost for applications was to count and
// is not known, nothing passes.
Verdict SuiteVerdict(const Comparison& comparison);

// The same without applications.
Verdict VerdictOfLaunches(const Comparison& comparison);

// Whether lost launches made the verdict worse than that of the series.
bool DecidedByLosses(const Comparison& comparison);

// Whether the opinion of the processes made the verdict worse than that of the series and of the lost launches.
bool DecidedByProcesses(const Comparison& comparison);

// Whether the impact on applications made the verdict worse than that of the launches.
bool DecidedByImpact(const Comparison& comparison);

// Whether the worst verdict of a series, a family, the lost launches, the processes or an application is that of the
// comparison: else nobody who counts them knows it. So it is where nothing could be compared.
bool IsExplained(const Comparison& comparison);

}  // namespace mpigauge

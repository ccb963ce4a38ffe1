#include "baselines/format/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/units.h"
#include "baselines/compare/impact.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

// The series of one group that are in the same state, by size.
struct Hits {
  const std::vector<SeriesComparison>& all;
  const SeriesGroup& group;
  std::vector<std::size_t> places;  // in `group.series`

  const SeriesComparison& at(std::size_t place) const { return all[group.series[place]]; }
};

Hits Select(const std::vector<SeriesComparison>& all, const SeriesGroup& group,
            bool (*choice)(const SeriesComparison&)) {
  Hits hits{all, group, {}};
  for (std::size_t place = 0; place < group.series.size(); ++place) {
    if (choice(hits.at(place))) hits.places.push_back(place);
  }
  return hits;
}

std::string SizeText(const SeriesComparison& series) { return FormatBytes(ParameterOr(series.parameters, "bytes", 0)); }

// "8 B to 1 MiB (8 of 8 sizes)"; empty for a case without sizes. "A to B" is said only of sizes without a gap.
std::string Sizes(const Hits& hits) {
  const auto& places = hits.places;
  if (ParameterOr(hits.at(places[0]).parameters, "bytes", -1) < 0) return "";
  std::string first = SizeText(hits.at(places.front()));
  if (hits.group.series.size() == 1) return first;
  const std::string share = fmt::format("{} of {} sizes", places.size(), hits.group.series.size());
  const std::string last = SizeText(hits.at(places.back()));
  if (places.size() == 1) return fmt::format("{} ({})", first, share);
  if (places.size() == 2) return fmt::format("{} and {} ({})", first, last, share);
  const bool whole = places.back() - places.front() + 1 == places.size();
  return whole ? fmt::format("{} to {} ({})", first, last, share)
               : fmt::format("{} between {} and {}", share, first, last);
}

std::string Where(const Hits& hits) {
  const std::string sizes = Sizes(hits);
  return sizes.empty() ? "" : " at " + sizes;
}

std::string Percent(double share) { return std::isfinite(share) ? fmt::format("{:.1f}%", share * 100) : "-"; }

std::size_t Slowest(const Hits& hits) {
  return *std::max_element(hits.places.begin(), hits.places.end(),
                           [&](auto a, auto b) { return hits.at(a).ratio < hits.at(b).ratio; });
}

std::size_t Fastest(const Hits& hits) {
  return *std::min_element(hits.places.begin(), hits.places.end(),
                           [&](auto a, auto b) { return hits.at(a).ratio < hits.at(b).ratio; });
}

// "got slower by 20.3% [17.1%, 23.9%] at 8 B". Of several sizes, the figures are those of one, which is named: "got
// slower at 8 B to 1 MiB (8 of 8 sizes), most at 64 B: by 20.3% [17.1%, 23.9%]".
std::string Moved(const char* how, const std::string& amount, std::size_t most, const Hits& hits) {
  if (hits.places.size() == 1) return fmt::format("{} by {}{}", how, amount, Where(hits));
  return fmt::format("{}{}, most at {}: by {}", how, Where(hits), SizeText(hits.at(most)), amount);
}

std::string Slowdown(const Hits& hits) {
  const std::size_t most = Slowest(hits);
  const SeriesComparison& worst = hits.at(most);
  return Moved("got slower",
               fmt::format("{} [{}, {}]", Percent(worst.ratio - 1), Percent(worst.low - 1), Percent(worst.high - 1)),
               most, hits);
}

// The interval of a speed-up is that of the slowdown, turned around: the smaller gain comes first.
std::string Speedup(const Hits& hits) {
  const std::size_t most = Fastest(hits);
  const SeriesComparison& best = hits.at(most);
  return Moved("got faster",
               fmt::format("{} [{}, {}]", Percent(1 - best.ratio), Percent(1 - best.high), Percent(1 - best.low)), most,
               hits);
}

bool HasWrongData(const SeriesComparison& series) { return series.broken == Broken::kWrongData; }
bool DoesNotWork(const SeriesComparison& series) { return series.broken == Broken::kDoesNotWork; }
bool HasNoTimes(const SeriesComparison& series) { return series.broken == Broken::kNoTimes; }
bool WasNotMeasured(const SeriesComparison& series) { return series.broken == Broken::kNotMeasured; }
bool IsByMedian(const SeriesComparison& series, Verdict verdict) {
  return series.verdict == verdict && series.HasTimes() && series.decided_by == DecidedBy::kMedian;
}
bool GotSlower(const SeriesComparison& series) { return IsByMedian(series, Verdict::kFail); }
bool IsOpen(const SeriesComparison& series) { return IsByMedian(series, Verdict::kInconclusive); }
bool IsByTail(const SeriesComparison& series, Verdict verdict) {
  return series.verdict == verdict && series.HasTimes() && series.decided_by == DecidedBy::kTail;
}
bool HasWorseTail(const SeriesComparison& series) { return IsByTail(series, Verdict::kFail); }
bool HasOpenTail(const SeriesComparison& series) { return IsByTail(series, Verdict::kInconclusive); }
bool IsByMean(const SeriesComparison& series, Verdict verdict) {
  return series.verdict == verdict && series.HasTimes() && series.decided_by == DecidedBy::kMean;
}
bool HasWorseMean(const SeriesComparison& series) { return IsByMean(series, Verdict::kFail); }
bool HasOpenMean(const SeriesComparison& series) { return IsByMean(series, Verdict::kInconclusive); }
bool IsByProcessor(const SeriesComparison& series, Verdict verdict) {
  return series.verdict == verdict && series.HasTimes() && series.decided_by == DecidedBy::kProcessor;
}
bool TakesMoreProcessor(const SeriesComparison& series) { return IsByProcessor(series, Verdict::kFail); }
bool MayTakeMoreProcessor(const SeriesComparison& series) { return IsByProcessor(series, Verdict::kInconclusive); }

// "got slower or gave wrong data"
std::string WhatHappened(const Comparison& comparison) {
  std::vector<const char*> words;
  const auto add = [&](bool (*is)(const SeriesComparison&), const char* word) {
    if (std::any_of(comparison.series.begin(), comparison.series.end(), is)) words.push_back(word);
  };
  add(GotSlower, "got slower");
  add(HasWorseTail, "got slower in its tail");
  add(HasWorseMean, "got slower in the mean");
  add(TakesMoreProcessor, "took more processor time");
  add(HasWrongData, "gave wrong data");
  add(DoesNotWork, "ended in errors");
  add(HasNoTimes, "gave no times");
  return fmt::format("{}", fmt::join(words, " or "));
}

}  // namespace

std::string VerdictSentence(const Comparison& comparison) {
  if (DecidedByImpact(comparison)) {
    Comparison alone = comparison;
    alone.impact.reset();
    alone.verdict = VerdictOfLaunches(alone);
    return VerdictSentence(alone) + " " + ImpactHeadline(*comparison.impact) + ".";
  }
  const std::size_t all = comparison.series.size();
  if (DecidedByLosses(comparison)) return comparison.losses.text + ".";
  if (DecidedByProcesses(comparison)) return OpinionOfProcesses(comparison)->reason + ".";
  switch (comparison.verdict) {
    case Verdict::kFail:
      if (comparison.Count(Verdict::kFail) == 0 && !comparison.families.empty()) {
        return fmt::format("None of {} series alone, but together: {}.", all, FamilyText(comparison.families.front()));
      }
      return fmt::format("{} {}: {} of {} series fail.", FailedCases(comparison), WhatHappened(comparison),
                         comparison.Count(Verdict::kFail), all);
    case Verdict::kPass:
      if (const std::size_t waived = comparison.CountWaived(); waived > 0) {
        return fmt::format("All {} series stayed within {}, but for {} that {} waived.", all,
                           TolerancePhrase("their", comparison), waived, waived == 1 ? "is" : "are");
      }
      return fmt::format("Nothing got slower: all {} series stayed within {}.", all,
                         TolerancePhrase("their", comparison));
    case Verdict::kInconclusive: break;
  }
  if (all == 0) return "No series could be compared.";
  const auto missing = std::count_if(comparison.series.begin(), comparison.series.end(), WasNotMeasured);
  if (missing > 0 && static_cast<std::size_t>(missing) == comparison.Count(Verdict::kInconclusive)) {
    return fmt::format("{} of {} series were not measured on both sides.", missing, all);
  }
  std::string open = OpenText(comparison);
  if (open.empty()) return "Nothing got slower, and the cost for applications is not known.";
  if (open.front() == 'f') open.front() = 'F';
  return open + " cannot be told apart from a slowdown; more launches decide.";
}

namespace {

// A kind of finding: which series are of it, and what is said of those of one group.
struct Kind {
  const char* name;
  bool (*has)(const SeriesComparison&);
  std::string (*sentence)(const Hits&);  // behind the label
  std::size_t (*most)(const Hits&);
};

std::string WithReason(const char* what, const Hits& hits) {
  return fmt::format("{}{}: {}.", what, Where(hits), hits.at(hits.places[0]).reason);
}

// "is inconclusive at 4 KiB and 1 MiB (2 of 2 sizes), most at 1 MiB: +1203% after 6+6 launches: ...".
std::string MayBeSlower(const Hits& hits) {
  const SeriesComparison& worst = hits.at(Slowest(hits));
  const std::string most = hits.places.size() > 1 ? ", most at " + SizeText(worst) : "";
  return fmt::format("is inconclusive{}{}: {}.", Where(hits), most, worst.reason);
}

std::size_t WorstTail(const Hits& hits) {
  const auto share = [&](std::size_t place) {
    const SeriesComparison& one = hits.at(place);
    return std::max(one.stretched.candidate_share, one.slow_launches.candidate_share);
  };
  return *std::max_element(hits.places.begin(), hits.places.end(), [&](auto a, auto b) { return share(a) < share(b); });
}

// "is slower in its tail at 8 B: fail (tail): 33% of observations take more than 1.2 ms (baseline 0.1%)."
std::string WithTail(const char* what, const Hits& hits) {
  return fmt::format("{} in its tail{}: {}.", what, Where(hits), ReasonText(hits.at(WorstTail(hits))));
}

std::size_t WorstMean(const Hits& hits) {
  return *std::max_element(hits.places.begin(), hits.places.end(),
                           [&](auto a, auto b) { return hits.at(a).mean.ratio < hits.at(b).mean.ratio; });
}

// "is slower in the mean at 8 B: fail (mean): calls take 8.20 us in the mean (baseline 0.385 us, ...".
std::string WithMean(const char* what, const Hits& hits) {
  return fmt::format("{} in the mean{}: {}.", what, Where(hits), ReasonText(hits.at(WorstMean(hits))));
}

std::size_t MostProcessor(const Hits& hits) {
  return *std::max_element(hits.places.begin(), hits.places.end(),
                           [&](auto a, auto b) { return hits.at(a).processor.ratio < hits.at(b).processor.ratio; });
}

// "takes more processor time at 8 B: fail (processor): calls take 2.00 us of processor time (baseline 1.00 us, ...".
std::string WithProcessor(const char* what, const Hits& hits) {
  return fmt::format("{} more processor time{}: {}.", what, Where(hits), ReasonText(hits.at(MostProcessor(hits))));
}

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kKinds = {
      {"fail", HasWrongData, [](const Hits& hits) { return WithReason("fails", hits); },
       [](const Hits& hits) { return hits.places[0]; }},
      {"fail", DoesNotWork, [](const Hits& hits) { return WithReason("fails", hits); },
       [](const Hits& hits) { return hits.places[0]; }},
      {"fail", HasNoTimes, [](const Hits& hits) { return WithReason("fails", hits); },
       [](const Hits& hits) { return hits.places[0]; }},
      {"fail", GotSlower, [](const Hits& hits) { return Slowdown(hits) + "."; }, Slowest},
      {"fail", HasWorseTail, [](const Hits& hits) { return WithTail("is slower", hits); }, WorstTail},
      {"fail", HasWorseMean, [](const Hits& hits) { return WithMean("is slower", hits); }, WorstMean},
      {"fail", TakesMoreProcessor, [](const Hits& hits) { return WithProcessor("takes", hits); }, MostProcessor},
      {"inconclusive", WasNotMeasured, [](const Hits& hits) { return WithReason("is inconclusive", hits); },
       [](const Hits& hits) { return hits.places[0]; }},
      {"inconclusive", IsOpen, MayBeSlower, Slowest},
      {"inconclusive", HasOpenTail, [](const Hits& hits) { return WithTail("may be slower", hits); }, WorstTail},
      {"inconclusive", HasOpenMean, [](const Hits& hits) { return WithMean("may be slower", hits); }, WorstMean},
      {"inconclusive", MayTakeMoreProcessor, [](const Hits& hits) { return WithProcessor("may take", hits); },
       MostProcessor},
      {"waived", [](const SeriesComparison& one) { return !one.waived.empty(); },
       [](const Hits& hits) { return fmt::format("{}, waived {}.", Slowdown(hits), hits.at(hits.places[0]).waived); },
       Slowest},
      {"faster", [](const SeriesComparison& one) { return one.improved; },
       [](const Hits& hits) { return Speedup(hits) + "."; }, Fastest},
  };
  return kKinds;
}

Finding FindingOf(const Kind& kind, const Hits& hits) {
  Finding finding;
  finding.kind = kind.name;
  finding.name = hits.group.name;
  finding.sizes = Sizes(hits);
  finding.text = hits.group.label + " " + kind.sentence(hits);
  for (const std::size_t place : hits.places) finding.series.push_back(hits.group.series[place]);
  finding.most = hits.group.series[kind.most(hits)];
  finding.broken = hits.at(hits.places[0]).broken;
  finding.decided_by = hits.at(hits.places[0]).decided_by;
  return finding;
}

// The least and the largest ratio of its series.
std::pair<double, double> Ratios(const Comparison& comparison, const Finding& finding) {
  const auto ratio = [&](std::size_t place) { return comparison.series[place].ratio; };
  const auto [low, high] = std::minmax_element(finding.series.begin(), finding.series.end(),
                                               [&](auto a, auto b) { return ratio(a) < ratio(b); });
  return {ratio(*low), ratio(*high)};
}

}  // namespace

std::vector<Finding> Findings(const Comparison& comparison, const std::vector<SeriesGroup>& groups) {
  std::vector<Finding> findings;
  for (const Kind& kind : Kinds()) {
    for (const SeriesGroup& group : groups) {
      const Hits hits = Select(comparison.series, group, kind.has);
      if (!hits.places.empty()) findings.push_back(FindingOf(kind, hits));
    }
  }
  return findings;
}

std::vector<Finding> Findings(const Comparison& comparison) {
  return Findings(comparison, GroupBySize(comparison.series));
}

std::string ChangeText(const Comparison& comparison, const Finding& finding) {
  if (finding.broken != Broken::kNo) return "-";
  const SeriesComparison& most = comparison.series[finding.most];
  const std::string change = FormatChange(most.ratio);
  return finding.series.size() == 1 ? change : change + " at " + SizeText(most);
}

Json FindingsJson(const Comparison& comparison) {
  Json findings = Json::array();
  for (const Finding& finding : Findings(comparison)) {
    const SeriesComparison& most = comparison.series[finding.most];
    const auto [low, high] = Ratios(comparison, finding);
    const bool has_times = finding.broken == Broken::kNo;
    const std::int64_t ranks = ParameterOr(most.parameters, "ranks", -1);
    Json names = Json::array();
    for (const std::size_t place : finding.series) names.push_back(comparison.series[place].name);
    findings.push_back({{"kind", finding.kind},
                        {"decided_by", DecidedByName(finding.decided_by)},
                        {"name", finding.name},
                        {"sizes", finding.sizes},
                        {"ranks", ranks < 0 ? Json(nullptr) : Json(ranks)},
                        {"series", names},
                        {"low_ratio", has_times ? Json(low) : Json(nullptr)},
                        {"high_ratio", has_times ? Json(high) : Json(nullptr)},
                        {"text", finding.text}});
  }
  return findings;
}

}  // namespace mpigauge

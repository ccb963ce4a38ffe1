#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/format/phrases.h"
#include "stats/interval.h"

namespace mpigauge {
namespace {

constexpr double kSpreadConfidence = 0.95;

// The half width of the interval of the median over the launches, as a share of it: "+- 2%"; "+- inf" where there are
// too few launches for one.
std::string Spread(std::vector<double> launches, double median) {
  std::sort(launches.begin(), launches.end());
  const auto interval = MedianInterval(launches, kSpreadConfidence);
  if (!interval || !(median > 0)) return "+- inf";
  const double farther = std::max(interval->high - median, median - interval->low);
  return fmt::format("+- {:.0f}%", 100 * farther / median);
}

// The number of launches that such an interval needs.
std::size_t LaunchesForSpread() {
  std::size_t launches = 1;
  while (!QuantileRanks(launches, 0.5, kSpreadConfidence)) ++launches;
  return launches;
}

// Explains "+- inf"; empty if each side of each series has enough launches.
std::string NoteOnSpread(const std::vector<const SeriesComparison*>& all) {
  const std::size_t needed = LaunchesForSpread();
  const bool too_few = std::any_of(all.begin(), all.end(), [&](const SeriesComparison* one) {
    return one->HasTimes() && std::min(one->baseline_seconds.size(), one->candidate_seconds.size()) < needed;
  });
  if (!too_few) return "";
  return fmt::format("note: +- inf: an interval of the median at {:.0f}% needs {} launches\n", 100 * kSpreadConfidence,
                     needed);
}

// Whether the median is proved to have moved, either way; what the tail says is not in this column.
bool IsProved(const SeriesComparison& one, double alpha) {
  return (one.verdict == Verdict::kFail && one.decided_by == DecidedBy::kMedian) || one.improved ||
         one.p_adjusted <= alpha || one.p_faster_adjusted <= alpha;
}

std::string Proof(const SeriesComparison& one) {
  const double p = one.ratio < 1 ? std::min(one.p_adjusted, one.p_faster_adjusted) : one.p_adjusted;
  const std::string verdict = VerdictWord(one);  // what was waived, or fails by its tail, is not seen in the change
  return fmt::format("(p={} n={}){}", PText(p), LaunchesText(one), verdict == "pass" ? "" : " " + verdict);
}

// The geometric means of both sides' medians, over the series that have a time on both.
struct GeometricMean {
  double baseline_log = 0;
  double candidate_log = 0;
  std::size_t count = 0;
  std::size_t without = 0;

  void Add(const SeriesComparison& one) {
    if (!one.HasTimes() || !(one.baseline_median > 0) || !(one.candidate_median > 0)) {
      ++without;
      return;
    }
    baseline_log += std::log(one.baseline_median);
    candidate_log += std::log(one.candidate_median);
    ++count;
  }

  void AddRow(const std::string& name, Table& table) const {
    const std::string left_out = without > 0 ? fmt::format("({} without times)", without) : "";
    if (count == 0) return table.AddRow({name, "-", "", "-", "", "-", left_out}, Table::Color::kDim);
    const auto n = static_cast<double>(count);
    table.AddRow({name, FormatSeconds(std::exp(baseline_log / n)), "", FormatSeconds(std::exp(candidate_log / n)), "",
                  FormatChange(std::exp((candidate_log - baseline_log) / n)), left_out},
                 Table::Color::kDim);
  }
};

void AddSeriesRow(const SeriesComparison& one, double alpha, Table& table) {
  if (!one.HasTimes()) {
    return table.AddRow({one.name, "-", "", "-", "", VerdictWord(one), BrokenName(one.broken)}, ColorOf(one));
  }
  table.AddRow({one.name, FormatSeconds(one.baseline_median), Spread(one.baseline_seconds, one.baseline_median),
                FormatSeconds(one.candidate_median), Spread(one.candidate_seconds, one.candidate_median),
                IsProved(one, alpha) ? FormatChange(one.ratio) : "~", Proof(one)},
               ColorOf(one));
}

}  // namespace

std::string BenchstatText(const Comparison& comparison, const FormatOptions& options) {
  std::vector<const SeriesComparison*> order;
  for (const SeriesComparison& one : comparison.series) order.push_back(&one);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return std::tie(a->family, a->case_name, a->parameters) < std::tie(b->family, b->case_name, b->parameters);
  });
  Table table({{"series", Table::Align::kLeft},
               {"baseline"},
               {"", Table::Align::kLeft},
               {"candidate"},
               {"", Table::Align::kLeft},
               {"vs base"},
               {"", Table::Align::kLeft}});
  GeometricMean all;
  for (std::size_t i = 0; i < order.size();) {
    const std::string& family = order[i]->family;
    GeometricMean of_family;
    for (; i < order.size() && order[i]->family == family; ++i) {
      AddSeriesRow(*order[i], comparison.alpha, table);
      of_family.Add(*order[i]);
      all.Add(*order[i]);
    }
    of_family.AddRow("geomean " + family, table);
  }
  all.AddRow("geomean", table);
  std::string text =
      fmt::format("baseline {}, candidate {}; by {}; ~: no change of the median is proved\n",
                  TerminalEscaped(comparison.baseline), TerminalEscaped(comparison.candidate), MethodText(comparison));
  text += table.Text(options.colors) + NoteOnSpread(order);
  for (const std::string& remark : Remarks(comparison)) text += "note: " + TerminalEscaped(remark) + "\n";
  return text + TerminalEscaped(Headline(comparison)) + "\n";
}

}  // namespace mpigauge

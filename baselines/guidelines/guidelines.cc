#include "baselines/guidelines/guidelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/samples.h"
#include "baselines/format/phrases.h"
#include "stats/hodges_lehmann.h"
#include "stats/holm.h"
#include "stats/slower.h"

namespace mpigauge {
namespace {

struct Figure {
  double seconds = 0;
  double resolution_seconds = 0;  // what the timer cannot tell
};

using Medians = std::map<std::string, Figure>;  // of one launch, by series

Medians MediansOf(const LaunchRecord& launch) {
  Medians medians;
  for (const SeriesRecord& series : launch.series) {
    if (!series.fault && series.summary.count > 0 && series.summary.median > 0) {
      medians[series.name] = {series.summary.median, series.ResolutionSeconds()};
    }
  }
  return medians;
}

// One of each name, from whichever launch has it.
std::vector<SeriesRecord> AllSeries(const Side& run) {
  std::map<std::string, SeriesRecord> by_name;
  for (const LaunchRecord& launch : run.launches) {
    for (const SeriesRecord& series : launch.series) by_name.emplace(series.name, series);
  }
  std::vector<SeriesRecord> all;
  for (auto& [name, series] : by_name) all.push_back(std::move(series));
  return all;
}

std::optional<Figure> SumOf(const std::vector<Claim::Part>& parts, const Medians& medians) {
  Figure sum;
  for (const Claim::Part& part : parts) {
    const auto found = medians.find(part.series);
    if (found == medians.end()) return std::nullopt;
    sum.seconds += part.times * found->second.seconds;
    sum.resolution_seconds += part.times * found->second.resolution_seconds;
  }
  return sum;
}

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

std::optional<GuidelineCheck> Check(const Claim& claim, const std::vector<Medians>& launches,
                                    const CompareSettings& settings,
                                    std::map<std::size_t, RankSumDistribution>& distributions) {
  GuidelineCheck check;
  std::vector<double> left, right, left_logs, right_logs, resolutions;
  for (const Medians& medians : launches) {
    const auto mine = SumOf({{1, claim.left}}, medians);
    const auto others = SumOf(claim.right, medians);
    if (!mine || !others) continue;
    left.push_back(mine->seconds);
    right.push_back(others->seconds);
    left_logs.push_back(std::log(mine->seconds));
    right_logs.push_back(std::log(others->seconds));
    check.left_over_right_logs.push_back(left_logs.back() - right_logs.back());
    resolutions.push_back(std::max(mine->resolution_seconds, others->resolution_seconds));
  }
  if (left.empty()) return std::nullopt;
  check.claim = claim;
  check.launches = left.size();
  check.left_seconds = MedianOf(left);
  check.right_seconds = MedianOf(right);
  check.tolerance = settings.tolerance.Of(claim.left);
  check.p = SlowerAtAnySpread(right_logs, left_logs);
  const auto& distribution = distributions.try_emplace(left.size(), left.size(), left.size()).first->second;
  check.tick_ratio = TickRatio(MedianOf(resolutions), check.left_seconds, check.right_seconds);
  ShiftInterval shift = HodgesLehmann(right_logs, left_logs, settings.confidence, distribution);
  WidenToTick(std::log(check.tick_ratio), shift);
  check.factor = std::exp(shift.estimate);
  check.low = std::exp(shift.low);
  check.high = std::exp(shift.high);
  return check;
}

void DecideAll(std::vector<GuidelineCheck>& checks, double alpha) {
  std::vector<double> p_values;
  for (const GuidelineCheck& check : checks) p_values.push_back(check.p);
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    checks[i].p_adjusted = adjusted[i];
    checks[i].broken = adjusted[i] <= alpha && checks[i].factor > (1 + checks[i].tolerance) * checks[i].tick_ratio;
  }
  std::stable_sort(checks.begin(), checks.end(), [](const GuidelineCheck& a, const GuidelineCheck& b) {
    return std::pair(!a.broken, -a.factor) < std::pair(!b.broken, -b.factor);
  });
}

// The smallest p that two samples of these sizes can have, for all claims together.
double LeastAdjusted(std::size_t launches, std::size_t claims) {
  return static_cast<double>(claims) * RankSumDistribution(launches, launches).LowerTail(0);
}

void NoteTooFewLaunches(std::size_t launches, GuidelineReport& report) {
  const std::size_t claims = report.checks.size();
  if (LeastAdjusted(launches, claims) <= report.alpha) return;
  std::size_t enough = launches;
  while (LeastAdjusted(enough, claims) > report.alpha) ++enough;
  report.decidable = false;
  report.notes.push_back(
      fmt::format("{} launches cannot prove one of {} claims broken; {} can (--launches), or a --filter", launches,
                  claims, enough));
}

}  // namespace

std::size_t GuidelineReport::Broken() const {
  return static_cast<std::size_t>(
      std::count_if(checks.begin(), checks.end(), [](const GuidelineCheck& check) { return check.broken; }));
}

GuidelineReport CheckGuidelines(const Side& run, const CompareSettings& settings) {
  GuidelineReport report;
  report.run = run.label;
  report.alpha = settings.alpha;
  std::vector<Medians> launches;
  for (const LaunchRecord& launch : run.launches) launches.push_back(MediansOf(launch));
  std::map<std::size_t, RankSumDistribution> distributions;
  for (const Claim& claim : ClaimsOn(AllSeries(run))) {
    if (auto check = Check(claim, launches, settings, distributions)) report.checks.push_back(std::move(*check));
  }
  if (report.checks.empty()) {
    throw UsageError("{}: has no two series that a guideline speaks of; `mpigauge run --suite standard` measures them",
                     run.label);
  }
  DecideAll(report.checks, settings.alpha);
  NoteTooFewLaunches(launches.size(), report);
  return report;
}

namespace {

// JSON has no NaN: a number that does not exist is null.
Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string Headline(const GuidelineReport& report) {
  const std::size_t all = report.checks.size();
  if (report.Broken() == 0 && !report.decidable) return fmt::format("NOT DECIDED: too few launches for {} claims", all);
  if (report.Broken() == 0) return fmt::format("HOLDS: none of {} claims is broken", all);
  const GuidelineCheck& worst = report.checks.front();
  return fmt::format("BROKEN: {} of {} claims; worst: {} against {}: {}", report.Broken(), all, worst.claim.left,
                     worst.claim.RightText(), FormatChange(worst.factor));
}

}  // namespace

std::string GuidelinesText(const GuidelineReport& report, bool colors, bool all) {
  Table table({{"guideline", Table::Align::kLeft},
               {"series", Table::Align::kLeft},
               {"takes"},
               {"longer than", Table::Align::kLeft},
               {"takes"},
               {"by"},
               {"interval"},
               {"p"},
               {"launches"}});
  for (const GuidelineCheck& check : report.checks) {
    if (!check.broken && !all) continue;
    table.AddRow({check.claim.guideline, check.claim.left, FormatSeconds(check.left_seconds), check.claim.RightText(),
                  FormatSeconds(check.right_seconds), FormatChange(check.factor),
                  fmt::format("[{}, {}]", FormatChange(check.low), FormatChange(check.high)), PText(check.p_adjusted),
                  std::to_string(check.launches)},
                 check.broken ? Table::Color::kRed : Table::Color::kNone);
  }
  std::string text = "run " + report.run + "\n";
  if (report.Broken() > 0 || all) text += table.Text(colors);
  for (const std::string& note : report.notes) text += "note: " + note + "\n";
  return text + Headline(report) + "\n";
}

Json ToJson(const GuidelineReport& report) {
  Json checks = Json::array();
  for (const GuidelineCheck& check : report.checks) {
    Json right = Json::array();
    for (const Claim::Part& part : check.claim.right) right.push_back({{"times", part.times}, {"series", part.series}});
    checks.push_back({{"guideline", check.claim.guideline},
                      {"broken", check.broken},
                      {"left", check.claim.left},
                      {"right", right},
                      {"left_seconds", check.left_seconds},
                      {"right_seconds", check.right_seconds},
                      {"factor", Number(check.factor)},
                      {"low", Number(check.low)},
                      {"high", Number(check.high)},
                      {"p", check.p},
                      {"p_adjusted", check.p_adjusted},
                      {"tolerance", check.tolerance},
                      {"launches", check.launches}});
  }
  return {{"run", report.run},         {"alpha", report.alpha}, {"checked", report.checks.size()},
          {"broken", report.Broken()}, {"notes", report.notes}, {"checks", checks}};
}

}  // namespace mpigauge

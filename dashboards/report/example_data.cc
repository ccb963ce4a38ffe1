// Made-up data for the page's other sections, beside the comparison.
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "dashboards/data/view.h"
#include "dashboards/report/examples.h"

namespace mpigauge {
namespace {

constexpr int kRuns = 40;
constexpr int kStep = 28;         // the run from which on the series that fail are slower
constexpr int kBaselineRuns = 8;  // the newest before the step

// Between 0 and 1, the same in each run of the test.
double Uniform(std::mt19937& generator) {
  return static_cast<double>(generator()) / static_cast<double>(std::mt19937::max());
}

Json Runs(const std::string& mark) {
  Json runs = Json::array();
  for (int i = 0; i < kRuns; ++i) {
    const std::string day = std::to_string(10 + i % 20);
    runs.push_back({{"run_id", "run-" + std::to_string(i) + mark},
                    {"library", (i < kStep ? "Open MPI 4.1.4" : "Open MPI 4.1.5") + mark},
                    {"started_at", (i < 20 ? "2026-09-" : "2026-10-") + day + "T03:00:00Z"}});
  }
  return runs;
}

// To four digits: times have no more, and a file of many series is half as long.
double Rounded(double seconds) {
  const double power = std::pow(10, 3 - std::floor(std::log10(seconds)));
  return std::round(seconds * power) / power;
}

// If there are more than a thousand series, those that passed have the comparison alone.
bool IsTold(const SeriesComparison& series, const Comparison& comparison) {
  return series.HasTimes() && (comparison.series.size() <= 1000 || series.verdict != Verdict::kPass);
}

Json SeriesHistoryOf(const SeriesComparison& series, std::mt19937& generator) {
  Json history = {{"run", Json::array()}};
  const bool steps = series.verdict == Verdict::kFail && series.HasTimes();
  for (int i = 0; i < kRuns; ++i) {
    if (i % 13 == 7) continue;  // a run without this series
    const double median =
        series.baseline_median * (1 + 0.02 * Uniform(generator)) * (steps && i >= kStep ? series.ratio : 1);
    history["run"].push_back(i);
    history["median_seconds"].push_back(Rounded(median));
    history["low_seconds"].push_back(Rounded(median * 0.98));
    history["high_seconds"].push_back(Rounded(median * 1.03));
    history["launches"].push_back(10);
  }
  return history;
}

// The members of a failing case change together; one drift is nobody's.
Json ChangesOf(const Comparison& comparison, const std::string& mark) {
  Json changes = Json::array();
  for (const SeriesComparison& series : comparison.series) {
    if (series.verdict != Verdict::kFail || !series.HasTimes()) continue;
    if (!changes.empty() && changes.back().at("case") == series.case_name) {
      changes.back()["series"].push_back(series.name);
      continue;
    }
    changes.push_back({{"case", series.case_name},
                       {"series", {series.name}},
                       {"run", kStep},
                       {"run_before", kStep - 1},
                       {"ratio", series.ratio},
                       {"kind", "step"},
                       {"cause", "library"},
                       {"sizes", "8 B to 1 MiB" + mark},
                       {"p_value", 0.005},
                       {"environment", {"mpi_library_version" + mark}}});
  }
  return changes;
}

Json HistoryOf(const Comparison& comparison, const std::string& mark) {
  std::mt19937 generator(3);
  Json history = {{"runs", Runs(mark)}, {"series", Json::object()}, {"changes", ChangesOf(comparison, mark)}};
  for (const SeriesComparison& series : comparison.series) {
    if (IsTold(series, comparison)) history["series"][series.name] = SeriesHistoryOf(series, generator);
  }
  for (int i = kStep - kBaselineRuns; i < kStep; ++i) history["baseline_runs"].push_back(i);
  history["fewest_runs"] = 6;
  return history;
}

// Quantiles of observations with a tail: a few take five times as long.
Json QuantilesOf(const std::vector<double>& launches, std::mt19937& generator) {
  static constexpr std::array kFactors = {0.93, 0.94, 0.95, 0.96, 0.98, 1.0, 1.03, 1.06, 1.1, 1.4, 1.5, 5.0};
  Json all = Json::array();
  for (const double median : launches) {
    Json quantiles = Json::array();
    const double tail = 1 + 0.1 * Uniform(generator);
    for (const double factor : kFactors) quantiles.push_back(Rounded(median * (factor > 1 ? factor * tail : factor)));
    all.push_back(quantiles);
  }
  return all;
}

Json ObservationsOf(const Comparison& comparison) {
  std::mt19937 generator(4);
  Json series = Json::object();
  for (const SeriesComparison& one : comparison.series) {
    if (!IsTold(one, comparison)) continue;
    series[one.name] = {{"baseline", QuantilesOf(one.baseline_seconds, generator)},
                        {"candidate", QuantilesOf(one.candidate_seconds, generator)}};
  }
  return {{"probabilities", {0, .01, .05, .1, .25, .5, .75, .9, .95, .99, .995, 1}}, {"series", series}};
}

Json EnvironmentOf(const Comparison& comparison, const std::string& mark) {
  Json same = {{"cpu_model" + mark, "AMD EPYC 7763" + mark}, {"ranks", "2"}, {"binding", "core"}, {"hosts", "node1"}};
  for (int i = 0; i < 20; ++i) same["OMPI_MCA_variable_" + std::to_string(i)] = std::to_string(i);
  Json environment = {{"baseline", same}, {"candidate", same}};
  environment["candidate"]["only_here"] = "1";
  for (const Difference& one : comparison.context_differences) {
    environment["baseline"][one.field] = one.baseline;
    environment["candidate"][one.field] = one.candidate;
  }
  return environment;
}

Json ShareOf(int count, int of) {
  return {{"count", count}, {"of", of}, {"share", 1.0 * count / of}, {"low", 0}, {"high", 0.116}};
}

Json RuleOf(const std::string& name, int false_gates, int found) {
  return {{"rule", name},
          {"false_series", ShareOf(false_gates, 1500)},
          {"false_gates", ShareOf(false_gates, 30)},
          {"mean_launches_of_equal_series", 12.5},
          {"slowdowns",
           {{{"slowdown", 0.05}, {"found", ShareOf(found, 40)}}, {{"slowdown", 0.1}, {"found", ShareOf(40, 40)}}}}};
}

Json CalibrationOf(const std::string& mark) {
  return {{"made_at", "2026-11-21T18:00:00Z"},
          {"function", "MPI_Allreduce" + mark},
          {"alpha", 0.05},
          {"equal_gates", 30},
          {"slowed_gates", 5},
          {"promise", "kept"},
          {"rules", {RuleOf("the gate" + mark, 0, 39), RuleOf("mean of one launch and 10%", 12, 8)}}};
}

}  // namespace

Json ExampleData(const std::string& kind) {
  const Comparison comparison = ExampleComparison(kind);
  ComparisonView view{comparison, "gate 3f2a9c01 of 2026-11-20 16:05 UTC"};
  if (kind == "empty" || kind == "pass") return ToJson(view);
  const std::string mark = kind == "hostile" ? "</script><script>alert(4)</script>" : "";
  AddSimulated(kind, mark, view);
  Json data = ToJson(view);
  data["history"] = HistoryOf(comparison, mark);
  data["observations"] = ObservationsOf(comparison);
  if (kind == "extreme") {  // a clock that saw no time at all
    data["observations"]["series"]["barrier/ranks:2"]["baseline"][0][0] = 0;
    data["history"]["series"]["barrier/ranks:2"]["median_seconds"][0] = 0;
  }
  data["environment"] = EnvironmentOf(comparison, mark);
  data["calibration"] = CalibrationOf(mark);
  data["commands"] = {{"comparison", "mpigauge compare release nightly --all" + mark},
                      {"impact", "mpigauge gates 3f2a9c01 --format json"},
                      {"timeline", "mpigauge gates 3f2a9c01 --format json"},
                      {"network", "mpigauge network compare release nightly"},
                      {"observations", "mpigauge export --records release"},
                      {"history", "mpigauge changes"},
                      {"environment", "mpigauge show nightly --format json"},
                      {"calibration", "mpigauge calibrate --format json"}};
  return data;
}

}  // namespace mpigauge

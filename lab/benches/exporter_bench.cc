// Measures the cost of a scrape: exporter-bench FILE SERIES BASELINES makes a store of SERIES series in each of
// BASELINES gates where there is none yet, and prints the median of eleven scrapes beside that of reading the same
// gates alone.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "baselines/compare/comparison_json.h"
#include "dashboards/metrics/collector.h"
#include "dashboards/metrics/deliver.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

constexpr int kLaunches = 10;
constexpr int kRepetitions = 11;

SeriesComparison ExampleComparison(int number, std::mt19937_64& random) {
  std::lognormal_distribution<double> noise(0, 0.02);
  SeriesComparison series;
  series.case_name = fmt::format("case{}", number / 20);
  series.parameters = {{"bytes", std::int64_t{1} << (number % 20)}, {"ranks", 2}};
  series.name = SeriesName(series.case_name, series.parameters);
  series.family = "collective";
  for (int i = 0; i < kLaunches; ++i) {
    series.baseline_seconds.push_back(1e-6 * noise(random));
    series.candidate_seconds.push_back(1e-6 * noise(random));
  }
  series.baseline_median = series.baseline_seconds[0];
  series.candidate_median = series.candidate_seconds[0];
  series.ratio = series.candidate_median / series.baseline_median;
  series.low = series.ratio * 0.98;
  series.high = series.ratio * 1.02;
  series.tolerance = 0.05;
  series.detectable_ratio = 1.03;
  series.verdict = Verdict::kPass;
  return series;
}

void Fill(const std::string& file, int series, int baselines) {
  std::mt19937_64 random(1);
  Store store = Store::Open(file, Store::Access::kWrite);
  store.runs().Add({"run", "library", "2026-11-21T12:00:00Z", RunStatus::kComplete, Json::object()});
  store.runs().AddLaunch(ExampleLaunch("run", 0, {{"allreduce/bytes:8/ranks:2", 1e-6}}));
  for (int one = 0; one < baselines; ++one) {
    Comparison comparison;
    comparison.alpha = 0.05;
    comparison.verdict = Verdict::kPass;
    for (int i = 0; i < series; ++i) comparison.series.push_back(ExampleComparison(i, random));
    const std::string name = fmt::format("library{}", one);
    store.baselines().Set(name, {"run"}, "");
    store.gates().Add({"gate" + name, "2026-11-21T12:00:00Z", "run", name, "pass", ToJson(comparison)});
  }
}

template <typename Action>
double MedianSeconds(Action action) {
  std::vector<double> seconds;
  for (int i = 0; i < kRepetitions; ++i) {
    const std::clock_t begin = std::clock();  // of the processor: others use the machine too
    action();
    seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[kRepetitions / 2];
}

void Measure(const std::string& file) {
  std::string text;
  const auto read = [&] {
    Store store = Store::Open(file, Store::Access::kRead);
    for (const GateResult& gate : store.gates().Summaries()) store.gates().Find(gate.gate_id);
  };
  MetricCollector collector(file);
  const auto collect = [&] { collector.Collect(); };
  const auto scrape = [&] { text = MetricsText(collector.Collect()); };
  const double reading = MedianSeconds(read);
  const double collecting = MedianSeconds(collect);
  const double scraping = MedianSeconds(scrape);
  const auto lines = std::count_if(text.begin(), text.end(), [](char letter) { return letter == '\n'; });
  fmt::print(
      "of the processor: reading the gates {:.3f} s, collecting {:.3f} s, the whole scrape {:.3f} s; {} lines, {:.1f} "
      "MB\n",
      reading, collecting, scraping, lines, static_cast<double>(text.size()) * 1e-6);
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: exporter-bench FILE SERIES BASELINES\n", stderr);
    return 4;
  }
  if (!std::filesystem::exists(argv[1])) mpigauge::Fill(argv[1], std::stoi(argv[2]), std::stoi(argv[3]));
  mpigauge::Measure(argv[1]);
  return 0;
}

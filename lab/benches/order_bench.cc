// In what order should launches of two libraries follow each other? Recorded launches of one library, in the order of
// time, are dealt to two sides in each order, over windows of 20 that slide: what is found between the sides is false.
// Its figures are in docs/results/2026-11-21-blocks-controls-order.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "base/error.h"
#include "base/table.h"
#include "baselines/store/store.h"
#include "baselines/verdict/rank_sum_table.h"
#include "lab/simulation/simulated_gate.h"
#include "stats/hodges_lehmann.h"
#include "stats/moments.h"
#include "stats/signed_rank.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLaunches = 10;  // of a side

using Values = std::vector<double>;

// Log medians of each series that every launch has, in the order of time; without controls.
std::vector<Values> RecordedSeries(const std::string& store_name, const std::string& reference) {
  Store store = Store::Open(store_name, Store::Access::kRead);
  std::vector<LaunchRecord> launches =
      store.runs().Launches(store.runs().Find(reference).run_id, LaunchDetail::kSummaries);
  std::erase_if(launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
  std::stable_sort(launches.begin(), launches.end(),
                   [](const auto& a, const auto& b) { return a.launch_index < b.launch_index; });
  std::map<std::string, Values> by_name;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      const bool counts = series.family != "control" && series.family != "self-test";
      if (counts && series.summary.median > 0) by_name[series.name].push_back(std::log(series.summary.median));
    }
  }
  std::vector<Values> all;
  for (auto& [name, values] : by_name) {
    if (values.size() == launches.size() && values.size() >= 2 * kLaunches) all.push_back(std::move(values));
  }
  if (all.empty()) {
    throw UsageError("run {}: {} complete launches, {} are needed", reference, launches.size(), 2 * kLaunches);
  }
  return all;
}

struct Figures {
  double windows = 0;
  double rank_sum = 0;  // called slower or faster at 2.5% each
  double signed_rank = 0;
  Moments shift;
};

// One window of one series, dealt to two sides.
void Judge(const Values& window, const std::vector<bool>& sides, RankSumTable& table, const RankSumDistribution& ranks,
           Figures& figures) {
  Values side[2];
  for (std::size_t i = 0; i < window.size(); ++i) side[sides[i]].push_back(window[i]);
  Values differences;
  Values negated;
  for (std::size_t i = 0; i < side[0].size(); ++i) {
    differences.push_back(side[1][i] - side[0][i]);
    negated.push_back(-differences.back());
  }
  constexpr double kLevel = 0.025;
  figures.rank_sum += std::min(table.Slower(side[0], side[1]), table.Slower(side[1], side[0])) <= kLevel;
  figures.signed_rank += std::min(SignedRankPositive(differences), SignedRankPositive(negated)) <= kLevel;
  figures.shift.Add(HodgesLehmann(side[0], side[1], 0.95, ranks).estimate);
  ++figures.windows;
}

Figures Deal(const std::vector<Values>& all, LaunchOrder order, int draws, std::uint64_t seed) {
  Random random(seed);
  RankSumTable table;
  const RankSumDistribution ranks(kLaunches, kLaunches);
  Figures figures;
  for (const Values& series : all) {
    for (std::size_t first = 0; first + 2 * kLaunches <= series.size(); ++first) {
      const auto begin = series.begin() + static_cast<std::ptrdiff_t>(first);
      const Values window(begin, begin + static_cast<std::ptrdiff_t>(2 * kLaunches));
      for (int draw = 0; draw < (order == LaunchOrder::kRandomPairs ? draws : 1); ++draw) {
        Judge(window, SidesInOrder(order, static_cast<int>(kLaunches), random), table, ranks, figures);
      }
    }
  }
  return figures;
}

int Print(const std::string& store, const std::string& run, int draws, std::uint64_t seed) {
  const std::vector<Values> all = RecordedSeries(store, run);
  std::cout << fmt::format("{} launches, {} series, 10 launches a side in windows that slide; both sides 2.5%\n\n",
                           all[0].size(), all.size());
  Table table({{"order", Table::Align::kLeft},
               {"false alarms, rank-sum"},
               {"false alarms, signed-rank"},
               {"sd of the shift"},
               {"mean shift"}});
  for (const char* name : {"alternating", "abba", "random"}) {
    const Figures figures = Deal(all, ParseLaunchOrder(name), draws, seed);
    table.AddRow({name, fmt::format("{:.2f}%", 100 * figures.rank_sum / figures.windows),
                  fmt::format("{:.2f}%", 100 * figures.signed_rank / figures.windows),
                  fmt::format("{:.3f}%", 100 * figures.shift.StandardDeviation()),
                  fmt::format("{:+.3f}%", 100 * figures.shift.mean())});
  }
  std::cout << table.Markdown();
  return 0;
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  std::string store;
  std::string run;
  int draws = 20;
  std::uint64_t seed = 1;
  CLI::App app("The order of launches side by side, from recorded launches of one library");
  app.add_option("store", store, "A store")->required();
  app.add_option("run", run, "A run of at least 20 launches, better 200")->required();
  app.add_option("--draws", draws, "Random orders for each window")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    return mpigauge::Print(store, run, draws, seed);
  } catch (const mpigauge::Error& error) {
    std::cerr << "order-bench: " << error.what() << '\n';
    return static_cast<int>(error.code());
  }
}

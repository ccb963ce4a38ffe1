// Shows the effect of adjusting for controls: level, power and the ratio, where the machine is slower for some launches
// and the controls see it, and where the controls vary by themselves. Its figures are in
// docs/results/2026-11-21-blocks-controls-order.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>

#include "base/table.h"
#include "lab/simulation/random.h"
#include "stats/covariate_rank_sum.h"

namespace mpigauge {
namespace {

using Sample = std::vector<WithCovariate>;

constexpr std::size_t kLaunches = 10;  // of a side
constexpr double kDeviation = 0.02;    // of a series from launch to launch
constexpr double kMachine = 0.03;      // by which the machine is slower, for series and controls alike
constexpr double kSlowdown = 0.03;     // of the library

struct Scenario {
  const char* name;
  double control_deviation;
  // The chance that the machine is slower in a launch.
  double slower_baseline;
  double slower_candidate;
};

constexpr Scenario kScenarios[] = {
    {"nothing moves, controls vary by 0.5% by themselves", 0.005, 0, 0},
    {"nothing moves, controls vary by 2% by themselves", 0.02, 0, 0},
    {"machine 3% slower in half of the launches", 0.005, 0.5, 0.5},
    {"machine 3% slower in 20% of one side, 80% of the other", 0.005, 0.2, 0.8},
    {"machine 3% slower in the candidate's launches alone", 0.005, 0, 1},
};

Sample Draw(const Scenario& scenario, double slower, double slowdown, Random& random) {
  Sample sample;
  for (std::size_t i = 0; i < kLaunches; ++i) {
    const double machine = random.Uniform() < slower ? kMachine : 0;
    sample.push_back(
        {machine + slowdown + kDeviation * random.Normal(), machine + scenario.control_deviation * random.Normal()});
  }
  return sample;
}

std::vector<double> Residuals(const Sample& sample, double slope) {
  std::vector<double> residuals;
  for (const WithCovariate& one : sample) residuals.push_back(one.value - slope * one.covariate);
  return residuals;
}

// The slope within the sides, as textbook analysis of covariance has it.
double SlopeWithin(const Sample& baseline, const Sample& candidate) {
  double products = 0;
  double squares = 0;
  for (const Sample* sample : {&baseline, &candidate}) {
    double x = 0;
    double y = 0;
    for (const WithCovariate& one : *sample) {
      x += one.covariate / kLaunches;
      y += one.value / kLaunches;
    }
    for (const WithCovariate& one : *sample) {
      products += (one.covariate - x) * (one.value - y);
      squares += (one.covariate - x) * (one.covariate - x);
    }
  }
  return products / squares;
}

struct Figures {
  double false_alarms = 0;
  double found = 0;
  double ratio = 0;  // mean, of equal libraries
};

struct Rows {
  Figures raw;
  Figures adjusted;
  Figures within;
};

Rows Simulate(const Scenario& scenario, int times, std::uint64_t seed) {
  constexpr double kLevel = 0.025;
  const RankSumDistribution distribution(kLaunches, kLaunches);
  Random random(seed);
  Rows rows;
  const double share = 1.0 / times;
  for (int i = 0; i < times; ++i) {
    for (const double slowdown : {0.0, kSlowdown}) {
      const Sample before = Draw(scenario, scenario.slower_baseline, 0, random);
      const Sample after = Draw(scenario, scenario.slower_candidate, slowdown, random);
      const double slope = SlopeWithin(before, after);
      const CovariateRankSum adjusted = RankSumWithCovariate(before, after, 0.95, distribution);
      const auto count = [&](double p, Figures& figures) {
        (slowdown == 0 ? figures.false_alarms : figures.found) += p <= kLevel ? share : 0;
      };
      count(RankSumSlower(Residuals(before, 0), Residuals(after, 0)), rows.raw);
      count(RankSumSlower(Residuals(before, slope), Residuals(after, slope)), rows.within);
      count(adjusted.p_larger, rows.adjusted);
      if (slowdown > 0) continue;
      rows.adjusted.ratio += adjusted.shift.estimate * share;
      rows.raw.ratio += HodgesLehmann(Residuals(before, 0), Residuals(after, 0), 0.95, distribution).estimate * share;
      rows.within.ratio +=
          HodgesLehmann(Residuals(before, slope), Residuals(after, slope), 0.95, distribution).estimate * share;
    }
  }
  return rows;
}

std::string Text(const Figures& figures) {
  return fmt::format("{:.2f}% / {:.1f}% / {:+.2f}%", figures.false_alarms * 100, figures.found * 100,
                     std::expm1(figures.ratio) * 100);
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  int times = 20000;
  std::uint64_t seed = 1;
  CLI::App app("Adjusting for controls, simulated");
  app.add_option("--times", times)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  using mpigauge::Table;
  Table table({{"10 launches a side of 2%", Table::Align::kLeft}, {"rank sum"}, {"adjusted"}, {"slope within sides"}});
  for (const auto& scenario : mpigauge::kScenarios) {
    const auto rows = mpigauge::Simulate(scenario, times, seed);
    table.AddRow({scenario.name, mpigauge::Text(rows.raw), mpigauge::Text(rows.adjusted), mpigauge::Text(rows.within)});
  }
  std::cout << "flagged at 2.5% where equal / where 3% slower / mean change where equal\n\n" << table.Markdown();
}

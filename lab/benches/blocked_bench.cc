// Compares tests of launches that came in blocks, one of each side in random order: level, power and coverage on
// simulated machines. Its figures are in docs/results/2026-11-21-blocks-controls-order.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <iostream>
#include <numeric>

#include "base/table.h"
#include "baselines/verdict/rank_sum_table.h"
#include "lab/simulation/simulated_gate.h"
#include "stats/hodges_lehmann.h"
#include "stats/moments.h"
#include "stats/signed_rank.h"

namespace mpigauge {
namespace {

using Values = std::vector<double>;

Values Differences(const Values& baseline, const Values& candidate) {
  Values differences;
  for (std::size_t i = 0; i < baseline.size(); ++i) differences.push_back(candidate[i] - baseline[i]);
  return differences;
}

double RankSum(const Values& baseline, const Values& candidate) {
  static RankSumTable table;
  return table.Slower(baseline, candidate);
}

double SignedRank(const Values& baseline, const Values& candidate) {
  return SignedRankPositive(Differences(baseline, candidate));
}

// Hodges and Lehmann's (1962) aligned ranks, permuted within blocks. With blocks of two, the candidate's aligned value
// is half the difference and the baseline's its negative, so that a positive difference of rank r scores r - 1/2.
double AlignedRank(const Values& baseline, const Values& candidate) {
  Values differences = Differences(baseline, candidate);
  std::sort(differences.begin(), differences.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  std::vector<double> chance(differences.size() * differences.size() + 1, 0.0);
  chance[0] = 1;
  std::size_t positive = 0;
  for (std::size_t r = 1; r <= differences.size(); ++r) {
    const std::size_t score = 2 * r - 1;
    if (differences[r - 1] > 0) positive += score;
    for (std::size_t sum = chance.size(); sum-- > 0;) {
      chance[sum] = 0.5 * (chance[sum] + (sum >= score ? chance[sum - score] : 0.0));
    }
  }
  return std::accumulate(chance.begin() + static_cast<std::ptrdiff_t>(positive), chance.end(), 0.0);
}

double PairedT(const Values& baseline, const Values& candidate) {
  Moments moments;
  for (const double d : Differences(baseline, candidate)) moments.Add(d);
  const auto n = static_cast<double>(moments.count());
  const boost::math::students_t student(n - 1);
  return cdf(complement(student, moments.mean() / (moments.StandardDeviation() / std::sqrt(n))));
}

struct Rule {
  const char* name;
  double (*p)(const Values& baseline, const Values& candidate);
};

constexpr Rule kRules[] = {
    {"rank-sum", RankSum}, {"signed-rank", SignedRank}, {"aligned-rank", AlignedRank}, {"paired t", PairedT}};

struct Sides {
  Values baseline;
  Values candidate;
};

// One side by side campaign of one series, in blocks.
Sides Campaign(SimulatedMachine& machine, int launches, double slowdown) {
  const std::vector<std::size_t> series = {0};
  machine.StartJob();
  Sides sides;
  for (const bool candidate : SidesInOrder(LaunchOrder::kRandomPairs, launches, machine.random())) {
    const std::vector<double> slowed = {candidate ? slowdown : 0};
    (candidate ? sides.candidate : sides.baseline).push_back(machine.LaunchMedians(series, slowed)[0]);
  }
  return sides;
}

std::vector<NoiseModel> Models() {
  std::vector<NoiseModel> models = NoiseModels();
  NoiseModel fast = FindNoiseModel("drift");
  fast.name = "fast drift";
  fast.drift_per_launch = 0.01;
  models.push_back(fast);
  return models;
}

struct Settings {
  int launches = 10;
  int campaigns = 20000;
  double alpha = 0.025;
  double slowdown = 0.03;
  std::uint64_t seed = 1;
};

// The share of campaigns that each rule flags.
std::vector<double> FlaggedShares(const NoiseModel& model, const Settings& settings, double slowdown) {
  const LaunchPool pool(model, SeedOf(settings.seed, 0));
  SimulatedMachine machine(model, pool, 1, SeedOf(settings.seed, slowdown == 0 ? 1 : 2));
  std::vector<double> flagged(std::size(kRules), 0.0);
  for (int i = 0; i < settings.campaigns; ++i) {
    const Sides sides = Campaign(machine, settings.launches, std::log1p(slowdown));
    for (std::size_t rule = 0; rule < std::size(kRules); ++rule) {
      flagged[rule] += kRules[rule].p(sides.baseline, sides.candidate) <= settings.alpha;
    }
  }
  for (double& share : flagged) share /= settings.campaigns;
  return flagged;
}

// The widths of the two intervals of 95%, and how often the signed rank's covers.
std::string Intervals(const NoiseModel& model, const Settings& settings) {
  const LaunchPool pool(model, SeedOf(settings.seed, 0));
  SimulatedMachine machine(model, pool, 1, SeedOf(settings.seed, 3));
  const auto n = static_cast<std::size_t>(settings.launches);
  const SignedRankDistribution signed_ranks(n);
  const RankSumDistribution rank_sums(n, n);
  double covered[2] = {};
  double width[2] = {};
  for (int i = 0; i < settings.campaigns; ++i) {
    const Sides sides = Campaign(machine, settings.launches, 0);
    const ShiftInterval both[] = {HodgesLehmann(sides.baseline, sides.candidate, 0.95, rank_sums),
                                  SignedRankInterval(Differences(sides.baseline, sides.candidate), 0.95, signed_ranks)};
    for (std::size_t k = 0; k < 2; ++k) {
      covered[k] += both[k].low <= 0 && 0 <= both[k].high;
      width[k] += both[k].high - both[k].low;
    }
  }
  const double all = settings.campaigns;
  return fmt::format("{:.1f}% ({:.1f}%) / {:.1f}% ({:.1f}%)", 100 * covered[0] / all, 100 * width[0] / all,
                     100 * covered[1] / all, 100 * width[1] / all);
}

void Print(const Settings& settings) {
  std::vector<Table::Column> columns = {{"model", Table::Align::kLeft}};
  for (const Rule& rule : kRules) columns.push_back({rule.name});
  columns.push_back({"rank-sum / signed-rank interval covers (its width)"});
  Table table(columns);
  for (const NoiseModel& model : Models()) {
    const std::vector<double> level = FlaggedShares(model, settings, 0);
    const std::vector<double> power = FlaggedShares(model, settings, settings.slowdown);
    std::vector<std::string> cells = {model.name};
    for (std::size_t rule = 0; rule < std::size(kRules); ++rule) {
      cells.push_back(fmt::format("{:.2f}% / {:.1f}%", level[rule] * 100, power[rule] * 100));
    }
    cells.push_back(Intervals(model, settings));
    table.AddRow(cells);
  }
  std::cout << fmt::format(
                   "{} launches a side, {} campaigns, one-sided level {:.3g}%; flagged where equal / where {:.3g}% "
                   "slower\n\n",
                   settings.launches, settings.campaigns, settings.alpha * 100, settings.slowdown * 100)
            << table.Markdown();
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::Settings settings;
  CLI::App app("Tests of launches in blocks, on simulated machines");
  app.add_option("--launches", settings.launches, "Of a side")->capture_default_str();
  app.add_option("--campaigns", settings.campaigns)->capture_default_str();
  app.add_option("--alpha", settings.alpha, "One-sided level")->capture_default_str();
  app.add_option("--slowdown", settings.slowdown)->capture_default_str();
  app.add_option("--seed", settings.seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  mpigauge::Print(settings);
}

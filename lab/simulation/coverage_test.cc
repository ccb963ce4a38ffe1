// The interval of a comparison, and the prediction interval of stage 1, cover the truth as often as they state, on
// simulated machines: at least that, within four standard errors of the simulation, and the interval of a comparison no
// more often where launches are normal. Prints the table of docs/results/2026-11-21-simulated-verdicts.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "baselines/compare/method.h"
#include "baselines/verdict/screen.h"
#include "lab/simulation/simulated_gate.h"
#include "stats/proportions.h"

namespace mpigauge {
namespace {

constexpr std::size_t kSeries = 10;

std::vector<std::size_t> AllSeries() {
  std::vector<std::size_t> all(kSeries);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

double Error(const Share& share) { return std::sqrt(0.95 * 0.05 / static_cast<double>(share.of)); }

void Print(const std::string& interval, const std::string& model, std::size_t n, double level, const Share& share) {
  std::cout << fmt::format("| {:24} | {:10} | {:2} | {:5.1f}% | {:5.1f}% +- {:.1f} |\n", interval, model, n,
                           level * 100, share.value() * 100, Error(share) * 100);
}

// Launches of a suite, n a side, side by side in one job; no series is slower.
class Suites {
 public:
  explicit Suites(const NoiseModel& model) : pool_(model, 3), machine_(model, pool_, kSeries, 7) {}

  std::vector<PairedLaunches> Draw(std::size_t n) {
    std::vector<PairedLaunches> suite(kSeries);
    machine_.StartJob();
    for (const bool candidate : SidesInOrder(LaunchOrder::kRandomPairs, static_cast<int>(n), machine_.random())) {
      const auto launch = machine_.Launch(AllSeries(), {});
      for (std::size_t i = 0; i < kSeries; ++i) Add(launch[i], candidate, suite[i]);
    }
    return suite;
  }

 private:
  void Add(const SimulatedLaunch& launch, bool candidate, PairedLaunches& series) {
    auto& medians = candidate ? series.candidate : series.baseline;
    medians.push_back(launch.effect + pool_.At(launch.within).log_median);
  }

  LaunchPool pool_;
  SimulatedMachine machine_;
};

TEST(Coverage, HodgesLehmann) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const RankSumDistribution distribution(n, n);
    const double level = HodgesLehmann(std::vector<double>(n), std::vector<double>(n), 0.95, distribution).level;
    EXPECT_GE(level, n == 3 ? 0.9 - 1e-12 : 0.95);  // three a side allow no 95%
    EXPECT_LE(level, n == 3 ? 0.9 + 1e-12 : 0.97);
    for (const char* model : {"quiet", "typical", "noisy", "bad-launch", "job", "drift"}) {
      Suites suites(FindNoiseModel(model));
      Share covered;
      for (int i = 0; i < (n == 30 ? 500 : 2000); ++i) {
        for (const PairedLaunches& one : suites.Draw(n)) {
          const ShiftInterval shift = HodgesLehmann(one.baseline, one.candidate, 0.95, distribution);
          covered.Add(shift.low <= 0 && 0 <= shift.high);
        }
      }
      Print("Hodges-Lehmann", model, n, level, covered);
      EXPECT_GE(covered.value(), level - 4 * Error(covered)) << model << " " << n;
      const bool normal = std::string(model) != "bad-launch" && std::string(model) != "drift";
      if (normal) {
        EXPECT_LE(covered.value(), level + 4 * Error(covered)) << model << " " << n;
      }
    }
  }
}

// Stage 1: no more than 2% of new runs that are as the past ones are above the upper limit. Runs of six launches.
TEST(Coverage, UpperLimitOfTheScreen) {
  for (const char* name : {"typical", "noisy", "bad-launch", "job", "shared", "drift"}) {
    const NoiseModel& model = FindNoiseModel(name);
    for (const std::size_t n : {3, 5, 10, 30}) {
      const LaunchPool pool(model, 3);
      Share covered;
      for (int history = 0; history < 1500; ++history) {
        SimulatedMachine machine(model, pool, kSeries, SeedOf(11, static_cast<std::uint64_t>(history)));
        std::vector<std::vector<double>> runs(kSeries);
        for (std::size_t run = 0; run <= n; ++run) {
          machine.StartJob();
          std::vector<std::vector<double>> launches(kSeries);
          for (int launch = 0; launch < 6; ++launch) {
            const LaunchLogs medians = machine.LaunchMedians(AllSeries(), {});
            for (std::size_t i = 0; i < kSeries; ++i) launches[i].push_back(medians[i]);
          }
          for (std::size_t i = 0; i < kSeries; ++i) runs[i].push_back(RunValue(launches[i]));
        }
        for (const auto& values : runs) {
          covered.Add(ScreenNewRun(std::span(values).first(n), values.back(), 0.05, {0.02, 3, 30}).upper >= 0);
        }
      }
      Print("screen, one-sided", name, n, 0.98, covered);
      // Series of one run share their luck in one model: fewer independent samples than there are.
      const double error = std::sqrt(0.98 * 0.02 / static_cast<double>(covered.of)) * (model.shared_job > 0 ? 3 : 1);
      EXPECT_GE(covered.value(), 0.98 - 4 * error) << name << " " << n;
    }
  }
}

}  // namespace
}  // namespace mpigauge

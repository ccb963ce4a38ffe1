// Every interval of a comparison, and the prediction interval of stage 1, covers the truth as often as it states, on
// simulated machines: at least that, within four standard errors of the simulation, and where launches are normal and
// the statistic is continuous at most 2 points more. Prints the table of
// docs/results/2026-11-21-simulated-verdicts.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "baselines/methods/methods.h"
#include "baselines/verdict/screen.h"
#include "lab/simulation/simulated_gate.h"
#include "stats/proportions.h"

namespace mpigauge {
namespace {

constexpr std::size_t kSeries = 10;  // the fewest from which moderated-t learns

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

// Some of a launch's observations: enough to see what resampling them does.
std::vector<double> Observations(const SimulatedLaunch& launch, const LaunchPool& pool, std::size_t count) {
  std::vector<double> some;
  const auto all = pool.Observations(launch.within);
  for (std::size_t i = 0; i < count; ++i) some.push_back(launch.effect + all[(2 * i + 1) * all.size() / (2 * count)]);
  return some;
}

double Median(const std::vector<double>& ascending) {
  const std::size_t n = ascending.size();
  return (ascending[(n - 1) / 2] + ascending[n / 2]) / 2;
}

// Launches of a suite, n a side, side by side in one job; no series is slower.
class Suites {
 public:
  Suites(const NoiseModel& model, std::size_t observations)
      : pool_(model, 3), machine_(model, pool_, kSeries, 7), observations_(observations) {}

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
    if (observations_ == 0) {
      medians.push_back(launch.effect + pool_.At(launch.within).log_median);
      return;
    }
    auto& all = candidate ? series.candidate_observations : series.baseline_observations;
    all.push_back(Observations(launch, pool_, observations_));
    medians.push_back(Median(all.back()));
  }

  LaunchPool pool_;
  SimulatedMachine machine_;
  std::size_t observations_;
};

using Judge = std::function<std::vector<ShiftInterval>(const std::vector<PairedLaunches>&)>;

struct Bounds {
  bool continuous = true;  // ranks have few levels, and say which they have
  std::size_t observations = 0;
  int suites = 2000;
};

void ExpectCoverage(const std::string& name, const Bounds& bounds, const Judge& judge) {
  for (const char* model : {"quiet", "typical", "noisy", "bad-launch", "job", "drift"}) {
    for (const std::size_t n : {3, 5, 10, 30}) {
      Suites suites(FindNoiseModel(model), bounds.observations);
      Share covered;
      double level = 0;
      for (int i = 0; i < (n == 30 ? bounds.suites / 4 : bounds.suites); ++i) {
        for (const ShiftInterval& shift : judge(suites.Draw(n))) {
          covered.Add(shift.low <= 0 && 0 <= shift.high);
          level = shift.level;
        }
      }
      Print(name, model, n, level, covered);
      const bool normal = std::string(model) != "bad-launch" && std::string(model) != "drift";
      EXPECT_GE(covered.value(), level - 4 * Error(covered)) << name << " " << model << " " << n;
      if (!normal) continue;
      const double most = level + 4 * Error(covered) + (bounds.continuous ? 0.02 : 0);
      EXPECT_LE(covered.value(), most) << name << " " << model << " " << n;
    }
  }
}

std::vector<ShiftInterval> Shifts(const char* method, const std::vector<PairedLaunches>& suite) {
  std::vector<std::string> notes;
  std::vector<ShiftInterval> shifts;
  for (const Judgement& one : FindCompareMethod(method).judge(suite, 0.95, notes)) shifts.push_back(one.shift);
  return shifts;
}

TEST(Coverage, HodgesLehmann) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const RankSumDistribution distribution(n, n);
    const double level = HodgesLehmann(std::vector<double>(n), std::vector<double>(n), 0.95, distribution).level;
    EXPECT_GE(level, n == 3 ? 0.9 - 1e-12 : 0.95);  // three a side allow no 95%
    EXPECT_LE(level, n == 3 ? 0.9 + 1e-12 : 0.97);
  }
  ExpectCoverage("Hodges-Lehmann", {.continuous = false}, [](const auto& suite) {
    const RankSumDistribution distribution(suite[0].baseline.size(), suite[0].candidate.size());
    std::vector<ShiftInterval> shifts;
    for (const auto& one : suite) shifts.push_back(HodgesLehmann(one.baseline, one.candidate, 0.95, distribution));
    return shifts;
  });
}

TEST(Coverage, Welch) {
  ExpectCoverage("welch", {}, [](const auto& suite) { return Shifts("welch", suite); });
}

TEST(Coverage, ModeratedT) {
  ExpectCoverage("moderated-t, 10 series", {}, [](const auto& suite) { return Shifts("moderated-t", suite); });
}

// The resamples cost time: a tenth of the samples, a tenth of the resamples and 5 observations a launch.
TEST(Coverage, Bootstrap) {
  ExpectCoverage("bootstrap", {.observations = 5, .suites = 200}, [](const auto& suite) {
    std::vector<ShiftInterval> shifts;
    for (const auto& one : suite) {
      const HierarchicalBootstrap bootstrap(one.baseline_observations, one.candidate_observations, 199, 1);
      const Interval interval = bootstrap.At(0.95).value();
      shifts.push_back({bootstrap.estimate(), interval.low, interval.high, 0.95});
    }
    return shifts;
  });
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
          covered.Add(Screen(std::span(values).first(n), values.back(), 0.05, {0.02, 3, 30}).upper >= 0);
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

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "baselines/compare/turn_alignment.h"
#include "baselines/verdict/suite_decision.h"
#include "ci/gate/suite.h"
#include "record/record.h"

// Gates over drawn launches that took turns: their own alignment and decision, without a store.

namespace mpigauge {

inline constexpr int kSeries = 12;
inline constexpr int kOneCircle = 1000;  // all launches of a look in one: 6, 2, 2, 4 and 6 of each side

// A machine that changes from pass to pass, and launches that differ. All are standard deviations of logarithms.
struct ChangingMachine {
  double circle = 0.3;   // from circle to circle
  double pass = 0.2;     // from pass to pass
  double launch = 0.02;  // what belongs to a launch
  double noise = 0.03;   // of one launch's pass
  int passes = 10;
  // Operations that take one of two times: the slower one takes longer by `mode`, and a launch has a share of them that
  // lies anywhere between these two.
  double mode = 0;
  std::pair<double, double> baseline_share = {0, 0.9};
  std::pair<double, double> candidate_share = {0, 0.9};
  int with_modes = 0;  // so many series, the first ones
  int operations = 1;  // of a pass
  double bad = 0;      // by which the very first launch of each side is slower, in all of its passes
};

struct DrawnSides {
  std::vector<LaunchRecord> baseline;
  std::vector<LaunchRecord> candidate;
};

// The launches of a gate on such a machine.
class DrawnLaunches {
 public:
  DrawnLaunches(const ChangingMachine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {
    for (int i = 0; i < kSeries; ++i) suite_.push_back({"series " + std::to_string(i), 0.05, {}, {}});
  }

  const std::vector<SuiteSeries>& suite() const { return suite_; }

  // Draws this number of launches of each side, in circles of at most `most` of each. The candidate's first series is
  // slower by this logarithm.
  DrawnSides Draw(int launches, int most, double slower) {
    DrawnSides sides;
    for (int left = launches; left > 0; left -= most) {
      Circle circle = DrawCircle(std::min(left, most), slower);
      std::move(circle.sides[0].begin(), circle.sides[0].end(), std::back_inserter(sides.baseline));
      std::move(circle.sides[1].begin(), circle.sides[1].end(), std::back_inserter(sides.candidate));
    }
    return sides;
  }

 private:
  struct Circle {
    std::vector<LaunchRecord> sides[2];
  };

  Circle DrawCircle(int launches, double slower) {
    const bool first = circles_ == 0;
    const std::string name = std::to_string(circles_++);
    Circle circle;
    for (auto& side : circle.sides) {
      side.resize(static_cast<std::size_t>(launches));
      for (LaunchRecord& launch : side) launch.settings["circle"] = name;
    }
    for (int i = 0; i < kSeries; ++i) {
      std::vector<double> machine(static_cast<std::size_t>(machine_.passes), machine_.circle * Normal());
      for (double& pass : machine) pass += machine_.pass * Normal();
      for (int side = 0; side < 2; ++side) {
        for (LaunchRecord& launch : circle.sides[side]) {
          const auto [least, most] = side == 1 ? machine_.candidate_share : machine_.baseline_share;
          const double share = least + (most - least) * uniform_(random_);
          const double bad = first && &launch == &circle.sides[side].front() ? machine_.bad : 0;
          AddSeries(i, machine, bad + (side == 1 && i == 0 ? slower : 0), share, launch);
        }
      }
    }
    return circle;
  }

  double Normal() { return normal_(random_); }

  void AddSeries(int i, const std::vector<double>& machine, double slower, double share, LaunchRecord& launch) {
    SeriesRecord& series = launch.series.emplace_back();
    series.name = suite_[static_cast<std::size_t>(i)].name;
    const double own = slower + machine_.launch * Normal();
    for (const double pass : machine) {
      Pass& made = series.passes.emplace_back();
      for (int k = 0; k < machine_.operations; ++k) {
        const double mode = i < machine_.with_modes && uniform_(random_) < share ? machine_.mode : 0;
        made.observations_seconds.push_back(1e-6 * std::exp(own + pass + mode + machine_.noise * Normal()));
      }
      made.local_seconds = made.observations_seconds;
    }
    Summarize(series);
  }

  ChangingMachine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  std::vector<SuiteSeries> suite_;
  int circles_ = 0;
};

struct GateCounts {
  int pass = 0;
  int fail = 0;
  int inconclusive = 0;
};

struct DrawnGate {
  ChangingMachine machine = {};
  double slower = 0;
  int most = kOneCircle;  // launches of each side in a circle
  bool aligned = true;
  bool floors = true;
  bool pooled = false;  // as if no launch had taken turns
};

// The launches of series that are settled are made without them.
inline void KeepOnly(const std::vector<std::string>& names, std::vector<LaunchRecord>& launches) {
  for (LaunchRecord& launch : launches) {
    std::erase_if(launch.series, [&](const SeriesRecord& series) {
      return std::find(names.begin(), names.end(), series.name) == names.end();
    });
  }
}

// Plays a gate. `all`, where it is given, gets its launches as the gate keeps them: aligned.
inline Decision Play(const DrawnGate& of, std::uint64_t seed, const SuiteSettings& settings,
                     const std::shared_ptr<DecisionTables>& tables, DrawnSides* all = nullptr) {
  DrawnLaunches drawn(of.machine, seed);
  SuiteDecision decision(drawn.suite(), settings, tables);
  TurnAlignment alignment;
  for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
    DrawnSides sides = drawn.Draw(request.launches_a_side, of.most, of.slower);
    const auto names = NamesOf(drawn.suite(), request.series);
    KeepOnly(names, sides.baseline);
    KeepOnly(names, sides.candidate);
    if (of.aligned) alignment.Align(sides.baseline, sides.candidate);
    decision.Add(LogsOf(sides.baseline, names), LogsOf(sides.candidate, names),
                 of.pooled ? Circles{} : CirclesOf(sides.baseline, sides.candidate),
                 of.floors ? FloorsOf(sides.baseline, sides.candidate, names) : Floors{});
    if (all == nullptr) continue;
    std::move(sides.baseline.begin(), sides.baseline.end(), std::back_inserter(all->baseline));
    std::move(sides.candidate.begin(), sides.candidate.end(), std::back_inserter(all->candidate));
  }
  return decision.OutcomeOfMedians();
}

inline GateCounts Gates(int gates, const DrawnGate& of) {
  const SuiteSettings settings;
  const auto tables = std::make_shared<DecisionTables>(settings);
  GateCounts counts;
  for (int gate = 0; gate < gates; ++gate) {
    const Decision verdict = Play(of, static_cast<std::uint64_t>(gate) + 1, settings, tables);
    ++(verdict == Decision::kPass ? counts.pass : verdict == Decision::kFail ? counts.fail : counts.inconclusive);
  }
  return counts;
}

}  // namespace mpigauge

#pragma once

#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <string>

#include "baselines/compare/compare.h"
#include "record/testing.h"

namespace mpigauge {

inline const std::string kAllreduce = "allreduce/bytes:8/ranks:2";
inline const std::string kBcast = "bcast/bytes:8/ranks:2";
inline const std::string kSpin = "spin/operations:1000";

// Launches with a launch effect of standard deviation `sd`; `factors` multiply the series.
inline Side MakeSide(const std::string& label, int launches, double sd, std::mt19937& random,
                     const std::map<std::string, double>& factors) {
  std::normal_distribution<double> effect(0, sd);
  Side side{label, {}};
  for (int i = 0; i < launches; ++i) {
    std::map<std::string, double> medians;
    for (const auto& [name, factor] : factors) medians[name] = 1e-6 * factor * std::exp(effect(random));
    side.launches.push_back(ExampleLaunch(label, i, medians));
  }
  return side;
}

inline const SeriesComparison& Find(const Comparison& comparison, const std::string& name) {
  for (const auto& series : comparison.series) {
    if (series.name == name) return series;
  }
  throw std::runtime_error("no " + name);
}

}  // namespace mpigauge

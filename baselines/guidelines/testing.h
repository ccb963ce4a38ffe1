#pragma once

#include <cmath>
#include <map>
#include <random>
#include <string>

#include "baselines/compare/compare.h"
#include "record/testing.h"

namespace mpigauge {

// Launches with an effect of standard deviation `sd` of their own on every series, around these times.
inline Side MakeRun(int launches, double sd, std::mt19937& random, const std::map<std::string, double>& microseconds,
                    const std::string& label = "run") {
  std::normal_distribution<double> effect(0, sd);
  Side run{label, {}};
  for (int i = 0; i < launches; ++i) {
    std::map<std::string, double> medians;
    for (const auto& [name, time] : microseconds) medians[name] = 1e-6 * time * std::exp(effect(random));
    run.launches.push_back(ExampleLaunch(label, i, medians));
  }
  return run;
}

}  // namespace mpigauge

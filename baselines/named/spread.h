#pragma once

#include <map>
#include <string>
#include <vector>

#include "record/record.h"
#include "stats/moments.h"
#include "stats/variance_components.h"

namespace mpigauge {

// How much a series varies, and where: on the log scale, so that a standard deviation of 0.02 is 2%.
struct SeriesSpread {
  std::string name;
  std::string family;
  std::size_t runs = 0;
  std::size_t launches = 0;
  std::int64_t observations = 0;
  double median_seconds = 0;        // of the launches' medians
  double between_runs = 0;          // standard deviations; NaN where there is too little of it to know: one run,
  double between_launches = 0;      // one launch in every run,
  double between_observations = 0;  // one observation in every launch
};

// Takes runs one after the other and keeps three numbers of each launch of a series, so that what is held does not grow
// with the observations.
class SpreadCollector {
 public:
  // Complete launches of one run, with their observations. What harness and machine do to themselves (self-tests) and
  // series whose clocks went apart are left out, as in a comparison.
  void AddRun(const std::vector<LaunchRecord>& launches);

  // Estimates the spread of each series by the method of moments for nested groups (variance_components.h), by name; a
  // series that was measured in several ways, or whose case changed, comes once for each.
  std::vector<SeriesSpread> Series() const;

 private:
  struct Sample {
    std::string name;
    std::string family;
    std::vector<std::vector<Moments>> runs;  // [run][launch], of the logarithms
    std::vector<double> medians;
  };
  std::map<std::string, Sample> samples_;  // by name, version and method
};

// Over the series: the median of each deviation, of those that know it; NaN where none does. Controls are left out.
SeriesSpread MedianSpread(const std::vector<SeriesSpread>& all);

}  // namespace mpigauge

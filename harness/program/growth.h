#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/agree/control.h"
#include "harness/sizes/planner.h"
#include "harness/state/visit.h"

namespace mpigauge {

// The parameters that series grow over: their message size, or the number of ranks.
inline constexpr const char* kBytes = "bytes";
inline constexpr const char* kRanks = "ranks";

// The series of one case that differ in this parameter alone: their places in `series`, ascending by its value.
using SizeGroup = std::vector<std::size_t>;

// New message sizes, or numbers of ranks, between passes: rank 0 asks the planner what the figures so far call for, all
// ranks add the same series. Those that only a disturbed time called for are not visited any more once that is seen.
// Source: mpptest 3.2, 3.3 [MP3, MP4], SKaMPI 3.2 [SK11].
class Growth {
 public:
  // Over `parameter`, by the figure of `estimator`. `planner` may be nullptr: nothing grows. Of new series those whose
  // names match `among` are there.
  Growth(std::string parameter, const SizePlanner* planner, std::string estimator, std::string among)
      : parameter_(std::move(parameter)),
        planner_(planner),
        estimator_(std::move(estimator)),
        among_(std::move(among)) {}

  // Appends what is new and passes the filter, among the series whose names match. A series with `enough` visits counts
  // as settled. Collective.
  void Grow(const Control& control, int enough, std::vector<Series>& series);

 private:
  std::int64_t ValueOf(const Series& series) const { return ParameterOr(series.parameters, parameter_, 0); }
  bool Possible(const Case& benchmark_case, std::int64_t value) const;
  Curve CurveOf(const std::vector<Series>& series, const SizeGroup& group, int enough) const;
  std::vector<std::int64_t> Wanted(const std::vector<Series>& series, const SizeGroup& group, const Curve& curve) const;
  void Add(const SizeGroup& group, std::int64_t value, std::vector<Series>& series);

  std::string parameter_;
  const SizePlanner* planner_;
  std::string estimator_;
  std::string among_;
  std::set<std::string> refused_;  // names that the filter leaves out
};

// The series whose medians so far are anomalously high relative to the neighbouring sizes; decided by rank 0, the
// same on all ranks. Source: mpptest 3.3 [MP5]. Collective.
std::vector<std::size_t> Outstanding(const Control& control, const std::vector<Series>& series);

}  // namespace mpigauge

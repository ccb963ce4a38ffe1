#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace mpigauge {

// What is known of a series at one size: the time of the chosen estimator after so many visits. NaN where it
// cannot be measured.
struct SizeTime {
  double seconds = 0;
  int visits = 0;
};

// Time over size. A size is any whole number that a case is measured at: bytes, or ranks.
using Curve = std::map<std::int64_t, SizeTime>;

// Which sizes are measured. Pure logic: the answer depends on what it is told and on nothing else, so rank 0 can
// ask after each pass and tell the other ranks.
class SizePlanner {
 public:
  virtual ~SizePlanner() = default;

  // All sizes that the next passes should visit, ascending: those of `sofar` and new ones. The set only ever
  // grows, to a maximum that the planner was given. Before the first pass `sofar` is empty.
  virtual std::vector<std::int64_t> Sizes(const Curve& sofar) const = 0;

  // Of the sizes of `sofar` those that this would not ask for if it began anew with what is known now: earlier times,
  // disturbed, called for them.
  virtual std::set<std::int64_t> Needless(const Curve&) const { return {}; }

  // Whether results can bring new sizes.
  virtual bool adaptive() const { return true; }
};

}  // namespace mpigauge

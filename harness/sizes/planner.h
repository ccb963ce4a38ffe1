#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// The time of a series at one size, by the chosen estimator after this many visits. NaN if it cannot be measured.
struct SizeTime {
  double seconds = 0;
  int visits = 0;
};

// Time over size. A size is any whole number that a case is measured at: bytes, or ranks.
using Curve = std::map<std::int64_t, SizeTime>;

// A planner chooses the sizes that are measured. Pure logic: the answer depends on its arguments and on nothing else,
// so rank 0 can ask after each pass and tell the other ranks.
class SizePlanner {
 public:
  virtual ~SizePlanner() = default;

  // All sizes that the next passes should visit, ascending: those of `sofar` and new ones. The set only ever
  // grows, to a maximum that the planner was given. Before the first pass `sofar` is empty.
  virtual std::vector<std::int64_t> Sizes(const Curve& sofar) const = 0;

  // Returns those sizes of the curve that this planner would not ask for if it began anew with the present times:
  // earlier, disturbed times called for them.
  virtual std::set<std::int64_t> Needless(const Curve&) const { return {}; }

  // Whether results can bring new sizes.
  virtual bool adaptive() const { return true; }
};

// More sizes than this are a slip of the pen.
inline constexpr std::size_t kMostSizes = 10000;

// The same sizes whatever comes out: a list, or powers.
class FixedSizes : public SizePlanner {
 public:
  explicit FixedSizes(std::vector<std::int64_t> sizes);
  std::vector<std::int64_t> Sizes(const Curve& sofar) const override;
  bool adaptive() const override { return false; }

 private:
  std::vector<std::int64_t> sizes_;
};

// first, first * factor, ... up to `last`, in whole numbers. 0 comes before 1, since it has no multiples. At most
// kMostSizes of them and one.
std::vector<std::int64_t> Powers(std::int64_t first, std::int64_t last, double factor);

// The planner that a text asks for; the one place where a planner's name becomes a type:
//
//   8,64,512 or list:8,64,512       these sizes
//   powers:FIRST:LAST[:FACTOR]      by a factor of 2, or another one
//   bisection:FIRST:LAST[:KEY=...]  steps and bends found by halving [MP3]
//   skampi:FIRST:LAST[:KEY=...]     what interpolation would get most wrong first [SK11]
//
// KEY is threshold (5%), separation (`separation` unless said), max (100 sizes; skampi 40), settle (3 visits before
// a time is believed) or factor (of the start; bisection 4, skampi 2). Sizes have units: 64, 4K, 1MiB.
// Throws Error (usage) with `what` and the word that is wrong.
std::unique_ptr<SizePlanner> ParsePlanner(std::string_view text, std::string_view what, std::int64_t separation = 8);

}  // namespace mpigauge

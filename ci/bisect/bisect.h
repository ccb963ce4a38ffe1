#pragma once

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "ci/bisect/search.h"
#include "ci/bisect/state.h"

namespace mpigauge {

// A bisection reaches the world through this interface. Commits are numbered from the good end, 0, to the bad one.
class BisectWorld {
 public:
  virtual ~BisectWorld() = default;

  virtual std::size_t suspects() const = 0;
  virtual std::string hash(std::size_t commit) const = 0;
  // Builds those that were not built before. The first one is needed now, the others perhaps later.
  virtual void Build(const std::vector<std::size_t>& commits) = 0;
  virtual bool Built(std::size_t commit) const = 0;
  // The commits that cannot be measured, and why.
  virtual std::map<std::size_t, std::string> Failures() const = 0;
  // One pair of launches of the good commit and this one, side by side; nothing where it turns out that this one cannot
  // be measured (it is among the failures from then on).
  virtual std::optional<BisectPair> Measure(std::size_t commit) = 0;
};

struct BisectSettings {
  double error = 0.05;            // the chance to name the wrong commit
  std::size_t most_launches = 0;  // of both commits together
  int jobs = 1;                   // builds at once
  std::ostream* progress = nullptr;
  bool terminal = false;  // that is where `progress` goes
};

// Asks until something is found, the launches are spent, or the ends turn out not to differ: Next() of what is returned
// says which; kEnds and kAsk mean that the launches are spent. Goes on where `state` is. Throws Error (not measured)
// where an end cannot be measured.
BisectSearch Bisect(BisectWorld& world, BisectState& state, const BisectSettings& settings);

}  // namespace mpigauge

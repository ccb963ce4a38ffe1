#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/handover_range.h"
#include "record/record.h"
#include "simulator/fit/samples.h"
#include "simulator/network/model.h"
#include "simulator/replay/collective_costs.h"

namespace mpigauge {

// The medians over launches of the launches' medians, of every size and number of ranks.
CollectiveCosts CurvesOf(const std::vector<LaunchRecord>& launches);

// The costs of the messages and collectives of one library.
struct LibraryCosts {
  // The models by distance: "same-core-complex", "same-host", "other-host", or "ping-pong" if it is not known.
  std::map<std::string, NetworkModel> networks;
  CollectiveCosts collectives;
};

struct MeasuredCosts {
  std::string name;                     // of the run
  LibraryCosts costs;                   // of all launches
  std::vector<LibraryCosts> resampled;  // of launches drawn with replacement; none of a single launch
  std::int64_t launches = 0;
  std::vector<std::string> notes;
};

struct CostOptions {
  // "table": the medians over launches, see table_model.h. Or a kind of fitted model, see fit_network.h.
  std::string network = "table";
  std::size_t resamples = 200;
  std::uint64_t seed = 1;  // equal seeds give equal resamples
  Caches caches = Caches::kCold;
  // Only passes during which processors were so far apart count; the observations are needed for this.
  std::optional<HandoverRange> handover = {};
};

// Returns costs from the series of the family network, or from ping_pong if there are none; and from the curves of the
// collectives. Messages and collectives of a resample are of the same launches, as their times go up and down together.
// Launches need the counters of their passes. Throws Error (usage) where no times of messages were measured, saying
// what to run, and where the model is unknown or could not be fitted; `name` is that of the run.
MeasuredCosts CostsOf(const std::vector<LaunchRecord>& launches, const std::string& name,
                      const CostOptions& options = {});

}  // namespace mpigauge

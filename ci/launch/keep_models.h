#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "simulator/fit/network_fit.h"

namespace mpigauge {

// Models of the networks that these launches measured, one for each distance; of the ping-pong where they have no
// series of the network. A distance with too few sizes is left out.
std::vector<NetworkFit> FitNetworks(const std::vector<LaunchRecord>& launches);

// The models that are stored with a run; nothing where there are none, or where launches came after them.
std::optional<std::vector<NetworkFit>> KeptModels(Store& store, const std::string& run_id);

// Fits the models of a run that measured a network, and stores them with it. Does nothing for other runs; nor where
// they are there already, unless `refit`.
void KeepNetworkModels(Store& store, const std::string& run_id, bool refit = false);

// Keeps in the store what is derived of a run that is over: its medians, so that looking back is quick from the first
// time on, and the models of its network. Medians that cannot be kept are derived when they are asked for.
void KeepDerived(Store& store, const std::string& run_id);

}  // namespace mpigauge

#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "simulator/fit/network_fit.h"

namespace mpigauge {

// A fit as it is stored with its run (docs/methods/network.md). "model" of each is what NetworkModelFromJson() reads;
// "resampled" are the same numbers in short, to twelve digits.
Json ToJson(const NetworkFit& fit);

// Throws Error (usage) naming `what` and the value that is wrong.
NetworkFit NetworkFitFromJson(const Json& json, std::string_view what);

// A fitted model as a model file: {"kind": "loggps", ...}.
Json ModelFileOf(const FittedModel& model, const std::string& name);

// The JSON that is stored with a run: {"version": 1, "fits": [...]}, one fit for each distance.
Json NetworkFitsToJson(const std::vector<NetworkFit>& fits);
std::vector<NetworkFit> NetworkFitsFromJson(const Json& json, std::string_view what);

}  // namespace mpigauge

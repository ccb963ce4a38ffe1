#pragma once

#include <string_view>
#include <vector>

#include "record/record.h"
#include "simulator/fit/network_fit.h"

namespace mpigauge {

// The series that a model is fitted to, before "/bytes:": the family `network`, and where it has too few sizes the
// ping-pong of the other suites.
inline constexpr std::string_view kOneWayCase = "network_one_way";
inline constexpr std::string_view kSendOverheadCase = "network_send_overhead";
inline constexpr std::string_view kReceiveOverheadCase = "network_receive_overhead";
inline constexpr std::string_view kColdOneWayCase = "network_cold_one_way";
inline constexpr std::string_view kColdSendOverheadCase = "network_cold_send_overhead";
inline constexpr std::string_view kColdReceiveOverheadCase = "network_cold_receive_overhead";
inline constexpr std::string_view kGapCase = "network_gap";
inline constexpr std::string_view kUnmatchedSendCase = "network_unmatched_send";
inline constexpr std::string_view kPingPongCase = "ping_pong";

// The distance of samples of ping_pong, which does not know how far apart its ranks are.
inline constexpr std::string_view kUnknownDistance = "ping-pong";

// Whether messages are those of a program that computes between them, or come one after the other.
enum class Caches { kWarm, kCold };

// Returns the samples of networks that the launches have, by distance (parameter "distance": 0, 1, 2), nearest first.
// Values are medians, less what measuring nothing takes. Place i in each curve is launch i of `launches`. Of a single
// launch the passes stand where launches do. With fewer than five sizes of the network and more of ping_pong: from
// that, one way alone, as kUnknownDistance. Empty where there are no such series either. Where nothing was measured
// after computations, kCold is the same as kWarm.
std::vector<NetworkSamples> SamplesOf(const std::vector<LaunchRecord>& launches, Caches caches = Caches::kWarm);

// Whether a launch has messages in a row of the family, which models are fitted to.
bool HasNetworkSeries(const LaunchRecord& launch);

// "same-core-complex", "same-host", "other-host"; "distance-3" of a number that is not known here.
std::string DistanceName(std::int64_t distance);

}  // namespace mpigauge

#include "simulator/fit/samples.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <map>
#include <span>

#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr double kNoMedian = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kNoDistance = -1;

// One case at one distance: by size, a value for each replicate.
using Values = std::map<std::int64_t, std::vector<double>>;

struct Collected {
  std::map<std::string, Values, std::less<>> by_case;
  std::map<std::int64_t, bool> returned;              // by size: the send came back in all launches
  std::map<std::int64_t, std::vector<double>> found;  // by size: the largest one up to it that does, of each launch
};

bool IsWrong(const SeriesRecord& series) { return series.fault && series.fault->kind == FaultKind::kClocksApart; }

// The median of each pass, less the overhead.
std::vector<double> PassMedians(const SeriesRecord& series) {
  std::vector<double> medians;
  for (const Pass& pass : series.passes) {
    std::vector<double> sorted = pass.observations_seconds;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted.empty() ? kNoMedian : Quantile(sorted, 0.5) - series.overhead_seconds;
    medians.push_back(median > 0 ? median : kNoMedian);
  }
  return medians;
}

class Collector {
 public:
  explicit Collector(const std::vector<LaunchRecord>& launches) : launches_(launches), passes_(launches.size() == 1) {
    if (passes_) {
      for (const SeriesRecord& series : launches[0].series) replicates_ = std::max(replicates_, series.passes.size());
    } else {
      replicates_ = launches.size();
    }
  }

  std::map<std::int64_t, Collected> Collect(std::span<const std::string_view> cases) {
    for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
      for (const SeriesRecord& series : launches_[launch].series) {
        const bool wanted = std::find(cases.begin(), cases.end(), series.case_name) != cases.end();
        if (wanted && !IsWrong(series)) Add(series, launch);
      }
    }
    return std::move(by_distance_);
  }

 private:
  void Add(const SeriesRecord& series, std::size_t launch) {
    const std::int64_t bytes = ParameterOr(series.parameters, "bytes", -1);
    if (bytes < 0) return;
    Collected& collected = by_distance_[ParameterOr(series.parameters, "distance", kNoDistance)];
    if (series.case_name == kUnmatchedSendCase) {
      const auto counters = series.Counters();
      const auto returned = counters.find("returned");
      if (returned == counters.end()) return;
      const auto [place, added] = collected.returned.emplace(bytes, true);
      place->second = place->second && returned->second >= 0.5;
      const auto eager = counters.find("eager_bytes");
      if (eager != counters.end()) collected.found[bytes].push_back(eager->second);
      return;
    }
    auto& values = collected.by_case[series.case_name][bytes];
    values.resize(replicates_, kNoMedian);
    if (passes_) {
      const std::vector<double> medians = PassMedians(series);
      std::copy(medians.begin(), medians.end(), values.begin());
    } else if (series.summary.count > 0 && series.summary.median > 0) {
      values[launch] = series.summary.median;
    }
  }

  const std::vector<LaunchRecord>& launches_;
  bool passes_;
  std::size_t replicates_ = 0;
  std::map<std::int64_t, Collected> by_distance_;
};

// Returns the curve of the first of these cases that was measured.
MeasuredCurve CurveOf(const Collected& collected, std::initializer_list<std::string_view> cases) {
  MeasuredCurve curve;
  auto found = collected.by_case.end();
  for (const std::string_view one : cases) {
    found = collected.by_case.find(one);
    if (found != collected.by_case.end()) break;
  }
  if (found == collected.by_case.end()) return curve;
  for (const auto& [bytes, seconds] : found->second) {
    curve.bytes.push_back(bytes);
    curve.seconds.push_back(seconds);
  }
  return curve;
}

// Up to the first size that did not come back, and what was found between it and the one before.
void AddEagerness(const Collected& collected, NetworkSamples& samples) {
  for (const auto& [bytes, returned] : collected.returned) {
    if (!returned) {
      samples.smallest_rendezvous_bytes = bytes;
      break;
    }
    samples.largest_eager_bytes = bytes;
  }
  if (!samples.smallest_rendezvous_bytes) return;
  const auto found = collected.found.find(*samples.smallest_rendezvous_bytes);
  if (found == collected.found.end()) return;
  const auto largest = static_cast<std::int64_t>(Summarize(found->second).median);
  const bool between =
      largest >= samples.largest_eager_bytes.value_or(1) && largest < *samples.smallest_rendezvous_bytes;
  if (!between) return;  // 0: there is none so near
  samples.largest_eager_bytes = largest;
  samples.smallest_rendezvous_bytes = largest + 1;
}

std::vector<NetworkSamples> PingPongs(const std::vector<LaunchRecord>& launches) {
  static constexpr std::array kPingPong = {kPingPongCase};
  std::vector<NetworkSamples> all;
  for (const auto& [distance, collected] : Collector(launches).Collect(kPingPong)) {
    all.emplace_back();
    all.back().distance = kUnknownDistance;
    all.back().passes_of_one = launches.size() == 1;
    all.back().one_way = CurveOf(collected, {kPingPongCase});
  }
  return all;
}

std::vector<NetworkSamples> ByDistance(const std::vector<LaunchRecord>& launches, Caches caches) {
  static constexpr std::array kCases = {
      kOneWayCase,        kSendOverheadCase, kReceiveOverheadCase,  kGapCase,
      kUnmatchedSendCase, kColdOneWayCase,   kColdSendOverheadCase, kColdReceiveOverheadCase};
  constexpr std::size_t kWarmCases = 5;
  const auto cases = std::span(kCases).first(caches == Caches::kCold ? kCases.size() : kWarmCases);
  std::vector<NetworkSamples> all;
  for (const auto& [distance, collected] : Collector(launches).Collect(cases)) {
    NetworkSamples samples;
    samples.distance = DistanceName(distance);
    samples.passes_of_one = launches.size() == 1;
    samples.one_way = CurveOf(collected, {kColdOneWayCase, kOneWayCase});
    samples.send_overhead = CurveOf(collected, {kColdSendOverheadCase, kSendOverheadCase});
    samples.receive_overhead = CurveOf(collected, {kColdReceiveOverheadCase, kReceiveOverheadCase});
    samples.gap = CurveOf(collected, {kGapCase});
    AddEagerness(collected, samples);
    if (!samples.one_way.empty()) all.push_back(std::move(samples));
  }
  return all;
}

}  // namespace

std::vector<NetworkSamples> SamplesOf(const std::vector<LaunchRecord>& launches, Caches caches) {
  std::vector<NetworkSamples> network = ByDistance(launches, caches);
  const auto most_sizes = [](const std::vector<NetworkSamples>& all) {
    std::size_t most = 0;
    for (const NetworkSamples& samples : all) most = std::max(most, samples.one_way.bytes.size());
    return most;
  };
  constexpr std::size_t kEnough = 5;  // see fit_network.h
  if (most_sizes(network) >= kEnough) return network;
  std::vector<NetworkSamples> ping_pong = PingPongs(launches);
  return most_sizes(ping_pong) > most_sizes(network) ? ping_pong : network;
}

bool HasNetworkSeries(const LaunchRecord& launch) {
  return std::any_of(launch.series.begin(), launch.series.end(),
                     [](const SeriesRecord& series) { return series.case_name == kOneWayCase; });
}

std::string DistanceName(std::int64_t distance) {
  constexpr std::array<const char*, 3> kNames = {"same-core-complex", "same-host", "other-host"};
  if (distance < 0 || distance >= std::ssize(kNames)) return "distance-" + std::to_string(distance);
  return kNames[static_cast<std::size_t>(distance)];
}

}  // namespace mpigauge

#include "harness/record/packet_fits.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "harness/record/series_name.h"

namespace mpigauge {
namespace {

struct Points {
  std::vector<double> packets;
  std::vector<double> seconds;
};

std::string Ends(double low, double high, double unit) {
  return fmt::format("[{:.3f}, {}]", low * unit, std::isfinite(high) ? fmt::format("{:.3f}", high * unit) : "any");
}

}  // namespace

std::vector<PacketFit> PacketFits(const std::vector<SeriesRecord>& series, double confidence) {
  std::map<std::pair<std::string, Parameters>, Points> groups;
  for (const SeriesRecord& one : series) {
    const std::int64_t packets = ParameterOr(one.parameters, kPackets, 0);
    if (packets < 1 || one.fault || one.summary.count == 0) continue;
    Parameters others = one.parameters;
    std::erase_if(others, [](const auto& parameter) { return parameter.first == kPackets; });
    Points& points = groups[{one.case_name, others}];
    points.packets.push_back(static_cast<double>(packets));
    points.seconds.push_back(one.summary.median);
  }
  std::vector<PacketFit> fits;
  for (const auto& [of, points] : groups) {
    const auto volume = static_cast<double>(ParameterOr(of.second, "bytes", 0));
    const auto estimate = FitPackets(points.packets, points.seconds, volume, confidence);
    if (estimate) fits.push_back({of.first, of.second, points.packets, *estimate});
  }
  return fits;
}

std::string Text(const PacketFit& fit) {
  const LatencyBandwidth& estimate = fit.estimate;
  return fmt::format("{}: latency {:.3f} us {}, bandwidth {:.3f} MB/s {} from {} numbers of packets",
                     SeriesName("", fit.parameters).substr(1), estimate.latency * 1e6,
                     Ends(estimate.latency_interval.low, estimate.latency_interval.high, 1e6),
                     estimate.bandwidth * 1e-6,
                     Ends(estimate.bandwidth_interval.low, estimate.bandwidth_interval.high, 1e-6), fit.packets.size());
}

}  // namespace mpigauge

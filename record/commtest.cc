#include "record/commtest.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/units.h"
#include "record/record.h"
#include "stats/estimator.h"

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

namespace {

constexpr double kSignificant = 0.1;
constexpr double kAnyConfidence = 0.95;  // of an interval that nobody looks at

double Estimated(std::vector<double> times, std::int64_t warm_up, std::string_view estimator) {
  times.erase(times.begin(), times.begin() + warm_up);
  return EstimateBy(estimator, times, kAnyConfidence).value;
}

}  // namespace

TwoTimes TwoTimesOf(const SeriesRecord& series, std::string_view estimator) {
  std::vector<double> own;
  for (const Pass& pass : series.passes) own.insert(own.end(), pass.local_seconds.begin(), pass.local_seconds.end());
  return {Estimated(own, series.warm_up_observations, estimator),
          Estimated(series.Observations(), series.warm_up_observations, estimator)};
}

std::string DisagreementNote(const SeriesRecord& series, std::string_view estimator) {
  const TwoTimes times = TwoTimesOf(series, estimator);
  const double share = times.first_to_last / times.longest - 1;
  if (!(std::fabs(share) > kSignificant)) return "";
  return fmt::format(
      "{}: the two times disagree: {} from the first start to the last end, {} on the rank that took longest "
      "({:+.0f}%); the ranks did not start together\n",
      series.name, FormatSeconds(times.first_to_last), FormatSeconds(times.longest), share * 100);
}

}  // namespace mpigauge

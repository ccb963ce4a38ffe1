#include "simulator/fit/estimates.h"

#include <algorithm>
#include <numeric>

namespace mpigauge {
namespace {

std::optional<std::int64_t> EagerLimit(const NetworkSamples& samples) {
  if (!samples.smallest_rendezvous_bytes) return std::nullopt;
  return samples.largest_eager_bytes.value_or(std::max<std::int64_t>(0, *samples.smallest_rendezvous_bytes - 1));
}

// Larger messages are not there before the receive: what it takes then is their whole way, and no overhead.
MeasuredCurve ThatArrives(MeasuredCurve curve, std::optional<std::int64_t> eager_limit) {
  if (!eager_limit) return curve;
  const auto end = std::upper_bound(curve.bytes.begin(), curve.bytes.end(), *eager_limit) - curve.bytes.begin();
  curve.bytes.resize(static_cast<std::size_t>(end));
  curve.seconds.resize(static_cast<std::size_t>(end));
  return curve;
}

std::vector<std::size_t> Places(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

}  // namespace

ShapedCurve::ShapedCurve(const MeasuredCurve& measured)
    : curve(CleanCurveOf(measured)), shape(curve.bytes, curve.Medians()) {}

std::vector<double> ShapedCurve::KeptMedians(std::span<const std::size_t> launches) const {
  return shape.Kept(curve.Medians(launches));
}

Estimator::Estimator(const NetworkSamples& samples)
    : eager_limit_(EagerLimit(samples)),
      one_way_(samples.one_way),
      send_(samples.send_overhead),
      receive_(ThatArrives(samples.receive_overhead, eager_limit_)),
      gap_(samples.gap),
      launches_(samples.one_way.seconds.front().size()),
      blocks_(SeekBlocks()) {}

Estimates Estimator::EstimateFromAll() const { return EstimateFrom(Places(launches_)); }

std::optional<BlockFit> Estimator::SeekBlocks() const {
  const std::vector<double>& bytes = one_way_.shape.bytes();
  const std::vector<double> kept = one_way_.KeptMedians(Places(launches_));
  if (bytes.size() < 3) return std::nullopt;
  const auto from = std::max<std::int64_t>(1, static_cast<std::int64_t>(bytes[2]));
  const auto blocks = FitBlocks(bytes, kept, from, static_cast<std::int64_t>(bytes.back() / 3));
  const auto& segments = one_way_.shape.segments();
  const double others =
      InformationCriterion(SquaresOf(bytes, kept, segments), bytes.size(), 4 * segments.size() - 2, kResolution);
  return blocks && BlocksAreThere(*blocks, bytes, others, kResolution) ? blocks : std::nullopt;
}

// Latency and time per byte of what the overheads leave: (1 + 2 handshakes where there is a rendezvous) L + (s - 1) G.
std::optional<LogGps> Estimator::EstimateLogGps(const MessageCurves& curves, const std::vector<double>& kept) const {
  if (curves.send_overhead.empty() || curves.receive_overhead.empty()) return std::nullopt;
  const auto smallest = static_cast<std::int64_t>(one_way_.curve.bytes.front());
  LogGps result;
  result.send = Curve(curves.send_overhead, "send_overhead").At(smallest);
  result.receive = Curve(curves.receive_overhead, "receive_overhead").At(smallest);
  result.gap = curves.gap.empty() ? std::max(result.send, result.receive) : Curve(curves.gap, "gap").At(smallest);
  std::vector<double> latencies;
  std::vector<double> bytes;
  std::vector<double> rest;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const double size = one_way_.shape.bytes()[i];
    latencies.push_back(eager_limit_ && size > static_cast<double>(*eager_limit_) ? 3 : 1);
    bytes.push_back(std::max(0.0, size - 1));
    rest.push_back(kept[i] - result.send - result.receive);
  }
  const TwoTerms terms = FitRelativeRobust({latencies, bytes, rest, kept});
  result.latency = terms.first;
  result.per_byte = terms.second;
  return result;
}

MessageCurves Estimator::CurvesFrom(std::span<const std::size_t> launches) const {
  const auto pieces = [&](const ShapedCurve& shaped) {
    if (shaped.empty()) return std::vector<Piece>();
    return shaped.shape.Pieces(shaped.shape.Lines(shaped.curve.Medians(launches)), eager_limit_);
  };
  MessageCurves curves{pieces(one_way_), pieces(send_), pieces(receive_), pieces(gap_), eager_limit_};
  if (eager_limit_ && !receive_.empty()) {  // what the receiver of a rendezvous does after the transfer is not more
    const auto smallest = static_cast<std::int64_t>(receive_.curve.bytes.front());
    curves.receive_overhead.push_back({*eager_limit_ + 1, Curve(curves.receive_overhead, "receive").At(smallest), 0});
  }
  return curves;
}

Estimates Estimator::EstimateFrom(std::span<const std::size_t> launches) const {
  const std::vector<double>& bytes = one_way_.shape.bytes();
  const std::vector<double> kept = one_way_.KeptMedians(launches);
  const std::vector<double> ones(bytes.size(), 1);
  const MessageCurves curves = CurvesFrom(launches);
  Estimates result;
  result.hockney = FitRelativeRobust({ones, bytes, kept, kept});
  result.lines = one_way_.shape.Lines(one_way_.curve.Medians(launches));
  if (blocks_) {  // around what all launches say
    result.blocks = FitBlocks(bytes, kept, std::max<std::int64_t>(1, blocks_->low_bytes / 2), 2 * blocks_->high_bytes);
  }
  result.loggps = EstimateLogGps(curves, kept);
  result.messages = ModelOfMessages(curves);
  return result;
}

}  // namespace mpigauge

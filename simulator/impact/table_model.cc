#include "simulator/impact/table_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/base/error.h"
#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

using Points = std::map<std::int64_t, double>;

Points MediansOf(const MeasuredCurve& curve) {
  Points points;
  for (std::size_t i = 0; i < curve.bytes.size(); ++i) {
    std::vector<double> seconds;
    for (const double one : curve.seconds[i]) {
      if (std::isfinite(one)) seconds.push_back(one);
    }
    if (seconds.empty()) continue;
    std::sort(seconds.begin(), seconds.end());
    points[curve.bytes[i]] = Quantile(seconds, 0.5);
  }
  return points;
}

// A piece from each point to the next one. The first line goes back to `begin`, but not below zero; the last one goes
// on where it rises.
void AddPieces(const Points& points, std::int64_t begin, std::vector<Piece>& pieces) {
  double slope = 0;
  for (auto at = points.begin(); at != points.end(); ++at) {
    const auto [bytes, seconds] = *at;
    const auto next = std::next(at);
    const bool last = next == points.end();
    slope = last ? std::max(0.0, slope) : (next->second - seconds) / static_cast<double>(next->first - bytes);
    if (at == points.begin() && begin < bytes) {
      const auto before = static_cast<double>(bytes - begin);
      const double back = std::min(slope, seconds / before);
      pieces.push_back({begin, seconds - back * static_cast<double>(bytes), back});
    }
    pieces.push_back({bytes, seconds - slope * static_cast<double>(bytes), slope});
  }
  // Rounding must not bring a line that ends at zero below it.
  for (Piece& piece : pieces) {
    const double at_begin = piece.seconds + static_cast<double>(piece.from_bytes) * piece.seconds_per_byte;
    if (at_begin < 0) piece.seconds -= at_begin;
  }
}

Curve CurveThrough(const Points& points, std::string_view what) {
  if (points.empty()) return {};
  std::vector<Piece> pieces;
  AddPieces(points, 0, pieces);
  return {std::move(pieces), what};
}

std::int64_t EagerLimit(const NetworkSamples& samples) {
  if (samples.largest_eager_bytes && samples.smallest_rendezvous_bytes) return *samples.largest_eager_bytes;
  if (samples.smallest_rendezvous_bytes) return *samples.smallest_rendezvous_bytes - 1;
  return NetworkModel().eager_limit_bytes;
}

// An overhead of so many ways of a message is that of a function that ping-pongs do not call, as MPI_Isend.
constexpr double kOtherFunction = 2;

// What of half a round trip the two ranks are busy with. Above the eager limit a late receiver takes part in the whole
// transfer: there its overhead stays what it was. Where both overlap they are shortened to the time that there is,
// unless one of them is not a part of it.
struct Overheads {
  Points send;
  Points receive;
};

Overheads OverheadsOf(const NetworkSamples& samples, const Points& one_way, std::int64_t eager_limit) {
  const Curve send = CurveThrough(MediansOf(samples.send_overhead), "send overhead");
  Points eager_receive = MediansOf(samples.receive_overhead);
  while (eager_receive.size() > 1 && eager_receive.rbegin()->first > eager_limit) {
    eager_receive.erase(std::prev(eager_receive.end()));
  }
  const Curve receive = CurveThrough(eager_receive, "receive overhead");
  Overheads overheads;
  for (const auto& [bytes, seconds] : one_way) {
    const double sends = send.At(bytes);
    const double receives = receive.At(std::min(bytes, eager_limit));
    const bool parts = std::max(sends, receives) < kOtherFunction * seconds;
    const double share = parts && sends + receives > seconds ? seconds / (sends + receives) : 1;
    overheads.send[bytes] = share * sends;
    overheads.receive[bytes] = share * receives;
  }
  return overheads;
}

}  // namespace

NetworkModel TableModel(const NetworkSamples& samples) {
  const Points one_way = MediansOf(samples.one_way);
  if (one_way.empty()) throw UsageError("network: no time of messages was measured");
  NetworkModel model;
  model.name = samples.distance;
  model.eager_limit_bytes = EagerLimit(samples);
  const Overheads overheads = OverheadsOf(samples, one_way, model.eager_limit_bytes);
  model.send_overhead = CurveThrough(overheads.send, "send overhead");
  model.receive_overhead = CurveThrough(overheads.receive, "receive overhead");

  Points eager;
  Points rendezvous;
  for (const auto& [bytes, seconds] : one_way) {
    const double under_way = std::max(0.0, seconds - overheads.send.at(bytes) - overheads.receive.at(bytes));
    (bytes <= model.eager_limit_bytes ? eager : rendezvous)[bytes] = under_way;
  }
  std::vector<Piece> pieces;
  if (!eager.empty()) AddPieces(eager, 0, pieces);
  // Where no size is eager, the request and the answer are a part of what was measured that nobody knows.
  if (eager.empty()) pieces.push_back({0, 0, 0});
  const double handshake = Curve(pieces, "link").At(0);
  for (auto& [bytes, seconds] : rendezvous) seconds = std::max(0.0, seconds - 2 * handshake);
  AddPieces(rendezvous, model.eager_limit_bytes + 1, pieces);
  model.link = Curve(std::move(pieces), "link");

  model.gap = CurveThrough(MediansOf(samples.gap), "gap");
  if (samples.gap.bytes.empty() && !rendezvous.empty()) {
    pieces = {{0, 0, 0}};
    AddPieces(rendezvous, model.eager_limit_bytes + 1, pieces);
    model.gap = Curve(std::move(pieces), "gap");
  }
  model.hop_seconds = model.link.At(0);
  return model;
}

}  // namespace mpigauge

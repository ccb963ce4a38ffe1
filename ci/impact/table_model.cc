#include "ci/impact/table_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "simulator/fit/samples.h"
#include "stats/summary.h"

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

// Lines between the points of eager sizes, and others between those above: nothing is between the two protocols.
std::vector<Piece> PiecesThrough(const Points& points, std::int64_t eager_limit) {
  const auto above = points.upper_bound(eager_limit);
  const Points eager(points.begin(), above);
  const Points rendezvous(above, points.end());
  std::vector<Piece> pieces;
  if (!eager.empty()) AddPieces(eager, 0, pieces);
  if (!rendezvous.empty()) AddPieces(rendezvous, eager.empty() ? 0 : eager_limit + 1, pieces);
  return pieces;
}

Curve CurveThrough(const Points& points, std::int64_t eager_limit, std::string_view what) {
  if (points.empty()) return {};
  return {PiecesThrough(points, eager_limit), what};
}

std::int64_t EagerLimit(const NetworkSamples& samples) {
  if (samples.largest_eager_bytes && samples.smallest_rendezvous_bytes) return *samples.largest_eager_bytes;
  if (samples.smallest_rendezvous_bytes) return *samples.smallest_rendezvous_bytes - 1;
  return NetworkModel().eager_limit_bytes;
}

// An overhead of this many ways of a message is that of a function that ping-pongs do not call, as MPI_Isend.
constexpr double kOtherFunction = 2;

// Half a round trip, taken apart. Of it the two ranks are busy for their overheads; where these overlap they are
// shortened to the time that there is, unless one of them is not a part of it. Above the eager limit the sender makes
// no more than a request, which is as short as the shortest message; and a late receive takes the whole transfer: its
// processor copies, or its interface takes in one message after the other.
class Parts {
 public:
  Parts(const NetworkSamples& samples, std::int64_t eager_limit)
      : send_(CurveThrough(MediansOf(samples.send_overhead), eager_limit, "send overhead")),
        receive_(CurveThrough(MediansOf(samples.receive_overhead), eager_limit, "receive overhead")) {}

  // `handshakes` is no part of the overheads; a sender's overhead belongs to `of_sender` of it.
  void Add(std::int64_t bytes, double seconds, double handshakes, double of_sender) {
    const double room = std::max(0.0, seconds - handshakes);
    double sends = send_.At(bytes);
    double receives = receive_.At(bytes);
    const bool sends_in_it = sends < kOtherFunction * of_sender;
    const bool receives_in_it = receives < kOtherFunction * seconds;
    if (sends_in_it && receives_in_it && sends + receives > room) {
      const double share = room / (sends + receives);
      sends *= share;
      receives *= share;
    } else if (receives_in_it) {
      receives = std::min(receives, room);
    }
    send[bytes] = sends;
    receive[bytes] = receives;
    link[bytes] = std::max(0.0, room - sends - receives);
  }

  Points send;
  Points receive;
  Points link;

 private:
  Curve send_;
  Curve receive_;
};

// Where it was not measured: 0, and a rendezvous keeps its sender until the receiver has its data.
Curve GapOf(const NetworkSamples& samples, const Parts& parts, std::int64_t eager_limit) {
  if (!samples.gap.bytes.empty()) return CurveThrough(MediansOf(samples.gap), eager_limit, "gap");
  Points until_received;
  for (auto at = parts.link.upper_bound(eager_limit); at != parts.link.end(); ++at) {
    until_received[at->first] = at->second + parts.receive.at(at->first);
  }
  if (until_received.empty()) return {};
  std::vector<Piece> pieces = {{0, 0, 0}};
  AddPieces(until_received, eager_limit + 1, pieces);
  return {std::move(pieces), "gap"};
}

}  // namespace

NetworkModel TableModel(const NetworkSamples& samples) {
  const Points one_way = MediansOf(samples.one_way);
  if (one_way.empty()) throw UsageError("network: no time of messages was measured");
  NetworkModel model;
  model.name = samples.distance;
  model.eager_limit_bytes = EagerLimit(samples);
  const std::int64_t limit = model.eager_limit_bytes;
  Parts parts(samples, limit);
  const auto rendezvous = one_way.upper_bound(limit);
  for (auto at = one_way.begin(); at != rendezvous; ++at) parts.Add(at->first, at->second, 0, at->second);
  // Where no size is eager, the request and the answer are a part of what was measured that nobody knows.
  const double handshake = parts.link.empty() ? 0 : CurveThrough(parts.link, limit, "link").At(0);
  for (auto at = rendezvous; at != one_way.end(); ++at) {
    parts.Add(at->first, at->second, 2 * handshake, one_way.begin()->second);
  }
  model.send_overhead = CurveThrough(parts.send, limit, "send overhead");
  model.receive_overhead = CurveThrough(parts.receive, limit, "receive overhead");
  model.link = CurveThrough(parts.link, limit, "link");
  model.handshake_seconds = handshake;
  model.gap = GapOf(samples, parts, limit);
  model.hop_seconds = handshake;
  model.receiver_fetches = samples.distance == DistanceName(0) || samples.distance == DistanceName(1);
  return model;
}

}  // namespace mpigauge

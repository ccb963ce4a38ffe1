#include "simulator/fit/message_model.h"

#include <algorithm>
#include <limits>
#include <set>

#include "simulator/fit/segments.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

// Sizes between which no curve breaks; `end` is behind the last one.
struct Range {
  std::int64_t from = 0;
  std::int64_t end = kEndless;
};

StraightLine LineAt(const std::vector<Piece>& pieces, std::int64_t bytes) {
  StraightLine line;
  for (const Piece& piece : pieces) {
    if (piece.from_bytes <= bytes) line = {piece.seconds, piece.seconds_per_byte};
  }
  return line;
}

std::vector<Range> RangesOf(const MessageCurves& curves) {
  std::set<std::int64_t> breaks{0};
  for (const auto* pieces : {&curves.one_way, &curves.send_overhead, &curves.receive_overhead, &curves.gap}) {
    for (const Piece& piece : *pieces) breaks.insert(piece.from_bytes);
  }
  if (curves.eager_limit) breaks.insert(*curves.eager_limit + 1);
  std::vector<Range> ranges;
  for (const std::int64_t from : breaks) {
    if (!ranges.empty()) ranges.back().end = from;
    ranges.push_back({from});
  }
  return ranges;
}

StraightLine Less(const StraightLine& from, const StraightLine& what, double share = 1) {
  return {from.seconds - share * what.seconds, from.seconds_per_byte - share * what.seconds_per_byte};
}

// The line within a range; where it would be below a picosecond, as much.
Piece PieceOf(const StraightLine& line, const Range& range) {
  constexpr double kTiny = 1e-12;  // seconds; above what rounding takes away
  const auto from = static_cast<double>(range.from);
  if (line.seconds == 0 && line.seconds_per_byte == 0) return {range.from, 0, 0};
  const bool endless = range.end == kEndless;
  const double at_end = line.At(static_cast<double>(range.end - 1));
  const bool above = line.At(from) >= kTiny && (endless ? line.seconds_per_byte >= 0 : at_end >= kTiny);
  if (above) return {range.from, line.seconds, line.seconds_per_byte};
  const double begin = std::max(kTiny, line.At(from));
  double slope = std::max(0.0, line.seconds_per_byte);
  if (!endless && range.end > range.from + 1) {
    slope = (std::max(kTiny, at_end) - begin) / static_cast<double>(range.end - 1 - range.from);
  }
  return {range.from, begin - slope * from, slope};
}

// A break that is none goes: other curves had it.
void Append(const Piece& piece, std::vector<Piece>& pieces) {
  const bool same = !pieces.empty() && pieces.back().seconds == piece.seconds &&
                    pieces.back().seconds_per_byte == piece.seconds_per_byte;
  if (!same) pieces.push_back(piece);
}

// The largest share of `part` that `whole` has room for, all over the range.
double ShareOf(const StraightLine& part, const StraightLine& whole, const Range& range) {
  double share = 1;
  const auto limit = [&](double needed, double room) {
    if (needed > room && needed > 0) share = std::min(share, std::max(0.0, room) / needed);
  };
  limit(part.At(static_cast<double>(range.from)), whole.At(static_cast<double>(range.from)));
  if (range.end == kEndless) {
    limit(part.seconds_per_byte, whole.seconds_per_byte);
  } else {
    limit(part.At(static_cast<double>(range.end - 1)), whole.At(static_cast<double>(range.end - 1)));
  }
  return share;
}

StraightLine Scaled(const StraightLine& line, double factor) {
  return {factor * line.seconds, factor * line.seconds_per_byte};
}

StraightLine Sum(const StraightLine& one, const StraightLine& other) { return Less(one, Scaled(other, -1)); }

// One way of a handshake: as a message without bytes, but no more than a third of what the overheads leave of any
// rendezvous: there are libraries that send one message less.
double Handshake(const MessageCurves& curves) {
  const auto rest = [&](std::int64_t range, std::int64_t bytes) {
    const StraightLine overheads = Sum(LineAt(curves.send_overhead, range), LineAt(curves.receive_overhead, range));
    return std::max(0.0, Less(LineAt(curves.one_way, range), overheads).At(static_cast<double>(bytes)));
  };
  double handshake = rest(0, 0);
  for (const Range& range : RangesOf(curves)) {
    if (!curves.eager_limit || range.from <= *curves.eager_limit) continue;
    handshake = std::min(handshake, rest(range.from, range.from) / 3);
    if (range.end != kEndless) handshake = std::min(handshake, rest(range.from, range.end - 1) / 3);
  }
  return handshake;
}

}  // namespace

MessageModel ModelOfMessages(const MessageCurves& curves) {
  std::vector<Piece> link;
  std::vector<Piece> send;
  std::vector<Piece> receive;
  std::vector<Piece> gap;
  MessageModel result;
  const double one_way = Handshake(curves);
  for (const Range& range : RangesOf(curves)) {
    const bool rendezvous = curves.eager_limit && range.from > *curves.eager_limit;
    const StraightLine handshake{rendezvous ? 2 * one_way : 0, 0};
    const StraightLine way = Less(LineAt(curves.one_way, range.from), handshake);
    const StraightLine send_line = LineAt(curves.send_overhead, range.from);
    const StraightLine receive_line = LineAt(curves.receive_overhead, range.from);
    const double share = ShareOf(Sum(send_line, receive_line), way, range);
    if (share < 1) result.overheads_cut = true;
    Append(PieceOf(Less(way, Sum(send_line, receive_line), share), range), link);
    Append(PieceOf(Scaled(send_line, share), range), send);
    Append(PieceOf(Scaled(receive_line, share), range), receive);
    // The send of a rendezvous is over `gap` after its data go: not later than when an answer could be there.
    const StraightLine measured = LineAt(curves.gap, range.from);
    const StraightLine answered = Less(LineAt(curves.one_way, range.from), Scaled(handshake, 0.5));
    Append(PieceOf(Scaled(measured, rendezvous ? ShareOf(measured, answered, range) : 1), range), gap);
  }
  result.model.name = "piecewise";
  result.model.hop_seconds = link.front().seconds;
  if (one_way < link.front().seconds) result.model.handshake_seconds = one_way;
  result.model.link = {std::move(link), "link"};
  result.model.send_overhead = {std::move(send), "send_overhead"};
  result.model.receive_overhead = {std::move(receive), "receive_overhead"};
  result.model.gap = {std::move(gap), "gap"};
  if (curves.eager_limit) result.model.eager_limit_bytes = *curves.eager_limit;
  return result;
}

double OneWaySeconds(const NetworkModel& model, std::int64_t bytes) {
  const double handshakes = bytes > model.eager_limit_bytes ? 2 * HandshakeSeconds(model, 1) : 0;
  return model.send_overhead.At(bytes) + handshakes + TransitSeconds(model, bytes, 1) +
         model.receive_overhead.At(bytes);
}

}  // namespace mpigauge

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

// The line within a range, at zero where it would be below.
Piece PieceOf(const StraightLine& line, const Range& range) {
  constexpr double kTiny = 1e-15;  // seconds; above what rounding takes away
  const auto from = static_cast<double>(range.from);
  if (line.seconds == 0 && line.seconds_per_byte == 0) return {range.from, 0, 0};
  const double begin = std::max(kTiny, line.At(from));
  double slope = std::max(0.0, line.seconds_per_byte);
  if (range.end != kEndless && range.end > range.from + 1) {
    const double last = std::max(kTiny, line.At(static_cast<double>(range.end - 1)));
    slope = (last - begin) / static_cast<double>(range.end - 1 - range.from);
  }
  return {range.from, begin - slope * from, slope};
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

}  // namespace

MessageModel ModelOfMessages(const MessageCurves& curves) {
  std::vector<Piece> link;
  std::vector<Piece> send;
  std::vector<Piece> receive;
  std::vector<Piece> gap;
  MessageModel result;
  for (const Range& range : RangesOf(curves)) {
    const bool rendezvous = curves.eager_limit && range.from > *curves.eager_limit;
    const StraightLine handshake{rendezvous ? 2 * link.front().seconds : 0, 0};
    const StraightLine way = Less(LineAt(curves.one_way, range.from), handshake);
    const StraightLine send_line = LineAt(curves.send_overhead, range.from);
    const StraightLine receive_line = LineAt(curves.receive_overhead, range.from);
    const double share = ShareOf(Sum(send_line, receive_line), way, range);
    if (share < 1) result.overheads_cut = true;
    link.push_back(PieceOf(Less(way, Sum(send_line, receive_line), share), range));
    send.push_back(PieceOf(Scaled(send_line, share), range));
    receive.push_back(PieceOf(Scaled(receive_line, share), range));
    gap.push_back(PieceOf(LineAt(curves.gap, range.from), range));
  }
  result.model.name = "piecewise";
  result.model.hop_seconds = link.front().seconds;
  result.model.link = {std::move(link), "link"};
  result.model.send_overhead = {std::move(send), "send_overhead"};
  result.model.receive_overhead = {std::move(receive), "receive_overhead"};
  result.model.gap = {std::move(gap), "gap"};
  if (curves.eager_limit) result.model.eager_limit_bytes = *curves.eager_limit;
  return result;
}

double OneWaySeconds(const NetworkModel& model, std::int64_t bytes) {
  const double handshakes = bytes > model.eager_limit_bytes ? 2 * TransitSeconds(model, 0, 1) : 0;
  return model.send_overhead.At(bytes) + handshakes + TransitSeconds(model, bytes, 1) +
         model.receive_overhead.At(bytes);
}

}  // namespace mpigauge

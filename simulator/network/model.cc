#include "simulator/network/model.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/error.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

double Value(const Piece& piece, std::int64_t bytes) {
  return piece.seconds + static_cast<double>(bytes) * piece.seconds_per_byte;
}

void CheckValue(double value, std::int64_t bytes, std::string_view what) {
  if (!std::isfinite(value)) throw UsageError("{}: is not a finite number", what);
  if (value < 0) throw UsageError("{}: is {} s at {} bytes; a time is not negative", what, value, bytes);
}

}  // namespace

Curve::Curve(std::vector<Piece> pieces, std::string_view what) : pieces_(std::move(pieces)) {
  if (pieces_.empty() || pieces_[0].from_bytes != 0) throw UsageError("{}: the first piece begins at 0 bytes", what);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    CheckValue(Value(pieces_[i], pieces_[i].from_bytes), pieces_[i].from_bytes, what);
    if (i + 1 == pieces_.size()) {
      if (!(pieces_[i].seconds_per_byte >= 0)) throw UsageError("{}: the last piece falls below zero", what);
      break;
    }
    const std::int64_t end = pieces_[i + 1].from_bytes;
    if (end <= pieces_[i].from_bytes) throw UsageError("{}: the pieces are not in order at {} bytes", what, end);
    CheckValue(Value(pieces_[i], end - 1), end - 1, what);
  }
}

double Curve::At(std::int64_t bytes) const {
  const auto next = std::upper_bound(pieces_.begin(), pieces_.end(), bytes,
                                     [](std::int64_t value, const Piece& piece) { return value < piece.from_bytes; });
  return Value(*std::prev(next), bytes);
}

Curve CurveFromJson(const Json& value, std::string_view what) {
  if (value.is_number()) return {{{0, value.get<double>(), 0}}, what};
  if (!value.is_array()) throw UsageError("{}: is neither a number of seconds nor a list of pieces", what);
  std::vector<Piece> pieces;
  for (const Json& piece : value) {
    const std::int64_t from_bytes = ReadingValues(what, [&] { return CountAt(piece, "from_bytes"); });
    pieces.push_back({from_bytes, piece.at("seconds"), piece.at("seconds_per_byte")});
  }
  return {std::move(pieces), what};
}

namespace {

double LinkSeconds(const NetworkModel& model, std::int64_t bytes) {
  const double once = model.link.At(bytes);
  if (model.block_bytes == 0 || bytes <= model.block_bytes) return once;
  const std::int64_t blocks = (bytes + model.block_bytes - 1) / model.block_bytes;
  return once + static_cast<double>(blocks - 1) * model.link.At(0);
}

}  // namespace

double TransitSeconds(const NetworkModel& model, std::int64_t bytes, int hops) {
  if (hops == 0) return 0;
  const double one = LinkSeconds(model, bytes);
  if (model.switching == Switching::kStoreAndForward) return hops * one;
  return one + (hops - 1) * model.hop_seconds;
}

double HandshakeSeconds(const NetworkModel& model, int hops) {
  if (model.handshake_seconds < 0) return TransitSeconds(model, 0, hops);
  if (hops == 0) return 0;
  if (model.switching == Switching::kStoreAndForward) return hops * model.handshake_seconds;
  return model.handshake_seconds + (hops - 1) * model.hop_seconds;
}

}  // namespace mpigauge

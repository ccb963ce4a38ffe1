#include "simulator/fit/curve_shape.h"

#include <algorithm>
#include <cmath>

#include "simulator/fit/relative_fit.h"

namespace mpigauge {
namespace {

// The size farthest off its piece, where that is too far: six standard deviations, and 5%.
std::optional<std::size_t> FarthestOff(std::span<const double> bytes, std::span<const double> seconds,
                                       std::span<const Segment> segments) {
  constexpr double kSigmas = 6;
  constexpr double kLeast = 0.05;
  std::vector<double> residuals;
  for (const Segment& segment : segments) {
    for (std::size_t i = segment.first; i < segment.end; ++i) {
      residuals.push_back(std::fabs(1 - segment.line.At(bytes[i]) / seconds[i]));
    }
  }
  const auto farthest = std::max_element(residuals.begin(), residuals.end());
  if (*farthest <= std::max(kLeast, kSigmas * SigmaOfResiduals(residuals))) return std::nullopt;
  return static_cast<std::size_t>(farthest - residuals.begin());
}

// A line from zero bytes on is not below zero there: it goes through nothing at worst.
StraightLine NotBelowZero(const StraightLine& line, double bytes) {
  if (line.seconds >= 0) return line;
  return bytes > 0 ? StraightLine{0, std::max(0.0, line.At(bytes)) / bytes} : StraightLine{0, line.seconds_per_byte};
}

}  // namespace

CurveShape::CurveShape(std::span<const double> bytes, std::span<const double> seconds)
    : left_out_(StandsOut(bytes, seconds)) {
  const std::size_t most = bytes.size() / 5;
  for (;;) {
    bytes_ = Kept(bytes);
    const std::vector<double> kept = Kept(seconds);
    segments_ = BestSegments(bytes_, kept);
    const auto left = static_cast<std::size_t>(std::count(left_out_.begin(), left_out_.end(), true));
    const auto off = bytes_.empty() || left >= most ? std::nullopt : FarthestOff(bytes_, kept, segments_);
    if (!off) break;
    const auto place = std::lower_bound(bytes.begin(), bytes.end(), bytes_[*off]) - bytes.begin();
    left_out_[static_cast<std::size_t>(place)] = true;
  }
}

std::vector<double> CurveShape::Kept(std::span<const double> all) const {
  std::vector<double> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!left_out_[i]) kept.push_back(all[i]);
  }
  return kept;
}

std::vector<StraightLine> CurveShape::Lines(std::span<const double> seconds) const {
  const std::vector<double> kept = Kept(seconds);
  std::vector<StraightLine> lines;
  for (const Segment& segment : segments_) lines.push_back(LineThrough(bytes_, kept, segment.first, segment.end));
  return lines;
}

std::vector<Piece> CurveShape::Pieces(std::span<const StraightLine> lines,
                                      std::optional<std::int64_t> eager_limit) const {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    StraightLine line = lines[i];
    const double first = bytes_[segments_[i].first];
    if (i == 0) {
      line = NotBelowZero(line, bytes_[segments_[0].end / 2]);
      pieces.push_back({0, line.seconds, line.seconds_per_byte});
      continue;
    }
    if (line.At(first) < 0) line = {0, 0};
    const double last = bytes_[segments_[i].first - 1];
    const StraightLine before{pieces.back().seconds, pieces.back().seconds_per_byte};
    double from = first;
    const double meet = std::ceil((before.seconds - line.seconds) / (line.seconds_per_byte - before.seconds_per_byte));
    if (eager_limit && last <= static_cast<double>(*eager_limit) && static_cast<double>(*eager_limit) < first) {
      from = static_cast<double>(*eager_limit) + 1;
    } else if (last < meet && meet < first) {
      from = meet;
    }
    if (line.At(from) < 0) from = first;
    pieces.push_back({static_cast<std::int64_t>(from), line.seconds, line.seconds_per_byte});
  }
  return pieces;
}

}  // namespace mpigauge

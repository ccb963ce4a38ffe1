#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulator/fit/clean_curve.h"
#include "simulator/fit/segments.h"
#include "simulator/network/curve.h"

namespace mpigauge {

// Where a curve breaks, and which of its sizes stand out. Found once; resampled times are fitted within the same shape,
// so that their parameters mean the same.
class CurveShape {
 public:
  // Pieces are sought again each time a size that is far off its piece is left out, at most a fifth of all sizes.
  CurveShape(std::span<const double> bytes, std::span<const double> seconds);

  const std::vector<bool>& left_out() const { return left_out_; }  // of all sizes
  const std::vector<double>& bytes() const { return bytes_; }      // that are kept
  const std::vector<Segment>& segments() const { return segments_; }

  // Of values at all sizes those at the kept ones.
  std::vector<double> Kept(std::span<const double> all) const;

  // A line for each segment. `seconds` at all sizes.
  std::vector<StraightLine> Lines(std::span<const double> seconds) const;

  // The lines as a curve that begins at zero bytes and is nowhere negative. Between the last size of one piece and the
  // first of the next, the break is behind `eager_limit` where that lies there; otherwise where the lines meet, if they
  // do; otherwise at the first size of the next.
  std::vector<Piece> Pieces(std::span<const StraightLine> lines, std::optional<std::int64_t> eager_limit) const;

 private:
  std::vector<bool> left_out_;
  std::vector<double> bytes_;
  std::vector<Segment> segments_;
};

}  // namespace mpigauge

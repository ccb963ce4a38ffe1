#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulator/fit/network_fit.h"
#include "simulator/fit/segments.h"
#include "simulator/network/model.h"

namespace mpigauge {

// A measured curve as the fits take it: values of launches that lie far from the others are NaN, sizes that nothing was
// measured at are gone.
struct CleanCurve {
  std::vector<double> bytes;
  std::vector<std::vector<double>> seconds;  // [size][launch]
  std::vector<std::int64_t> outliers;        // how many launches of each size were left out

  // The median of each size over these launches (places in `seconds`; a launch may be there more than once). A size
  // that none of them has gets the median of all.
  std::vector<double> Medians(std::span<const std::size_t> launches) const;
  std::vector<double> Medians() const;  // over all launches
};

// An outlier is farther from the median of its size than five standard deviations, by the median of absolute deviations
// of logarithms, and than 5%. Of fewer than five launches none is; and where more than a quarter would be, the launches
// have two speeds, and none is. Times that are not above zero count as not measured. Source: Demaine, Results [DE2],
// who left outliers out by hand.
CleanCurve CleanCurveOf(const MeasuredCurve& curve);

// Whether a time stands out of its neighbours': it lies on the same side of what the two sizes before it and the two
// after it go on to, by much more than times usually do. A break of the curve does not: on one side it goes on. The two
// sizes at each end have too few neighbours to tell.
std::vector<bool> StandsOut(std::span<const double> bytes, std::span<const double> seconds);

// Where a curve breaks, and which of its sizes stand out. Found once; resampled times are fitted within the same shape,
// so that their parameters mean the same.
class CurveShape {
 public:
  // Pieces are sought again each time a size that is far off its piece is left out, at most a fifth of all sizes.
  CurveShape(std::span<const double> bytes, std::span<const double> seconds);

  const std::vector<bool>& left_out() const { return left_out_; }  // of all sizes
  const std::vector<double>& bytes() const { return bytes_; }      // that are kept
  const std::vector<Segment>& segments() const { return segments_; }

  // Returns the values at the kept sizes, of values at all sizes.
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

#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

struct StraightLine {
  double seconds = 0;           // where it meets zero bytes; may be negative
  double seconds_per_byte = 0;  // at least zero

  double At(double bytes) const { return seconds + bytes * seconds_per_byte; }
};

// Points from `first` to before `end` on one line.
struct Segment {
  std::size_t first = 0;
  std::size_t end = 0;
  StraightLine line;
};

struct SegmentOptions {
  std::size_t least_points = 3;  // on a piece
  std::size_t most_pieces = 12;
  double resolution = 1e-3;  // relative errors below this are not worth a piece
};

// Straight pieces through points that ascend by size, all times above zero: for each number of pieces those with the
// least sum of squared relative residuals (dynamic programming over all places of breaks; Bellman 1961), and of these
// the number with the lowest information criterion, n ln(sum / n) + p ln n. A piece has two parameters and a break
// counts as two more: its place is the best of all places (Zhang and Siegmund 2007 count breaks above the rest too).
std::vector<Segment> BestSegments(std::span<const double> bytes, std::span<const double> seconds,
                                  const SegmentOptions& options = {});

// The line through points `first` to before `end`, by the same squares.
StraightLine LineThrough(std::span<const double> bytes, std::span<const double> seconds, std::size_t first,
                         std::size_t end);

// Sum of squared relative residuals.
double SquaresOf(std::span<const double> bytes, std::span<const double> seconds, std::span<const Segment> segments);

// The criterion above.
double InformationCriterion(double squares, std::size_t points, std::size_t parameters, double resolution);

}  // namespace mpigauge

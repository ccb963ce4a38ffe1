#include "simulator/fit/segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mpigauge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A line through points that are added one by one, weighted by 1 / y^2 (West 1979: no sum of squares is subtracted from
// another).
class GrowingLine {
 public:
  void Add(double x, double y) {
    const double weight = 1 / (y * y);
    weight_ += weight;
    const double dx = x - mean_x_;
    const double dy = y - mean_y_;
    const double share = weight / weight_;
    mean_x_ += share * dx;
    mean_y_ += share * dy;
    xx_ += weight * dx * (x - mean_x_);
    xy_ += weight * dx * (y - mean_y_);
    yy_ += weight * dy * (y - mean_y_);
  }
  double Slope() const { return xx_ > 0 ? std::max(0.0, xy_ / xx_) : 0; }
  double Squares() const { return std::max(0.0, yy_ - Slope() * (2 * xy_ - Slope() * xx_)); }
  StraightLine Line() const { return {mean_y_ - Slope() * mean_x_, Slope()}; }

 private:
  double weight_ = 0, mean_x_ = 0, mean_y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

// [first][end - first]: squares of one line through these points; infinite for too few.
std::vector<std::vector<double>> CostsOfLines(std::span<const double> bytes, std::span<const double> seconds,
                                              std::size_t least) {
  std::vector<std::vector<double>> costs(bytes.size());
  for (std::size_t first = 0; first < bytes.size(); ++first) {
    GrowingLine line;
    costs[first].push_back(kInfinity);
    for (std::size_t i = first; i < bytes.size(); ++i) {
      line.Add(bytes[i], seconds[i]);
      costs[first].push_back(i + 1 - first < least ? kInfinity : line.Squares());
    }
  }
  return costs;
}

// best[pieces][end]: the least squares of the points before `end`, and where the last piece of it begins.
struct CostTable {
  std::vector<std::vector<double>> squares;
  std::vector<std::vector<std::size_t>> begin;
};

CostTable Fill(const std::vector<std::vector<double>>& costs, std::size_t most) {
  const std::size_t n = costs.size();
  CostTable table{{std::vector<double>(n + 1, kInfinity)}, {std::vector<std::size_t>(n + 1, 0)}};
  table.squares[0][0] = 0;
  for (std::size_t pieces = 1; pieces <= most; ++pieces) {
    const std::vector<double>& before = table.squares.back();
    std::vector<double> squares(n + 1, kInfinity);
    std::vector<std::size_t> begin(n + 1, 0);
    for (std::size_t end = 1; end <= n; ++end) {
      for (std::size_t first = 0; first < end; ++first) {
        const double sum = before[first] + costs[first][end - first];
        if (sum < squares[end]) {
          squares[end] = sum;
          begin[end] = first;
        }
      }
    }
    table.squares.push_back(std::move(squares));
    table.begin.push_back(std::move(begin));
  }
  return table;
}

}  // namespace

double InformationCriterion(double squares, std::size_t points, std::size_t parameters, double resolution) {
  const auto n = static_cast<double>(points);
  return n * std::log(squares / n + resolution * resolution) + static_cast<double>(parameters) * std::log(n);
}

std::vector<Segment> BestSegments(std::span<const double> bytes, std::span<const double> seconds,
                                  const SegmentOptions& options) {
  const std::size_t n = bytes.size();
  if (n == 0) return {};
  const std::size_t least = std::min(options.least_points, n);
  const std::size_t most = std::clamp<std::size_t>(n / least, 1, options.most_pieces);
  const CostTable table = Fill(CostsOfLines(bytes, seconds, least), most);
  std::size_t chosen = 1;
  double lowest = kInfinity;
  for (std::size_t pieces = 1; pieces <= most; ++pieces) {
    const double criterion = InformationCriterion(table.squares[pieces][n], n, 4 * pieces - 2, options.resolution);
    if (criterion < lowest) {
      lowest = criterion;
      chosen = pieces;
    }
  }
  std::vector<Segment> segments;
  for (std::size_t end = n; chosen > 0; --chosen) {
    const std::size_t first = table.begin[chosen][end];
    segments.push_back({first, end, LineThrough(bytes, seconds, first, end)});
    end = first;
  }
  std::reverse(segments.begin(), segments.end());
  return segments;
}

StraightLine LineThrough(std::span<const double> bytes, std::span<const double> seconds, std::size_t first,
                         std::size_t end) {
  GrowingLine line;
  for (std::size_t i = first; i < end; ++i) line.Add(bytes[i], seconds[i]);
  return line.Line();
}

double SquaresOf(std::span<const double> bytes, std::span<const double> seconds, std::span<const Segment> segments) {
  double sum = 0;
  for (const Segment& segment : segments) {
    for (std::size_t i = segment.first; i < segment.end; ++i) {
      const double residual = 1 - segment.line.At(bytes[i]) / seconds[i];
      sum += residual * residual;
    }
  }
  return sum;
}

}  // namespace mpigauge

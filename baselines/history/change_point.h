#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mpigauge {

// The values from `index` on differ from those before it.
struct ChangePoint {
  std::size_t index = 0;
  double p_value = 1;
};

// Where a sequence divides best: `index` is the first value of the right part.
struct Split {
  std::size_t index = 0;
  double divergence = -std::numeric_limits<double>::infinity();  // where the sequence is too short to be divided
};

// The split of Matteson and James (2014), "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
// Data", J. Am. Stat. Assoc. 109, equations 5 to 7, with exponent 1: the largest
//   Q = 2 / (m + n) (sum of distances across - m / (n - 1) sum within the left - n / (m - 1) sum within the right)
// over all left parts values[0, t) of n and right parts values[t, k) of m values. The right part may end before the
// sequence does, so that a bump that goes up and comes back is found too.
//
// O(n^2), of which every step is a few additions on whole rows. Keeps its working memory: one of it for each thread.
class EnergySplit {
 public:
  // Parts have at least `minimum` >= 1 values; a part of one has no distances within. Of equal splits the first.
  Split Best(std::span<const double> values, std::size_t minimum);

 private:
  void SumPrefixes(std::span<const double> values);

  std::vector<double> prefix_;        // [k]: the sum of distances within values[0, k)
  std::vector<double> prefix_share_;  // [k]: prefix_[k] / (k - 1)
  std::vector<double> scale_;         // [k]: 2 / k
  std::vector<double> count_;         // [k]: k
  std::vector<double> within_;        // [t]: the sum of distances within values[t, t + m), for the current m
  std::vector<double> within_before_;
  std::vector<double> within_two_before_;
  std::vector<double> best_;  // [t]: the largest Q of a left part that ends at t
};

// E-divisive of Matteson and James (2014), algorithms 1 and 2: the best split over all segments, as long as it is
// significant. Its p value is that of a permutation test: values are exchanged at random within every segment, and
// p = (1 + b) / (1 + B), where b of B permutations have a split at least as good. That is never 0 and never below its
// level (Phipson and Smyth 2010); b / (B + 1), which others use, is.
class EDivisive {
 public:
  struct Settings {
    double level = 0.005;
    int permutations = 199;
    std::size_t minimum_segment = 3;  // a single strange run is no change
    std::uint64_t seed = 1;           // equal input, equal points
  };

  EDivisive() = default;
  explicit EDivisive(const Settings& settings) : settings_(settings) {}

  // Finds change points, in the order of their index. Throws std::invalid_argument where a value is not finite.
  std::vector<ChangePoint> Find(std::span<const double> values);

 private:
  Split BestOf(std::span<const double> values, const std::vector<std::size_t>& ends);
  bool PermutationReaches(std::span<const double> values, const std::vector<std::size_t>& ends, double divergence);
  double PValue(std::span<const double> values, const std::vector<std::size_t>& ends, double divergence);

  Settings settings_;
  EnergySplit split_;
  std::vector<double> permuted_;
  std::uint64_t state_ = 0;
};

// The divisor of a variance.
enum class Divisor { kDegrees, kCount };  // n - 1, n

struct TwoSampleT {
  double difference = 0;  // mean of the right sample minus mean of the left one
  double t = 0;           // 0 where all values are equal, infinite where only those of each sample are
  double degrees = 0;

  // Two-sided; 1 where there are no degrees of freedom.
  double PValue() const;
};

// Student's test of equal means with pooled variance. kCount gives variances with divisor n to formulas that expect
// n - 1, as Apache Otava does: p values are then too small (0.0198 at a nominal 0.01 for 3 against 3 values).
TwoSampleT StudentTest(std::span<const double> left, std::span<const double> right, Divisor divisor);

// The |t| from which on PValue() is at most `level`.
double StudentCritical(double level, double degrees);

// Change points as Apache Otava (once "Hunter") finds them: Fleming et al. (2023), "Hunter: Using Change Point
// Detection to Hunt for Performance Regressions", ICPE, section 3. Windows that move by half their width (or to the
// last change point) are divided at their best splits, as long as a t test of the two neighbouring segments has p <= 10
// times the level; then the weakest point is dropped, and its neighbours tested anew, until all are below the level
// and move the mean by more than `smallest_change`. No random numbers; faster than E-divisive; blind to what happens
// more slowly than a window is wide, and its p values forget that the split was chosen.
class WindowedT {
 public:
  struct Settings {
    std::size_t window = 50;
    double level = 0.001;
    double smallest_change = 0;  // of the mean, in units of the values
    std::size_t minimum_segment = 3;
    Divisor divisor = Divisor::kDegrees;
    // Otava, when it drops a point, tests the right neighbour anew and the one behind that, and leaves the left one
    // with the p value that it had beside the dropped point. We test the two neighbours.
    bool left_neighbor_stays = false;

    // These settings give the same points as Otava's own code (1ceb153 of 2026-04), its defects included.
    static Settings AsOtava();
  };

  WindowedT() : WindowedT(Settings{}) {}
  explicit WindowedT(const Settings& settings);

  // Finds change points, in the order of their index. Throws std::invalid_argument where a value is not finite.
  std::vector<ChangePoint> Find(std::span<const double> values);

 private:
  struct Weak {
    std::size_t index = 0;
    double p_value = 1;
    double change = 0;
  };
  std::vector<std::size_t> Divide(std::span<const double> values);
  std::vector<std::size_t> DivideWindow(std::span<const double> window);
  bool IsWeakPoint(std::span<const double> left, std::span<const double> right);
  Weak Test(std::span<const double> values, const std::vector<Weak>& points, std::size_t place) const;
  std::size_t Weakest(const std::vector<Weak>& points) const;  // points.size() where all may stay

  Settings settings_;
  EnergySplit split_;
  std::vector<double> critical_;  // [degrees of freedom]: the |t| of a weak point
};

}  // namespace mpigauge

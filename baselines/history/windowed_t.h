#pragma once

#include <span>
#include <vector>

#include "baselines/history/change_point.h"
#include "baselines/history/energy_split.h"
#include "baselines/history/student.h"

namespace mpigauge {

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

    // What gives the points of Otava's own code (1ceb153 of 2026-04), its defects included.
    static Settings AsOtava();
  };

  WindowedT() : WindowedT(Settings{}) {}
  explicit WindowedT(const Settings& settings);

  // In the order of their index. Throws std::invalid_argument where a value is not finite.
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

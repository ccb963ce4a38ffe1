#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace mpigauge {

// The chance of each commit to be the first slow one, after noisy answers: the posterior of probabilistic bisection
// (Horstein 1963; Waeber, Frazier and Henderson 2013), with likelihoods instead of answers that are wrong with a known
// chance.
//
// Commits are numbered from the good end, 0, to the bad one; 1 to `suspects` (the bad one) can be the first slow one,
// each with the same chance beforehand. An answer is the difference of the logarithms of a commit's time and the good
// one's in a pair of launches. Before the first slow commit it lies about 0, from it on about d > 0, with Student's t
// times s: wild launches do not decide. How large d and s are, and how heavy the tails (kDegrees, each as likely), is
// not known either; they are integrated out on a grid about what the ends showed (flat in log d and log s). So the
// posterior says how sure one is however few pairs there are of the ends.
class BisectPosterior {
 public:
  // Degrees of freedom: tails from wild to normal.
  static constexpr std::array<double, 3> kDegrees = {2.5, 6, 200};

  // `ends`: differences of the bad end, at least two, of which the mean is positive. They are answers too.
  BisectPosterior(std::size_t suspects, std::span<const double> ends);

  void Add(std::size_t commit, double difference);

  // [k - 1]: the chance that commit k is the first slow one. They sum to 1.
  std::vector<double> Chances() const;

 private:
  struct Point {
    double d = 0;
    double s = 0;
    double degrees = 0;
    double norm = 0;  // logarithm of the density's factor
    double LogDensity(double value) const;
  };
  void MakeGrid(std::span<const double> ends);

  std::vector<Point> grid_;
  std::vector<double> all_slow_;  // [grid] log likelihood where all commits are slow
  // [grid] by commit: how much more likely its answers are where it is fast, as a logarithm.
  std::map<std::size_t, std::vector<double>> if_fast_;
};

}  // namespace mpigauge

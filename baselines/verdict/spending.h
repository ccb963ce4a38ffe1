#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace mpigauge {

// A group-sequential test watches a statistic that is standard normal at every look and has correlation
// sqrt(n_i / n_j) between looks i < j (n: information, such as launches): a Brownian motion at the times n. This
// is its density over the paths on which the test went on so far, by the recursive numerical integration of
// Armitage, McPherson and Rowe (1969); Jennison and Turnbull, Group Sequential Methods, chapter 19.
class ContinuationDensity {
 public:
  // The chance that no look before ended the test and the one at `information` is above `z`. `information` exceeds
  // that of the last look.
  double UpperTail(double information, double z) const;

  // The look at `information` did not end the test: its statistic was between `low` and `high` (infinite allowed).
  void Continue(double information, double low, double high);

 private:
  struct Node {
    double value;   // of the Brownian motion
    double weight;  // the probability that it stands for
  };
  std::vector<Node> nodes_ = {{0, 1}};
  double information_ = 0;
};

// P(Z > z) of a standard normal Z.
double NormalUpperTail(double z);

// A plan of looks whose budget are `most` launches a side: 6, 8, 10, 14, 20, each later one 1.4 times as many, and the
// budget itself; in that simulation the best of those compared. Fewer than six allow no look but the last.
std::vector<int> LooksUpTo(int most);

// Launches a side where nobody says how many. From 35 on no series could pass at the first look, which has six of each:
// their smallest p is 1 / 924, and the look has 1.5% (6 / 35)^1.5 of the chance to miss a slowdown (SuiteSettings).
constexpr int kMostLaunches = 32;

// The one-sided level of every look, so that the chance of crossing any of them up to look k, where nothing is to be
// found, is what may be spent by then (Lan and DeMets 1983). `spent` ascends; `information` are the looks' sizes in
// any unit (m n / (m + n) for two samples); a look that adds none has the level 0 and leaves its share to the next.
// Exact for statistics that are jointly normal, as the rank sum is to a good approximation.
std::vector<double> NominalLevels(std::span<const double> spent, std::span<const double> information);

// The levels of one plan of looks for any alpha, computed once for each.
class SpendingPlan {
 public:
  // `looks`: launches a side at which one looks; the last is the budget.
  explicit SpendingPlan(std::vector<int> looks);

  const std::vector<int>& looks() const { return looks_; }
  double SpentAt(std::size_t look, double alpha) const;

  // The level of look `information.size() - 1`; `information` is that of the looks made so far, which may differ
  // from the plan where launches failed.
  double Level(double alpha, const std::vector<double>& information);

 private:
  std::vector<int> looks_;
  std::map<std::pair<double, std::vector<double>>, double> known_;
};

}  // namespace mpigauge

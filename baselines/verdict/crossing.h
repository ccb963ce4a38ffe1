#pragma once

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

}  // namespace mpigauge

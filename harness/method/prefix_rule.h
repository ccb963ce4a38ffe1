#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/method/stopping_rule.h"

namespace mpigauge {

// ReproMPI's coefficient of variation (Hunold and Carpen-Amarie): the mean without outliers, or the median, of all
// observations, of all but the last, ... of all but the last nine; enough is a standard deviation of these ten
// below epsilon (0.01) times their mean. Looked at after n_0 observations, then n_i + step 2^i: batches double.
// Neighbouring prefixes hold nearly the same values, so this says that the number has settled, not that it is
// precise; `median-interval` says the latter.
class PrefixRule : public StoppingRule {
 public:
  using Statistic = double (*)(std::span<const double> sorted);
  static double Mean(std::span<const double> sorted);  // within Tukey's fences, of more than ten
  static double Median(std::span<const double> sorted);

  PrefixRule(const StoppingOptions& options, Statistic statistic);

 private:
  void Observe(double seconds, std::int64_t operations) override;
  bool Satisfied() const override { return satisfied_; }
  bool Judge() const;

  Statistic statistic_;
  double epsilon_;
  std::vector<double> sample_;
  std::size_t next_look_;
  std::size_t step_;
  bool satisfied_ = false;  // at the last look
};

}  // namespace mpigauge

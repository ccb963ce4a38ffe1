#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mpigauge {

// When a visit has enough. `name` is one of StoppingRuleNames(); the first three hold for each visit, whatever the
// rule: none goes on beyond the most or (but for `fixed`) the budget, and none ends below the least before the budget
// is exceeded twentyfold, or 200 starts more than the most were late.
struct StoppingOptions {
  std::int64_t least_observations = 5;
  std::int64_t most_observations = 100;
  std::int64_t budget_ns = 5'000'000;  // of the kept part; may be exceeded to reach the least
  std::string name = "budget";
  // The relative precision that is enough; each rule has its own default.
  std::optional<double> epsilon = std::nullopt;
  double confidence = 0.95;    // `median-interval`
  double tick_seconds = 1e-9;  // `least-time`, `relative-standard-error`: resolution of the timer in use
  std::int64_t step = 10;      // `cov-mean`, `cov-median`: growth of the first batch
};

// Decides when a series has been observed often enough. It is told every start and never reads a clock. The criterion
// is a property of all starts so far; its bounds (least, most, budget) hold for a visit. So a rule that its caller
// keeps from visit to visit judges the whole sample of the series and lets every visit be short once that is precise
// enough; a rule made for a visit judges this visit alone.
class StoppingRule {
 public:
  explicit StoppingRule(const StoppingOptions& options) : options_(options) {}
  virtual ~StoppingRule() = default;
  StoppingRule(const StoppingRule&) = delete;
  StoppingRule& operator=(const StoppingRule&) = delete;

  // A new visit: least, most and budget are those of `visit`, and count from here on; all else of it is ignored.
  // The sample stays.
  virtual void BeginVisit(const StoppingOptions& visit);

  // A valid observation: a batch of `operations` that took `seconds` for each. Cheap: constant time, but for
  // checkpoints that are spaced geometrically. Throws std::invalid_argument where `seconds` is not finite.
  void Add(double seconds, std::int64_t operations = 1);

  // A start that a rank missed: no observation, but it counts for the bounds.
  void AddLate();

  // `elapsed_ns` is the time since the first start that this visit keeps. True for ever from some time on,
  // whatever is told: the machine may be too slow or every start late.
  bool Enough(std::int64_t elapsed_ns) const;

  std::int64_t kept() const { return kept_; }  // in this visit
  // How many more this visit may keep.
  std::int64_t left() const { return options_.most_observations - kept_; }
  std::int64_t late() const { return late_; }

 protected:
  const StoppingOptions& options() const { return options_; }

 private:
  virtual void Observe(double seconds, std::int64_t operations) = 0;
  virtual void ObserveLate() {}
  virtual bool Satisfied() const = 0;

  StoppingOptions options_;
  std::int64_t kept_ = 0;
  std::int64_t late_ = 0;
};

// The names that MakeStoppingRule knows:
//   budget                   the bounds alone
//   fixed                    exactly `most_observations`, the budget exceeded up to twentyfold
//   least-time               total time of at least tick / epsilon [SK8], epsilon 0.01
//   relative-standard-error  standard error of the mean below epsilon of it [SK7], epsilon 0.03 (SKaMPI's reports),
//                            and a total time of at least tick / epsilon [SK8]
//   mpiperf-1                more than 100 starts, late ones too, or more than 30 valid ones [KU7]
//   mpiperf-2                relative standard error at most 0.05 of at least 10 valid ones [KU7]
//   median-interval          interval of the median narrower than epsilon of it, epsilon 0.02
//   cov-mean, cov-median     the running mean, or median, of ReproMPI has settled to epsilon, 0.01
const std::vector<std::string>& StoppingRuleNames();

// Throws UsageError where the name is unknown, with the names that there are, or where a value has no meaning.
std::unique_ptr<StoppingRule> MakeStoppingRule(const StoppingOptions& options);

}  // namespace mpigauge

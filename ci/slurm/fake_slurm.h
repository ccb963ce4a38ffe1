#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ci/slurm/slurm.h"

namespace mpigauge {

// A Slurm whose jobs go on by one step each time they are looked at. The last step stays.
class FakeSlurm : public Slurm {
 public:
  using Look = std::optional<std::vector<TaskState>>;

  // Sets the result of the next looks. `happens` is what the tasks do just before.
  void Next(Look look, std::function<void()> happens = nullptr) {
    steps_.push_back({std::move(look), std::move(happens)});
  }

  void RequireAnswer() override {}
  std::string Submit(const std::vector<std::string>& arguments) override {
    submitted = arguments;
    return "17";
  }
  Look Tasks(const std::string&) override {
    ++looks;
    if (steps_.empty()) return std::vector<TaskState>{};
    const Step step = steps_.front();
    if (steps_.size() > 1) steps_.erase(steps_.begin());
    if (step.happens) step.happens();
    return step.look;
  }
  std::vector<std::string> JobsOfName(const std::string&) override { return known; }
  void Cancel(const std::string& job_id) override { cancelled = job_id; }
  std::map<int, std::string> CancelledBy(const std::string&) override { return cancelled_by; }

  std::vector<std::string> submitted;
  std::string cancelled;
  std::vector<std::string> known;  // jobs of our name
  std::map<int, std::string> cancelled_by;
  int looks = 0;

 private:
  struct Step {
    Look look;
    std::function<void()> happens;
  };
  std::vector<Step> steps_;
};

}  // namespace mpigauge

#include "ci/gate/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "baselines/compare/other_figures.h"
#include "baselines/named/stored_side.h"
#include "baselines/verdict/means.h"
#include "baselines/verdict/tails.h"
#include "ci/gate/sides.h"
#include "ci/gate/suite.h"
#include "ci/launch/campaign_state.h"

namespace mpigauge {
namespace {

// A tail or a mean with this p by itself is launched on. Six launches of each library, one pair of them at a time, have
// no smaller one than 1/64.
constexpr double kWorthALook = 0.02;

// Names of series, and the controls; nothing where there are no names.
std::vector<std::string> WithControls(std::vector<std::string> names, const std::vector<std::string>& controls) {
  if (!names.empty()) names.insert(names.end(), controls.begin(), controls.end());
  return names;
}

}  // namespace

SideBySide::SideBySide(std::unique_ptr<Launches> launches, const Launches::Deadline& deadline, std::ostream* progress,
                       Store& store)
    : launches_(std::move(launches)), deadline_(deadline), store_(store), progress_(progress) {
  const std::vector<CampaignRun> runs = launches_->Runs();
  for (std::size_t i = 0; i < 2; ++i) sides_[i].label = runs[i].library;
}

// Returns the launches of the store that no look has seen yet, with their observations. The remains of lost launches go
// to the side.
std::vector<LaunchRecord> SideBySide::NewLaunches(std::size_t side) {
  std::vector<LaunchRecord> fresh = store_.runs().Launches(run_id(side), LaunchDetail::kObservations, looked_at_);
  std::erase_if(fresh, [this](const LaunchRecord& launch) { return launch.launch_index >= launches_->launched(); });
  Side all{"", std::move(fresh)};
  SeparateLost(all);
  for (LaunchRecord& launch : all.lost) {
    for (SeriesRecord& series : launch.series) series.passes.clear();
    sides_[side].lost.push_back(std::move(launch));
  }
  return std::move(all.launches);
}

// The observations are not needed on the sides any more. How they lie in classes stays, and so does what was counted in
// each pass.
void SideBySide::Keep(const Fresh& fresh) {
  const auto add = [](const std::vector<LaunchRecord>& launches, Side& side) {
    for (const LaunchRecord& launch : launches) {
      for (SeriesRecord& series : side.launches.emplace_back(launch).series) {
        for (Pass& pass : series.passes) pass.observations_seconds = pass.local_seconds = {};
      }
    }
  };
  add(fresh.baseline, sides_[0]);
  add(fresh.candidate, sides_[1]);
}

SideBySide::Fresh SideBySide::Launch(int launches, const std::vector<std::string>& only) {
  launches_->Launch(launches, only, deadline_);
  Fresh fresh{NewLaunches(0), NewLaunches(1)};
  looked_at_ = launches_->launched();
  alignment_.Align(fresh.baseline, fresh.candidate);
  Keep(fresh);
  return fresh;
}

void SideBySide::RequireBothSides() const {
  const std::vector<CampaignRun> runs = launches_->Runs();
  // Launches end with the first one of a candidate that cannot be started; the baseline has none then, and no fault.
  if (runs[0].complete == 0 && runs[0].problems.empty() && !runs[1].problems.empty()) RequireLaunches(runs[1]);
  RequireLaunches(runs[0]);
  const bool works_not = CountLost(sides_[1]) > 0;  // where the baseline works: that is an answer
  if (runs[1].interrupted || !works_not) RequireLaunches(runs[1]);
}

bool SideBySide::HasBothSides() const {
  return !sides_[0].launches.empty() && (!sides_[1].launches.empty() || CountLost(sides_[1]) > 0);
}

void SideBySide::LaunchUntilDecided(const std::vector<SuiteSeries>& suite, const std::vector<std::string>& controls,
                                    SuiteDecision& decision) {
  for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
    const std::vector<std::string> names = NamesOf(suite, request.series);
    if (progress_ != nullptr && !launches_->stopped()) {
      *progress_ << fmt::format("{} of {} series need {} more launches of each library\n", names.size(), suite.size(),
                                request.launches_a_side);
    }
    Fresh fresh;
    if (!launches_->stopped()) {
      fresh = Launch(request.launches_a_side, WithControls(names, controls));
      if (!launches_->out_of_time()) RequireBothSides();
    }
    if (fresh.baseline.empty() || fresh.candidate.empty()) {
      decision.Stop();
      break;
    }
    decision.Add(LogsOf(fresh.baseline, names), LogsOf(fresh.candidate, names),
                 CirclesOf(fresh.baseline, fresh.candidate), FloorsOf(fresh.baseline, fresh.candidate, names));
  }
}

void SideBySide::LookAtTails(const CompareSettings& settings, int most, const std::vector<std::string>& controls) {
  if (launches_->stopped() || sides_[0].launches.empty() || sides_[1].launches.empty()) return;
  std::map<int, std::vector<std::string>> wanted;  // by how many launches are missing
  for (const SeriesComparison& one : Compare(sides_[0], sides_[1], settings).series) {
    const double level = std::max(kTailShare * settings.alpha, kWorthALook);
    if (!TailLooksWorse(one, level) && !MeanLooksWorse(one, level)) continue;
    const auto made = static_cast<int>(std::max(one.baseline_seconds.size(), one.candidate_seconds.size()));
    if (made < most) wanted[most - made].push_back(one.name);
  }
  for (const auto& [more, names] : wanted) {
    if (launches_->stopped()) return;
    if (progress_ != nullptr) {
      *progress_ << fmt::format("the tails or means of {} series look worse: {} more launches of each library\n",
                                names.size(), more);
    }
    Launch(more, WithControls(names, controls));
  }
}

std::vector<std::string> SideBySide::Problems() const {
  std::vector<std::string> problems;
  for (const CampaignRun& run : launches_->Runs()) {
    problems.insert(problems.end(), run.problems.begin(), run.problems.end());
  }
  return problems;
}

std::string SideBySide::CostText() const {
  const std::vector<CampaignRun> runs = launches_->Runs();
  const std::string why = launches_->out_of_time() ? "; the time of --budget is spent" : "";
  return fmt::format("{}+{} launches{}", runs[0].complete, runs[1].complete, why);
}

}  // namespace mpigauge

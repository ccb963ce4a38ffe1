#include "ci/bisect/measured_commits.h"

#include <cmath>

#include "base/error.h"
#include "baselines/compare/turn_alignment.h"

namespace mpigauge {
namespace {

constexpr int kMostTries = 3;  // of a pair, before the commit is given up

bool SharesASeries(const BisectPair& pair) {
  for (const auto& [series, value] : pair.asked) {
    if (pair.good.contains(series)) return true;
  }
  return false;
}

// Returns the logarithm of the median for each series that has one.
std::map<std::string, double> LogMediansOf(const std::vector<LaunchRecord>& launches) {
  std::map<std::string, double> medians;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (!series.fault && series.summary.median > 0) medians[series.name] = std::log(series.summary.median);
    }
  }
  return medians;
}

}  // namespace

MeasuredCommits::MeasuredCommits(const Commits& commits, Builds& builds, PlanOf plan_of, CampaignOptions options,
                                 Store& store)
    : commits_(commits), builds_(builds), plan_of_(std::move(plan_of)), options_(std::move(options)), store_(store) {}

std::map<std::size_t, std::string> MeasuredCommits::Failures() const {
  auto failures = builds_.Failures();
  for (auto& [commit, why] : failures) {
    if (std::filesystem::exists(builds_.Log(commit))) why += "; see " + builds_.Log(commit).string();
  }
  return failures;
}

void MeasuredCommits::Turn(std::size_t commit) {
  if (asked_ && asked_->commit == commit) return;
  asked_.reset();
  const std::vector<LaunchPlan> plans = {plan_of_(0), plan_of_(commit)};
  asked_.reset(new Asked{commit, {plans, options_, store_}, 0});
}

// The run's last launch with its passes, where it is complete.
std::vector<LaunchRecord> MeasuredCommits::LastLaunch(const CampaignRun& run) const {
  std::vector<LaunchRecord> launches = store_.runs().Launches(run.run_id, LaunchDetail::kObservations, asked_->blocks);
  std::erase_if(launches, [this](const LaunchRecord& launch) {
    return launch.launch_index != asked_->blocks || launch.status != LaunchStatus::kComplete;
  });
  return launches;
}

// One of each, if both finished.
std::optional<BisectPair> MeasuredCommits::OnePair() {
  asked_->campaign.Launch(1);
  const auto runs = asked_->campaign.Runs();
  for (const CampaignRun& run : runs) {
    if (run.interrupted) throw NotMeasured("stopped; finished launches are kept, and the same command resumes");
  }
  std::vector<LaunchRecord> good = LastLaunch(runs[0]);
  std::vector<LaunchRecord> asked = LastLaunch(runs[1]);
  TurnAlignment().Align(good, asked);  // where they took turns, what the machine did in a pass is no difference
  BisectPair pair{commits_.hash(asked_->commit), LogMediansOf(good), LogMediansOf(asked)};
  ++asked_->blocks;
  return SharesASeries(pair) ? std::optional(pair) : std::nullopt;
}

// The ends must be measured, the others need not.
std::optional<BisectPair> MeasuredCommits::GiveUp(std::size_t commit, const std::string& why) {
  asked_.reset();
  if (commit == suspects()) throw NotMeasured("the bad commit, {}, cannot be measured: {}", hash(commit), why);
  builds_.MarkUnusable(commit, "cannot be measured: " + why);
  return std::nullopt;
}

std::optional<BisectPair> MeasuredCommits::Measure(std::size_t commit) {
  try {
    Turn(commit);
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUsage || commit == suspects()) throw;
    return GiveUp(commit, error.what());
  }
  for (int i = 0; i < kMostTries && !asked_->campaign.stopped(); ++i) {
    if (auto pair = OnePair()) return pair;
  }
  const auto runs = asked_->campaign.Runs();
  if (runs[0].complete == 0) {
    // Where the other one was refused first, none of its launches was made.
    const auto& problems = runs[0].problems.empty() ? runs[1].problems : runs[0].problems;
    throw NotMeasured("the good commit, {}, cannot be measured: {}", hash(0),
                      problems.empty() ? "no launch" : problems.back());
  }
  return GiveUp(commit,
                runs[1].problems.empty() ? "it has no series that the good commit has" : runs[1].problems.back());
}

}  // namespace mpigauge

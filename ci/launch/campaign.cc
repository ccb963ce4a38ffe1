#include "ci/launch/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "ci/launch/campaign_state.h"
#include "ci/launch/launcher.h"
#include "ci/launch/progress.h"
#include "ci/launch/try_last.h"
#include "ci/network/keep_models.h"
#include "ci/process/stop_signals.h"
#include "harness/base/error.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

constexpr int kMostFailuresInARow = 3;

bool KeepRecord(const std::filesystem::path& file, const std::string& name, const std::filesystem::path& keep) {
  if (!std::filesystem::exists(file)) return false;
  std::filesystem::create_directories(keep);
  std::filesystem::copy_file(file, keep / name, std::filesystem::copy_options::overwrite_existing);
  return true;
}

// A whole launch that the store does not take stays in a file: it was measured, and may have taken long.
void PutAway(const LaunchRecord& record, const std::filesystem::path& file, const std::filesystem::path& keep,
             Store& store) {
  const std::string name = fmt::format("{}-{}.json", record.run_id, record.launch_index);
  if (!keep.empty()) KeepRecord(file, name, keep);
  try {
    store.AddLaunch(record);
  } catch (const Error& error) {
    const auto folder = std::filesystem::absolute(keep.empty() ? "mpigauge-not-stored" : keep);
    if (!KeepRecord(file, name, folder)) throw;
    throw Error(error.code(), fmt::format("{}\n  the launch is kept; later: mpigauge import {}", error.what(),
                                          (folder / name).string()));
  }
}

// How a stored launch ended, as it looked when it did.
LaunchOutcome OutcomeOf(const LaunchRecord& record) {
  LaunchOutcome outcome;
  outcome.status = record.status;
  outcome.text = record.status_text;
  for (const SeriesRecord& series : record.series) {
    if (series.fault && (series.fault->kind == "crash" || series.fault->kind == "hang")) outcome.running = series;
  }
  return outcome;
}

}  // namespace

// The files of running launches: in a folder that outlives us, or in one that does not.
struct Campaign::Files {
  explicit Files(const std::filesystem::path& folder) : path(folder), ours(folder.empty()) {
    if (!ours) return;
    std::string pattern = (std::filesystem::temp_directory_path() / "mpigauge-launches-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw NotMeasured("{}: cannot make a folder there", pattern);
    path = pattern;
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  ~Files() {
    std::error_code ignored;
    if (ours) std::filesystem::remove_all(path, ignored);
  }

  std::filesystem::path path;
  bool ours;
};

// One library of the campaign.
struct Campaign::Arm {
  LaunchPlan plan;
  MpiInstall install;
  std::filesystem::path folder;
  CampaignRun run;
  std::map<std::int64_t, LaunchOutcome> known;  // launches of before we were killed
  int failures_in_a_row = 0;
  TryLast last;

  bool MustStop() const { return run.interrupted || failures_in_a_row >= kMostFailuresInARow; }

  std::string Status() const {
    if (run.interrupted) return "interrupted";
    return run.complete > 0 ? "complete" : "failed";
  }

  // A launch has ended. The text says what went wrong, for people; empty: nothing.
  std::string Ended(const LaunchOutcome& outcome, int index) {
    last.Learn(outcome);
    failures_in_a_row = outcome.status == "failed" ? failures_in_a_row + 1 : 0;
    if (outcome.status == "complete") ++run.complete;
    if (outcome.text.empty()) return "";
    run.problems.push_back(fmt::format("launch {} of {}: {}", index + 1, run.library, outcome.text));
    return run.problems.back();
  }
};

Campaign::Campaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options, Store& store)
    : options_(options), store_(store), files_(std::make_unique<Files>(options.folder)) {
  for (const LaunchPlan& plan : plans) {
    Arm& arm = arms_.emplace_back();
    arm.plan = plan;
    arm.install = FindMpi(plan.library.mpi);
    if (arm.plan.library.label.empty()) arm.plan.library.label = arm.install.Name();
    arm.run.library = arm.plan.library.label;
  }
  // Only when all of them can be started is anything stored.
  const CampaignState state = OpenCampaignState(files_->path, FreshCampaignState(plans, options.seed));
  seed_ = state.seed;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    Arm& arm = arms_[i];
    arm.run.run_id = state.run_ids[i];
    arm.folder = files_->path / std::to_string(i);
    std::filesystem::create_directories(arm.folder);
    store.AddRun({arm.run.run_id, arm.run.library, state.started_at[i], "running", ToJson(arm.plan)});
    if (!files_->ours) TakeFinished(arm);
  }
}

Campaign::~Campaign() = default;

// What an earlier process of this campaign measured: what it stored, and what it had no time to store.
void Campaign::TakeFinished(Arm& arm) {
  for (const LaunchRecord& launch : store_.Launches(arm.run.run_id, Store::Detail::kSummaries)) {
    if (launch.status != "interrupted") arm.known[launch.launch_index] = OutcomeOf(launch);
  }
  static const std::regex kRecord(R"(launch-\d+\.json)");
  for (const auto& file : std::filesystem::directory_iterator(arm.folder)) {
    if (!std::regex_match(file.path().filename().string(), kRecord)) continue;
    const LaunchRecord record = ReadLaunchRecord(file.path());
    const bool fits = record.run_id == arm.run.run_id && WrongWorldSize(record, arm.plan.ranks).empty();
    if (!fits || arm.known.contains(record.launch_index)) continue;
    PutAway(record, file.path(), options_.keep_records, store_);
    arm.known[record.launch_index] = OutcomeOf(record);
  }
}

// Starts one launch and puts it away.
void Campaign::LaunchOne(Arm& arm, const std::vector<std::string>& only, Progress& progress) {
  LaunchPlan plan = Restricted(arm.plan, only);
  arm.last.AppendTo(plan.bench_arguments);
  const std::filesystem::path record = RecordPath(arm.folder, launched_);
  std::filesystem::remove(record);  // of a program that outlived its campaign
  LaunchOutcome outcome = mpigauge::Launch(plan, arm.install, {arm.run.run_id, launched_}, arm.folder);
  NoteFault(outcome);
  if (outcome.record) PutAway(*outcome.record, record, options_.keep_records, store_);
  std::filesystem::remove(record);
  std::filesystem::remove(record.string() + ".journal");
  arm.run.interrupted = outcome.interrupted || StopSignals::Requested();
  progress.Ended(outcome.seconds, arm.Ended(outcome, launched_));
}

// One launch of each library.
void Campaign::LaunchBlock(const std::vector<std::string>& only, Progress& progress) {
  for (const std::size_t i : BlockOrder(seed_, launched_, arms_.size())) {
    Arm& arm = arms_[i];
    const auto known = arm.known.find(launched_);
    if (known != arm.known.end()) {
      arm.Ended(known->second, launched_);
    } else {
      LaunchOne(arm, only, progress);
    }
    stopped_ = arm.MustStop();
    if (stopped_) break;
  }
  ++launched_;
}

// Of the next blocks, the launches that nobody has made yet.
int Campaign::Missing(int blocks) const {
  int missing = 0;
  for (const Arm& arm : arms_) {
    for (int block = launched_; block < launched_ + blocks; ++block) missing += arm.known.contains(block) ? 0 : 1;
  }
  return missing;
}

void Campaign::Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) {
  const StopSignals signals;  // a request is heard between launches too
  std::ostream silent(nullptr);
  Progress progress(options_.progress != nullptr ? *options_.progress : silent, options_.terminal, Missing(launches));
  for (const Arm& arm : arms_) store_.SetRunStatus(arm.run.run_id, "running");
  for (int block = 0; block < launches && !stopped_; ++block) {
    const auto begin = std::chrono::steady_clock::now();
    out_of_time_ = deadline && begin + block_time_ > *deadline;
    if (out_of_time_) break;
    LaunchBlock(only, progress);
    block_time_ = std::chrono::steady_clock::now() - begin;
  }
  progress.Finish();
  for (Arm& arm : arms_) {
    arm.run.interrupted = arm.run.interrupted || StopSignals::Requested();
    stopped_ = stopped_ || arm.run.interrupted;
    store_.SetRunStatus(arm.run.run_id, arm.Status());
    KeepNetworkModels(store_, arm.run.run_id);
  }
}

std::vector<CampaignRun> Campaign::Runs() const {
  std::vector<CampaignRun> runs;
  for (const Arm& arm : arms_) runs.push_back(arm.run);
  return runs;
}

MakeLaunches OnThisHost(const CampaignOptions& options, Store& store) {
  return [options, &store](const std::vector<LaunchPlan>& plans, const std::string& what) {
    CampaignOptions part = options;
    if (!part.folder.empty()) part.folder /= what;
    return std::make_unique<Campaign>(plans, part, store);
  };
}

std::vector<CampaignRun> RunCampaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options,
                                     Store& store) {
  Campaign campaign(plans, options, store);
  campaign.Launch(options.launches);
  return campaign.Runs();
}

}  // namespace mpigauge

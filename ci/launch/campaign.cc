#include "ci/launch/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

#include "ci/launch/launcher.h"
#include "ci/launch/progress.h"
#include "ci/launch/try_last.h"
#include "ci/process/stop_signals.h"
#include "harness/base/error.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

constexpr int kMostFailuresInARow = 3;

// A folder of its own for the files of running launches.
class WorkFolder {
 public:
  WorkFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mpigauge-launches-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw NotMeasured("{}: cannot make a folder there", pattern);
    path_ = pattern;
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

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

constexpr std::size_t kLongestArgument = 100000;  // bytes; Linux takes 128 KiB

LaunchPlan Restricted(LaunchPlan plan, const std::vector<std::string>& only) {
  const std::string filter = "--benchmark_filter=" + ExactlyThese(only);
  if (only.empty() || filter.size() > kLongestArgument) return plan;
  std::erase_if(plan.bench_arguments,
                [](const std::string& argument) { return argument.starts_with("--benchmark_filter"); });
  plan.bench_arguments.push_back(filter);
  return plan;
}

}  // namespace

// One library of the campaign.
struct Campaign::Arm {
  LaunchPlan plan;
  MpiInstall install;
  CampaignRun run;
  int failures_in_a_row = 0;
  TryLast last;

  bool MustStop() const { return run.interrupted || failures_in_a_row >= kMostFailuresInARow; }

  std::string Status() const {
    if (run.interrupted) return "interrupted";
    return run.complete > 0 ? "complete" : "failed";
  }
};

std::string NewRunId() {
  std::string uuid;
  std::ifstream("/proc/sys/kernel/random/uuid") >> uuid;
  return uuid;
}

Campaign::Campaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options, Store& store)
    : options_(options), store_(store), random_(options.seed != 0 ? options.seed : std::random_device{}()) {
  for (const LaunchPlan& plan : plans) {
    Arm arm{plan, FindMpi(plan.library.mpi), {}, 0, {}};
    if (arm.plan.library.label.empty()) arm.plan.library.label = arm.install.Name();
    arm.run.run_id = NewRunId();
    arm.run.library = arm.plan.library.label;
    arms_.push_back(std::move(arm));
  }
  // Only when all of them can be started is anything stored.
  auto started = std::chrono::system_clock::now();
  for (const Arm& arm : arms_) {
    store.AddRun({arm.run.run_id, arm.run.library, UtcMilliseconds(started), "running", ToJson(arm.plan)});
    started += std::chrono::milliseconds(1);  // the newest one is the last one
  }
}

Campaign::~Campaign() = default;

// Starts one launch and puts it away.
void Campaign::LaunchOne(Arm& arm, const std::vector<std::string>& only, Progress& progress) {
  const WorkFolder folder;
  LaunchPlan plan = Restricted(arm.plan, only);
  arm.last.AppendTo(plan.bench_arguments);
  LaunchOutcome outcome = mpigauge::Launch(plan, arm.install, {arm.run.run_id, blocks_}, folder.path());
  NoteFault(outcome);
  arm.last.Learn(outcome);
  if (outcome.record) PutAway(*outcome.record, RecordPath(folder.path(), blocks_), options_.keep_records, store_);
  arm.run.interrupted = outcome.interrupted || StopSignals::Requested();
  arm.failures_in_a_row = outcome.status == "failed" ? arm.failures_in_a_row + 1 : 0;
  std::string text;
  if (outcome.status == "complete") {
    ++arm.run.complete;
  } else {
    text = fmt::format("launch {} of {}: {}", blocks_ + 1, arm.run.library, outcome.text);
    arm.run.problems.push_back(text);
  }
  progress.Ended(outcome.seconds, text);
}

// One launch of each library.
void Campaign::LaunchBlock(const std::vector<std::string>& only, Progress& progress) {
  std::vector<std::size_t> order(arms_.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random_);
  for (const std::size_t i : order) {
    LaunchOne(arms_[i], only, progress);
    stopped_ = arms_[i].MustStop();
    if (stopped_) break;
  }
  ++blocks_;
}

void Campaign::Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) {
  const StopSignals signals;  // a request is heard between launches too
  std::ostream silent(nullptr);
  Progress progress(options_.progress != nullptr ? *options_.progress : silent, options_.terminal,
                    launches * static_cast<int>(arms_.size()));
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
  }
}

std::vector<CampaignRun> Campaign::Runs() const {
  std::vector<CampaignRun> runs;
  for (const Arm& arm : arms_) runs.push_back(arm.run);
  return runs;
}

void RequireLaunches(const CampaignRun& run) {
  if (run.interrupted) {
    throw NotMeasured("stopped; what was finished is kept in run {}: {} launch(es)", run.run_id, run.complete);
  }
  if (run.complete > 0) return;
  throw NotMeasured("{}: no launch ended well: {}", run.library,
                    run.problems.empty() ? "there was no time for one" : run.problems[0]);
}

std::vector<CampaignRun> RunCampaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options,
                                     Store& store) {
  Campaign campaign(plans, options, store);
  campaign.Launch(options.launches);
  return campaign.Runs();
}

}  // namespace mpigauge

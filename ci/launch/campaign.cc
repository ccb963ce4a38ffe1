#include "ci/launch/campaign.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
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

// One library of the campaign.
struct Arm {
  LaunchPlan plan;
  MpiInstall install;
  CampaignRun run;
  int failures_in_a_row = 0;
  TryLast last;
};

std::vector<Arm> MakeArms(const std::vector<LaunchPlan>& plans, Store& store) {
  std::vector<Arm> arms;
  for (const LaunchPlan& plan : plans) {
    Arm arm{plan, FindMpi(plan.library.mpi), {}, 0, {}};
    if (arm.plan.library.label.empty()) arm.plan.library.label = arm.install.Name();
    arm.run.run_id = NewRunId();
    arm.run.library = arm.plan.library.label;
    arms.push_back(std::move(arm));
  }
  // Only when all of them can be started is anything stored.
  for (const Arm& arm : arms) {
    store.AddRun({arm.run.run_id, arm.run.library, fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))), "running",
                  ToJson(arm.plan)});
  }
  return arms;
}

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

// Starts one launch and puts it away. What is special about it, or "".
std::string RunOne(Arm& arm, int index, const std::filesystem::path& keep, Store& store, double& seconds) {
  const WorkFolder folder;
  LaunchPlan plan = arm.plan;
  arm.last.AppendTo(plan.bench_arguments);
  LaunchOutcome outcome = Launch(plan, arm.install, {arm.run.run_id, index}, folder.path());
  seconds = outcome.seconds;
  NoteFault(outcome);
  arm.last.Learn(outcome);
  if (outcome.record) PutAway(*outcome.record, RecordPath(folder.path(), index), keep, store);
  arm.run.interrupted = outcome.interrupted;
  arm.failures_in_a_row = outcome.status == "failed" ? arm.failures_in_a_row + 1 : 0;
  if (outcome.status == "complete") {
    ++arm.run.complete;
    return "";
  }
  arm.run.problems.push_back(fmt::format("launch {} of {}: {}", index + 1, arm.run.library, outcome.text));
  return arm.run.problems.back();
}

bool MustStop(const Arm& arm) {
  return arm.run.interrupted || StopSignals::Requested() || arm.failures_in_a_row >= kMostFailuresInARow;
}

std::string FinalStatus(const Arm& arm) {
  if (arm.run.interrupted) return "interrupted";
  return arm.run.complete > 0 ? "complete" : "failed";
}

}  // namespace

std::string NewRunId() {
  std::string uuid;
  std::ifstream("/proc/sys/kernel/random/uuid") >> uuid;
  return uuid;
}

std::vector<CampaignRun> RunCampaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options,
                                     Store& store) {
  const StopSignals signals;  // a request is heard between launches too
  std::vector<Arm> arms = MakeArms(plans, store);
  std::mt19937_64 random(options.seed != 0 ? options.seed : std::random_device{}());
  std::ostream silent(nullptr);
  Progress progress(options.progress != nullptr ? *options.progress : silent, options.terminal,
                    options.launches * static_cast<int>(arms.size()));
  bool stop = false;
  for (int block = 0; block < options.launches && !stop; ++block) {
    std::vector<std::size_t> order(arms.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) {
      double seconds = 0;
      const std::string text = RunOne(arms[i], block, options.keep_records, store, seconds);
      progress.Ended(seconds, text);
      stop = MustStop(arms[i]);
      if (stop) break;
    }
  }
  progress.Finish();
  std::vector<CampaignRun> runs;
  for (Arm& arm : arms) {
    arm.run.interrupted = arm.run.interrupted || StopSignals::Requested();
    store.SetRunStatus(arm.run.run_id, FinalStatus(arm));
    runs.push_back(std::move(arm.run));
  }
  return runs;
}

}  // namespace mpigauge

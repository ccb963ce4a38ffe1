#include "ci/launch/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>

#include "base/error.h"
#include "base/plural.h"
#include "base/temporary_folder.h"
#include "baselines/store/owner.h"
#include "ci/launch/keep_models.h"
#include "ci/launch/launch_in_turns.h"
#include "ci/launch/launcher.h"
#include "ci/launch/progress.h"
#include "ci/process/stop_signals.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// Whether a campaign that goes on makes such a launch once more.
bool IsMadeAgain(LaunchStatus status) {
  return status == LaunchStatus::kInterrupted || status == LaunchStatus::kFailed;
}

// How a stored launch ended, as it looked when it did.
LaunchOutcome OutcomeOf(const LaunchRecord& record) {
  LaunchOutcome outcome;
  outcome.status = record.status;
  outcome.text = record.status_text;
  for (const SeriesRecord& series : record.series) {
    if (series.fault && (series.fault->kind == FaultKind::kCrash || series.fault->kind == FaultKind::kHang))
      outcome.running = series;
  }
  return outcome;
}

}  // namespace

// The files of running launches: in a folder that outlives us, or in one that does not.
struct Campaign::Files {
  explicit Files(const std::filesystem::path& folder) : path(folder), ours(folder.empty()) {
    if (ours) path = own.emplace("launches").path();
  }

  std::optional<TemporaryFolder> own;
  std::filesystem::path path;
  bool ours;
};

// One library of the campaign.
struct Campaign::Arm {
  LaunchPlan plan;
  MpiInstall install;
  std::filesystem::path folder;
  CampaignRun run;
  std::string name;                             // for people (SideName)
  std::map<std::int64_t, LaunchOutcome> known;  // launches of before we were killed

  RunStatus Status() const {
    if (run.interrupted) return RunStatus::kInterrupted;
    return run.complete > 0 ? RunStatus::kComplete : RunStatus::kFailed;
  }

  // Counts a launch that has ended. The text says what went wrong, for people; empty: nothing.
  std::string Count(const LaunchOutcome& outcome, int index) {
    if (outcome.status == LaunchStatus::kComplete) ++run.complete;
    if (outcome.text.empty()) return "";
    run.problems.push_back(fmt::format("launch {} of {}: {}", index + 1, name, outcome.text));
    return run.problems.back();
  }
};

Campaign::Campaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options, Store& store)
    : options_(options),
      store_(store),
      files_(std::make_unique<Files>(options.folder)),
      not_stored_(options.keep_records.empty() ? "mpigauge-not-stored" : options.keep_records),
      runner_(plans, options.turns, 1, turns_taken_) {
  for (const LaunchPlan& plan : plans) {
    Arm& arm = arms_.emplace_back();
    arm.plan = plan;
    arm.install = FindMpi(plan.library.mpi);
    RequireRoomForRanks(plan, RoomHere());
    if (arm.plan.library.label.empty()) arm.plan.library.label = arm.install.Name();
    arm.run.library = arm.plan.library.label;
  }
  // Only when all of them can be started is anything stored.
  CampaignState fresh = FreshCampaignState(plans, options.seed);
  if (auto left = files_->ours ? not_stored_.Take(fresh) : std::nullopt) fresh = *std::move(left);
  state_ = OpenCampaignState(files_->path, fresh);
  if (!files_->ours) RequireTrustedState(files_->path);
  seed_ = state_.seed;
  std::vector<std::string> labels;
  for (const Arm& arm : arms_) labels.push_back(arm.run.library);
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    Arm& arm = arms_[i];
    arm.name = SideName(labels, i);
    arm.run.run_id = state_.run_ids[i];
    arm.folder = files_->path / std::to_string(i);
    std::filesystem::create_directories(arm.folder);
    // In a folder that outlives us another process goes on with it.
    const std::string owner = files_->ours ? ThisProcess() : "";
    store.runs().Add(
        {arm.run.run_id, arm.run.library, state_.started_at[i], RunStatus::kRunning, ToJson(arm.plan), owner});
    TakeFinished(arm);
  }
  ThrowIfRefused();
}

Campaign::~Campaign() = default;

// Takes the launches that an earlier process of this campaign measured: what it stored, what it had no time to store,
// and what the store refused.
void Campaign::TakeFinished(Arm& arm) {
  for (const LaunchRecord& launch : store_.runs().Launches(arm.run.run_id, LaunchDetail::kSummaries)) {
    if (!IsMadeAgain(launch.status)) arm.known[launch.launch_index] = OutcomeOf(launch);
  }
  static const std::regex kRecord(R"(launch-\d+\.json)");
  for (const auto& file : std::filesystem::directory_iterator(arm.folder)) {
    if (std::regex_match(file.path().filename().string(), kRecord)) TakeFile(arm, file.path());
  }
  int taken = 0;
  for (const std::filesystem::path& file : not_stored_.FilesOf(arm.run.run_id)) {
    taken += TakeFile(arm, file) ? 1 : 0;
    if (!refusal_ && options_.keep_records.empty()) not_stored_.Remove(file);
  }
  if (taken > 0 && options_.progress != nullptr) {
    *options_.progress << fmt::format("{} of {} could not be stored before, and count now\n", Counted(taken, "launch"),
                                      arm.name);
  }
}

bool Campaign::TakeFile(Arm& arm, const std::filesystem::path& file) {
  const LaunchRecord record = ReadLaunchRecord(file);
  // The number of ranks of a launch that never began is not known.
  const bool is_head = record.environment.key.empty() && record.status != LaunchStatus::kComplete;
  const bool fits = record.run_id == arm.run.run_id && (is_head || WrongWorldSize(record, arm.plan.ranks).empty());
  if (!fits || arm.known.contains(record.launch_index)) return false;
  PutAway(record, file);
  if (!IsMadeAgain(record.status)) arm.known[record.launch_index] = OutcomeOf(record);
  return true;
}

// Stores a launch. Once the store has refused one, this and all further ones are kept in files.
void Campaign::PutAway(const LaunchRecord& record, const std::filesystem::path& file) {
  try {
    if (!refusal_) {
      store_.runs().AddLaunch(record);
      const std::filesystem::path& keep = options_.keep_records;
      if (keep.empty() || keep / NotStored::NameOf(record) == file || !std::filesystem::exists(file)) return;
      std::filesystem::create_directories(keep);
      std::filesystem::copy_file(file, keep / NotStored::NameOf(record),
                                 std::filesystem::copy_options::overwrite_existing);
      return;
    }
  } catch (const Error& error) {
    refusal_ = error;
  } catch (const std::filesystem::filesystem_error& error) {
    refusal_ = NotMeasured("{}", error.what());
  }
  stopped_ = true;
  not_stored_.Keep(record, file, state_);
}

void Campaign::ThrowIfRefused() const {
  if (refusal_) throw Error(refusal_->code(), refusal_->what() + not_stored_.Text());
}

// Makes launches here, of these series alone, and puts what they left into the store.
struct Campaign::Host : CircleHost {
  Host(Campaign& of, const std::vector<std::string>& series, const Deadline& until, Progress& shown)
      : campaign(of), only(series), deadline(until), progress(shown) {}

  bool MayBegin(const std::vector<BlockLaunch>&) override {
    if (deadline && std::chrono::steady_clock::now() >= *deadline) campaign.out_of_time_ = true;
    return !campaign.stopped();
  }

  TurnLaunch Prepare(const BlockLaunch& launch) override {
    const Arm& arm = campaign.arms_[launch.arm];
    TurnLaunch prepared{Restricted(arm.plan, only), arm.install, {arm.run.run_id, launch.index}, arm.folder};
    prepared.deadline = deadline;
    return prepared;
  }

  std::vector<LaunchOutcome> InTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed) override {
    TurnsShown shown;
    shown.measure = [&](int pass) { progress.Turns(static_cast<int>(launches.size()), pass); };
    shown.waits = [&](std::size_t i, double seconds) {
      const auto arm = std::find_if(campaign.arms_.begin(), campaign.arms_.end(),
                                    [&](const Arm& one) { return one.run.run_id == launches[i].id.run_id; });
      progress.Note(WaitsText(fmt::format("launch {} of {}", launches[i].id.index + 1, arm->name), seconds));
    };
    return LaunchInTurns(launches, seed, shown);
  }

  void Ended(const BlockLaunch& launch, LaunchOutcome& outcome, bool hopeless) override {
    if (campaign.stopped_ && !outcome.record) return;  // we stopped it before it began
    const bool cut_off = outcome.out_of_budget && outcome.status != LaunchStatus::kComplete;
    campaign.out_of_time_ = campaign.out_of_time_ || outcome.out_of_budget;
    if (cut_off) {  // one note tells of all of them
      ++campaign.cut_off_;
      outcome.text.clear();
    }
    Arm& arm = campaign.arms_[launch.arm];
    if (!StopSignals::Requested()) NoteHead({arm.run.run_id, launch.index}, outcome);
    NoteFault(outcome);
    const std::filesystem::path record = RecordPath(arm.folder, launch.index);
    if (outcome.record) campaign.PutAway(*outcome.record, record);
    if (!campaign.refusal_) RemoveRecord(arm.folder, launch.index);
    arm.run.interrupted = arm.run.interrupted || outcome.interrupted || StopSignals::Requested();
    campaign.stopped_ = campaign.stopped_ || arm.run.interrupted || hopeless;
    if (!cut_off) progress.Ended(outcome.seconds, arm.Count(outcome, launch.index));
  }

  Campaign& campaign;
  const std::vector<std::string>& only;
  const Deadline& deadline;
  Progress& progress;
};

// Returns the launches of the next blocks that nobody has made yet, in the order in which they are to begin. A campaign
// that was killed resumes with the order that it had drawn.
std::vector<BlockLaunch> Campaign::DueIn(int blocks) {
  std::vector<BlockLaunch> due;
  for (int block = launched_; block < launched_ + blocks; ++block) {
    for (const std::size_t i : BlockOrder(seed_, block, arms_.size())) {
      const BlockLaunch launch{static_cast<int>(i), block};
      const auto known = arms_[i].known.find(block);
      if (known == arms_[i].known.end()) {
        due.push_back(launch);
      } else {
        runner_.Learn(launch, known->second);
        arms_[i].Count(known->second, block);
      }
    }
  }
  return due;
}

// The number of launches of the next blocks that nobody has made yet.
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
  for (const Arm& arm : arms_) store_.runs().SetStatus(arm.run.run_id, RunStatus::kRunning);
  Host host(*this, only, deadline, progress);
  out_of_time_ = false;
  for (int done = 0, turns = 1; done < launches && !stopped(); done += turns) {
    turns = runner_.Turns(CircleLength(launches - done, options_.turns));
    const auto begin = std::chrono::steady_clock::now();
    out_of_time_ = deadline && begin + turns * block_time_ > *deadline;
    if (out_of_time_) break;
    const std::vector<BlockLaunch> due = DueIn(turns);
    launched_ += turns;
    runner_.Run(due, seed_ + static_cast<std::uint64_t>(launched_), host);
    block_time_ = (std::chrono::steady_clock::now() - begin) / turns;
  }
  progress.Finish();
  ThrowIfRefused();
  for (Arm& arm : arms_) {
    arm.run.interrupted = arm.run.interrupted || StopSignals::Requested();
    stopped_ = stopped_ || arm.run.interrupted;
    store_.runs().SetStatus(arm.run.run_id, arm.Status());
  }
}

void Campaign::End() {
  for (const Arm& arm : arms_) KeepDerived(store_, arm.run.run_id);
}

std::vector<CampaignRun> Campaign::Runs() const {
  std::vector<CampaignRun> runs;
  for (const Arm& arm : arms_) runs.push_back(arm.run);
  return runs;
}

std::vector<std::string> Campaign::Notes() const {
  std::vector<std::string> notes = NotesOf(turns_taken_);
  if (cut_off_ > 0)
    notes.push_back(
        fmt::format("--budget ended {} that had not finished; they do not count", Counted(cut_off_, "launch")));
  return notes;
}

MakeLaunches OnThisHost(const CampaignOptions& options, Store& store) {
  return [options, &store](const std::vector<LaunchPlan>& plans, const std::string& what) {
    CampaignOptions part = options;
    if (!part.folder.empty()) part.folder /= what;
    return std::make_unique<Campaign>(plans, part, store);
  };
}

}  // namespace mpigauge

#include "ci/pipeline/pipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "base/plural.h"
#include "ci/pipeline/lock.h"
#include "ci/pipeline/look.h"
#include "ci/pipeline/steps.h"
#include "ci/process/stop_signals.h"
#include "ci/slurm/slurm_campaign.h"

namespace mpigauge {
namespace {

constexpr int kMostFailures = 3;

struct Step {
  const char* from;
  const char* to;
  void (*run)(const PipelineTools&, Update&);
  bool needed;  // without it there is no verdict
};

constexpr std::array kSteps = {
    Step{"found", "built", BuildStep, true},       Step{"built", "judged", JudgeStep, true},
    Step{"judged", "exported", ExportStep, false}, Step{"exported", "reported", ReportStep, false},
    Step{"reported", "done", PromoteStep, false},
};

class Pipeline {
 public:
  Pipeline(const PipelineConfig& config, const PipelineOptions& options)
      : config_(config),
        options_(options),
        folder_(config.state),
        lock_(config.state, options.wait),
        store_(Store::Open(config.store, Store::Access::kWrite)) {}

  PipelineAnswer Run() {
    updates_ = folder_.Updates();
    LookAround();
    for (Update& update : updates_) {
      if (update.Ended()) continue;
      Finish(update);
      answer_.worked_on.push_back(update);
      KeepFindings(update);
      if (answer_.stopped) break;
    }
    Prune();
    return std::move(answer_);
  }

 private:
  void LookAround() {
    LibraryNews look = LookForLibraries(config_, updates_, GitSources::kBuild, options_.mpigauge);
    answer_.known = std::move(look.known);
    answer_.later = std::move(look.later);
    answer_.problems = std::move(look.problems);
    for (Update& update : look.fresh) {
      folder_.Write(update);
      options_.progress << fmt::format("{}: new: {} in {}\n", update.Id(), update.version, update.place);
      updates_.push_back(std::move(update));
    }
  }

  // Takes the update as far as it goes.
  void Finish(Update& update) {
    while (!update.Ended() && !answer_.stopped) {
      const auto* step =
          std::find_if(kSteps.begin(), kSteps.end(), [&](const Step& one) { return update.state == one.from; });
      if (step == kSteps.end()) {
        throw UsageError("{}: no such state '{}'; was it written by another version?", folder_.Of(update).string(),
                         update.state);
      }
      if (!Take(*step, update)) return;
    }
  }

  // Data that an update still needs stay: nothing goes while one is on its way.
  void Prune() {
    const bool all_ended =
        std::all_of(updates_.begin(), updates_.end(), [](const Update& update) { return update.Ended(); });
    if (!config_.prune || answer_.stopped || !all_ended) return;
    try {
      const auto old = store_.upkeep().RunsToPrune({config_.prune->keep_runs, config_.prune->older_than});
      for (const auto& run : old) store_.upkeep().DeleteRun(run.run_id);
      if (old.empty()) return;
      store_.upkeep().GiveRoomBack();
      options_.progress << fmt::format("pruned: {}, neither among the newest nor young\n", Counted(old.size(), "run"));
    } catch (const Error& error) {
      answer_.problems.push_back(fmt::format("not pruned: {}", error.what()));
    }
  }

  void KeepFindings(const Update& update) {
    for (const ShapeState& shape : update.shapes) {
      if (shape.verdict != "fail" && shape.verdict != "inconclusive") continue;
      if (auto comparison = GateOf(store_, shape)) answer_.findings.push_back(std::move(*comparison));
    }
  }

  // Returns false if the update cannot go on now.
  bool Take(const Step& step, Update& update) {
    try {
      step.run({config_, folder_, store_, options_.progress, options_.terminal, options_.mpigauge}, update);
      update.state = step.to;
      update.failures = 0;
      update.problem.clear();
      folder_.Write(update);
      return true;
    } catch (const JobNeedsPerson& job) {
      return Failed(step, update, job.what(), 1);  // nothing will change by itself
    } catch (const Error& error) {
      return Failed(step, update, error.what(), kMostFailures);
    }
  }

  // The step is tried `tries` times in all.
  bool Failed(const Step& step, Update& update, const std::string& text, int tries) {
    if (StopSignals::Requested()) {
      answer_.stopped = true;
      return false;
    }
    ++update.failures;
    update.problem = text;
    const bool enough = update.failures >= tries;
    if (enough && step.needed) update.state = "given up";
    if (enough && !step.needed) {
      update.notes.push_back(fmt::format("not {}: {}", step.to, text));
      update.state = step.to;
      update.failures = 0;
    }
    folder_.Write(update);
    answer_.problems.push_back(fmt::format("{}: {}", update.Id(), text));
    return enough && !step.needed;
  }

  const PipelineConfig& config_;
  const PipelineOptions& options_;
  const StopSignals signals_;
  StateFolder folder_;
  PipelineLock lock_;
  Store store_;
  std::vector<Update> updates_;
  PipelineAnswer answer_;
};

Update FindUpdate(const StateFolder& folder, const std::string& id) {
  std::vector<Update> found;
  std::vector<std::string> ids;
  for (Update& update : folder.Updates()) {
    ids.push_back(update.Id());
    if (update.Id().starts_with(id)) found.push_back(std::move(update));
  }
  if (found.size() == 1) return found[0];
  throw UsageError("{}: {} update '{}'; there are: {}", folder.path().string(), found.empty() ? "no" : "more than one",
                   id, fmt::join(ids, ", "));
}

}  // namespace

PipelineAnswer RunPipeline(const PipelineConfig& config, const PipelineOptions& options) {
  return Pipeline(config, options).Run();
}

PipelineAnswer PlanPipeline(const PipelineConfig& config, const std::string& mpigauge) {
  const StateFolder folder(config.state);
  const std::vector<Update> updates = folder.Updates();
  LibraryNews look = LookForLibraries(config, updates, GitSources::kLeave, mpigauge);
  PipelineAnswer answer;
  answer.known = std::move(look.known);
  answer.later = std::move(look.later);
  answer.problems = std::move(look.problems);
  std::copy_if(updates.begin(), updates.end(), std::back_inserter(answer.worked_on),
               [](const Update& update) { return !update.Ended(); });
  std::move(look.fresh.begin(), look.fresh.end(), std::back_inserter(answer.worked_on));
  std::vector<Update> planned;  // before this one
  for (Update& update : answer.worked_on) {
    try {
      if (update.state == "found") DrawUpShapes(config, folder, planned, update);
    } catch (const Error& error) {
      answer.problems.push_back(fmt::format("{}: {}", update.Id(), error.what()));
    }
    planned.push_back(update);
  }
  return answer;
}

ExitCode ExitCodeOf(const PipelineAnswer& answer) {
  const auto any = [&](const std::string& verdict) {
    return std::any_of(answer.worked_on.begin(), answer.worked_on.end(),
                       [&](const Update& update) { return update.Verdict() == verdict; });
  };
  if (any("fail")) return ExitCode::kFail;
  if (!answer.problems.empty() || answer.stopped) return ExitCode::kNotMeasured;
  return any("inconclusive") ? ExitCode::kInconclusive : ExitCode::kPass;
}

Update RetryUpdate(const PipelineConfig& config, const std::string& id) {
  const PipelineLock lock(config.state, false);
  const StateFolder folder(config.state);
  Update update = FindUpdate(folder, id);
  if (update.state != "given up") throw UsageError("{}: is {}, not given up", update.Id(), update.state);
  update.state = update.shapes.empty() ? "found" : "built";
  update.failures = 0;
  folder.Write(update);
  return update;
}

Update ForgetUpdate(const PipelineConfig& config, const std::string& id) {
  const PipelineLock lock(config.state, false);
  const StateFolder folder(config.state);
  Update update = FindUpdate(folder, id);
  std::filesystem::remove(folder.Of(update) / "update.json");  // first: without it the rest is nobody's
  std::filesystem::remove_all(folder.Of(update));
  return update;
}

}  // namespace mpigauge

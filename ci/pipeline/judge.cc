#include "ci/pipeline/judge.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/format/phrases.h"
#include "baselines/named/named.h"
#include "baselines/named/run_faults.h"
#include "ci/gate/finish_gate.h"
#include "ci/gate/gate_request.h"
#include "ci/launch/campaign.h"
#include "ci/library/identity.h"
#include "ci/slurm/slurm.h"
#include "ci/slurm/slurm_campaign.h"

namespace mpigauge {
namespace {

// A library that is installed anew before it is measured, or while it is, would get another's verdict.
void RequireSameLibrary(const PipelineTools& tools, const Update& update) {
  if (Identify(update.library, tools.mpigauge).hash == update.identity) return;
  throw NotMeasured("{}: was changed since it was found, and is another update now", update.place);
}

GateOptions OptionsFor(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  const PipelineConfig& config = tools.config;
  GateOptions options = OptionsOf(config.gate, config.measure.launches);
  options.patterns_must_match = false;  // a pattern may be for series of another shape
  options.first_launch_alone = !config.slurm;
  options.make_launches = LaunchesFor(tools, update, shape);
  options.progress = &tools.progress;
  options.libraries =
      InstalledLibraries(LibrariesOf(tools), config.slurm ? config.state : std::filesystem::path(), tools.mpigauge);
  return options;
}

// Its run is the first of the baseline. One that computed wrong data is none, and the verdict is fail.
void BeginBaseline(const PipelineTools& tools, const Update& update, ShapeState& shape) {
  const auto launches = LaunchesFor(tools, update, shape)({shape.plan}, kScreenPart);
  launches->Launch(tools.config.measure.launches, {}, DeadlineAfter(tools.config.gate.budget, "budget"));
  launches->End();
  const CampaignRun run = launches->Runs()[0];
  RequireLaunches(run);
  RequireSameLibrary(tools, update);
  shape.run_id = run.run_id;
  const RunFaults faults = FaultsOf(tools.store, run.run_id);
  if (faults.HasWrongData()) {
    shape.headline = fmt::format(
        "FAIL: no baseline {} is begun, since this library computed wrong data: {}; the next one may begin it",
        shape.baseline, FaultLines(faults).front());
    shape.verdict = VerdictName(Verdict::kFail);
    return;
  }
  const std::string note = fmt::format("begun by {}", update.Id());
  const Baseline baseline = tools.config.promote
                                ? Roll(tools.store, shape.baseline, tools.config.keep, {run.run_id}, note)
                                : Pin(tools.store, shape.baseline, {run.run_id}, note);
  shape.headline = "the first of its kind: " + BaselineTitle(baseline);
  shape.verdict = "baseline";
}

// All series that the store knows, of any run.
std::set<std::string> SeriesInStore(Store& store) {
  const std::vector<std::string> names = store.history().SeriesNames();
  return {names.begin(), names.end()};
}

bool MeasureAndJudge(const PipelineTools& tools, const Update& update, ShapeState& shape, Unmatched unmatched) {
  const AcceptanceCriteria criteria = ReadCriteria(tools.config.gate);  // before anything costs time
  const std::string& reference = shape.previous_run.empty() ? shape.baseline : shape.previous_run;
  GateAnswer answer = GateAgainstStored(tools.store, reference, shape.plan, OptionsFor(tools, update, shape));
  answer.previous_run_id = shape.previous_run;
  RequireSameLibrary(tools, update);
  const Tolerance tolerance = Tolerance::Parse(tools.config.gate.compare.tolerance);
  if (unmatched == Unmatched::kWait && !tolerance.WithoutMatch(SeriesInStore(tools.store)).empty()) return false;
  RequireTolerancesMatch(tools);
  for (const std::string& pattern : tolerance.WithoutMatch(SeriesOf(answer.comparison))) {
    answer.comparison.notes.push_back(
        fmt::format("the tolerance for '{}' is for no series that was compared here", pattern));
  }
  if (!shape.previous_run.empty()) {
    answer.comparison.notes.push_back(
        fmt::format("compared with the version before it, whatever the verdict of that was: {} (run {})",
                    shape.previous, shape.previous_run.substr(0, 8)));
  }
  FinishGate(tools.store, criteria, shape.baseline, answer, shape.gate_id);
  shape.run_id = answer.candidate_run_id;
  shape.headline = Headline(answer.comparison);
  if (!shape.previous.empty()) shape.headline += "; compared with " + shape.previous;
  shape.verdict = VerdictName(answer.comparison.verdict);
  return true;
}

}  // namespace

KeptLibraries LibrariesOf(const PipelineTools& tools) {
  return KeptLibraries(tools.config.libraries_folder, RealKeepTools(tools.mpigauge));
}

void RequireTolerancesMatch(const PipelineTools& tools) {
  Tolerance::Parse(tools.config.gate.compare.tolerance)
      .RequireMatches(SeriesInStore(tools.store), fmt::format("{}: tolerance", tools.config.file.string()));
}

bool JudgeShape(const PipelineTools& tools, const Update& update, ShapeState& shape, Unmatched unmatched) {
  RequireSameLibrary(tools, update);
  if (!shape.first) return MeasureAndJudge(tools, update, shape, unmatched);
  BeginBaseline(tools, update, shape);
  return true;
}

namespace {

MakeLaunches InJobs(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  SlurmCampaignOptions options = JobsFor(tools.config, tools.folder, update, shape);
  options.progress = &tools.progress;
  options.terminal = tools.terminal;
  return InSlurm(options, tools.store);
}

}  // namespace

SlurmCampaignOptions JobsFor(const PipelineConfig& config, const StateFolder& folder, const Update& update,
                             const ShapeState& shape) {
  SlurmCampaignOptions options =
      config.slurm->ToCampaign(shape.shape.nodes, shape.shape.ranks_per_node, folder.Of(update, shape));
  options.turns = config.gate.turns;
  options.submit_again = "mpigauge ci retry " + update.Id();
  options.more_time =
      fmt::format("a longer time in [slurm] of {}, then {}", config.file.string(), options.submit_again);
  return options;
}

MakeLaunches LaunchesFor(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  if (tools.make_launches) return tools.make_launches;
  if (tools.config.slurm) return InJobs(tools, update, shape);
  CampaignOptions options;
  options.turns = tools.config.gate.turns;
  options.folder = tools.folder.Of(update, shape);
  options.progress = &tools.progress;
  options.terminal = tools.terminal;
  return OnThisHost(options, tools.store);
}

}  // namespace mpigauge

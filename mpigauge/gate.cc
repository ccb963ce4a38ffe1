#include "ci/gate/gate.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "base/error.h"
#include "base/escape.h"
#include "base/manual/documentation.h"
#include "base/uuid.h"
#include "baselines/named/named.h"
#include "ci/gate/finish_gate.h"
#include "ci/gate/gate_request.h"
#include "ci/gate/library_access.h"
#include "ci/gate/promote.h"
#include "ci/launch/campaign.h"
#include "ci/launch/launches.h"
#include "ci/launch/plan.h"
#include "ci/library/identity.h"
#include "ci/slurm/slurm_campaign.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/output_options.h"
#include "mpigauge/resume.h"
#include "mpigauge/shared_options.h"
#include "mpigauge/slurm_options.h"

namespace mpigauge {
namespace {

struct GateCommandOptions {
  std::string baseline;
  std::string run;
  bool promote = false;
  bool git_bisect = false;  // RunCli knows what it means
  GateRequest request;
  DryRunOptions dry;
  LibraryOptions baseline_library;
  LibraryOptions candidate_library;
  MeasureOptions measure;
  std::string folder;
  ResumeOption resume;
  bool in_slurm = false;
  SlurmOptions slurm;
  OutputOptions output;
};

// How a gate makes launches in Slurm jobs.
SlurmCampaignOptions JobsOfGate(const GateCommandOptions& options, const CommandContext& context) {
  SlurmCampaignOptions campaign = options.slurm.ToCampaign(options.folder, options.measure, context.streams);
  campaign.turns = options.request.turns;
  return campaign;
}

// Makes launches on this host, or in Slurm jobs.
MakeLaunches LaunchesOf(const GateCommandOptions& options, const CommandContext& context, Store& store) {
  if (options.in_slurm) return InSlurm(JobsOfGate(options, context), store);
  CampaignOptions campaign = options.measure.ToCampaign(context.streams);
  campaign.folder = options.folder;
  campaign.turns = options.request.turns;
  return OnThisHost(campaign, store);
}

GateOptions OptionsFor(const GateCommandOptions& options, const CommandContext& context, Store& store) {
  GateOptions gate = OptionsOf(options.request, options.measure.request.launches);
  gate.make_launches = options.resume.Keeping(LaunchesOf(options, context, store), options.folder, context);
  gate.progress = &context.streams.err;
  gate.libraries = InstalledLibraries(context.Libraries(), options.in_slurm ? options.folder : "");
  gate.first_launch_alone = !options.in_slurm;
  gate.only_common_series = !options.in_slurm && !options.promote;
  return gate;
}

// Two libraries are told apart by their names, and one library with two settings by its role.
void LabelSides(LaunchPlan& baseline, LaunchPlan& candidate) {
  const auto name_of = [](Library library) {
    library.label.clear();
    std::ostringstream unread;  // a library that cannot be launched here is an error of its launches
    return LibraryName(library, unread);
  };
  const std::string older = name_of(baseline.library);
  const std::string newer = name_of(candidate.library);
  if (baseline.library.label.empty()) baseline.library.label = older != newer ? older : "baseline";
  if (candidate.library.label.empty()) candidate.library.label = older != newer ? newer : "candidate";
}

// The libraries that the gate launches: none where it judges a stored run, the candidate against a stored baseline, or
// the baseline and the candidate.
std::vector<LaunchPlan> PlansOf(const GateCommandOptions& options, const CommandContext& context) {
  if (!options.run.empty()) {
    if (options.baseline.empty()) throw UsageError("--run needs --baseline, the name of the runs to compare it with");
    return {};
  }
  LaunchPlan candidate = options.measure.PlanFor(options.candidate_library, "candidate-", context.streams.err);
  candidate.library.identity = IdentityIfKnown(candidate.library);
  if (!options.baseline.empty()) return {candidate};
  LaunchPlan baseline = options.measure.PlanFor(options.baseline_library, "baseline-", context.streams.err);
  LabelSides(baseline, candidate);
  return {baseline, candidate};
}

GateAnswer Decide(const GateCommandOptions& options, CommandContext& context, Store& store) {
  const std::vector<LaunchPlan> plans = PlansOf(options, context);
  const GateOptions gate = OptionsFor(options, context, store);
  if (plans.empty()) return GateStoredRun(store, options.baseline, options.run, gate);
  if (plans.size() == 1) return GateAgainstStored(store, options.baseline, plans[0], gate);
  return GateSideBySide(store, plans[0], plans[1], gate);
}

// Prints what the gate would measure at first, and what may follow.
ExitCode DryRun(const GateCommandOptions& options, const CommandContext& context) {
  const std::vector<LaunchPlan> plans = PlansOf(options, context);
  if (plans.empty()) {
    context.streams.out << "launches: none; run " << options.run << " is judged\n";
    return ExitCode::kPass;
  }
  const bool screens = plans.size() == 1;
  const GateRequest& request = options.request;
  const int first_look = LooksUpTo(request.max_launches)[0];
  const int launches = screens ? options.measure.request.launches : first_look;
  std::string more = fmt::format("up to {} if series are open", request.max_launches);
  if (screens) {
    more = fmt::format("if they do not pass, {} to {} of each library side by side", first_look, request.max_launches);
  }
  if (screens && !request.settle) more.clear();
  std::vector<DrySide> sides;
  for (const LaunchPlan& plan : plans) sides.push_back({plan, launches, more});
  if (!options.in_slurm) return PrintDryRun(options.dry, sides, std::nullopt, context);
  const SlurmCampaignOptions jobs = JobsOfGate(options, context);
  const DryJob first{FirstJob(plans, jobs, screens ? kScreenPart : kSettlePart, launches), jobs.request};
  return PrintDryRun(options.dry, sides, first, context);
}

ExitCode Execute(GateCommandOptions options, CommandContext& context) {
  if (options.resume.given()) return options.resume.Run(context);
  if (options.baseline.empty() && !options.baseline_library.given() && !options.candidate_library.given()) {
    throw UsageError(
        "nothing to compare with: give --baseline NAME for a stored one, or --baseline-mpi and --candidate-mpi (or "
        "-preload, -env) for two libraries side by side; see mpigauge gate --help");
  }
  if (!options.baseline.empty() && options.baseline_library.given()) {
    throw UsageError("--baseline is a stored one, --baseline-mpi and the like are measured now; give one of them");
  }
  if (options.in_slurm) options.slurm.Settle(options.measure);
  if (options.in_slurm && options.folder.empty())
    options.folder = SlurmOptions::DefaultFolder(options.dry.asked() ? "UUID" : NewUuid());
  options.output.Check();
  if (options.dry.asked()) return DryRun(options, context);
  const AcceptanceCriteria criteria = ReadCriteria(options.request);  // before anything costs time
  Store store = context.OpenStore(Store::Access::kWrite);
  if (options.promote) FindRolling(store, options.baseline);  // before anything costs time
  if (!options.baseline.empty() && !options.request.compare.tolerance.empty()) {
    options.request.compare.CheckTolerances(SeriesOf(context.FindCompared(options.baseline)));
  }
  GateAnswer answer = Decide(options, context, store);
  FinishGate(store, criteria, options.baseline, answer);
  options.output.Print(answer.comparison, context.streams);
  if (options.promote && answer.comparison.verdict == Verdict::kPass) {
    context.streams.err << TerminalEscaped(
                               PromotePassed(store, options.baseline, answer.candidate_run_id, answer.comparison))
                        << "\n";
  }
  return ExitCodeOf(answer.comparison.verdict);
}

void AddBaselineOptions(CLI::App& command, GateCommandOptions& options) {
  const InGroup group(command, kBaselineGroup);
  CLI::Option* baseline =
      command.add_option("--baseline", options.baseline, "A stored baseline, run, or folder of records")
          ->type_name("NAME");
  command.add_flag("--promote", options.promote, "After a pass, add the run to the rolling baseline")->needs(baseline);
}

void AddLaunchOptions(CLI::App& command, GateCommandOptions& options) {
  const InGroup group(command, kMeasureGroup);
  command.get_option("--launches")->description("Launches of the run that a stored baseline screens");
  command.add_option("--folder", options.folder, "Keep the gate's state here; it resumes from there")
      ->type_name("FOLDER");
}

}  // namespace

void AddGateCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<GateCommandOptions>();
  CLI::App* command = app.add_subcommand("gate", "Measure and compare; the exit code is the verdict");
  command->footer(R"(Examples:
  mpigauge gate --baseline release --output junit:mpigauge.xml
  mpigauge gate --baseline release --candidate-mpi /opt/openmpi-5.0.7
  mpigauge gate --baseline-mpi /opt/ompi-5.0.6 --candidate-mpi /opt/ompi-5.0.7
  mpigauge gate --candidate-env OMPI_MCA_btl=tcp,self --max-launches 40
  mpigauge gate --baseline nightly --promote     a pass adds the run to nightly
  mpigauge gate --baseline release --slurm --partition perf --nodes 2 --exclusive
  mpigauge gate --resume mpigauge-jobs/3f2a77c1  wait for jobs that --detach submitted
  mpigauge gate --baseline release --run latest  judge a stored run
  mpigauge gate --baseline release --trace traces=solver --fail-impact 2%)");
  AddBaselineOptions(*command, *options);
  options->baseline_library.AddTo(*command, "baseline-");
  options->candidate_library.AddTo(*command, "candidate-");
  command->add_option("--run", options->run, "Judge this stored run; measure nothing")
      ->type_name("RUN")
      ->group(kCandidateGroup);
  options->measure.AddTo(*command);
  AddLaunchOptions(*command, *options);
  options->dry.AddTo(*command);
  CLI::Option* in_slurm =
      command->add_flag("--slurm", options->in_slurm, "Measure in Slurm jobs; the nodes must see --folder")
          ->excludes("--keep-records")
          ->group(kSlurmGroup);
  options->slurm.AddTo(*command, in_slurm);
  AddSettings(*command, SettingsOf(options->request));
  command
      ->add_flag("--git-bisect", options->git_bisect,
                 "Exit codes for git bisect run (" + NameOfPage("use/bisect") + ")")
      ->group(kVerdictGroup);
  AddSettings(*command, SettingsOf(options->request.impact));
  {
    const InGroup group(*command, kApplicationsGroup);
    AddRegionOptions(*command, options->request.impact.program);
  }
  options->output.AddTo(*command);
  options->resume.AddTo(*command);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

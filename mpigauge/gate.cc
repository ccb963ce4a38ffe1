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
#include "ci/gate/library_access.h"
#include "ci/gate/promote.h"
#include "ci/launch/campaign.h"
#include "ci/launch/launches.h"
#include "ci/launch/plan.h"
#include "ci/launch/turns_taken.h"
#include "ci/library/identity.h"
#include "ci/slurm/slurm_campaign.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/impact_options.h"
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
  bool no_settle = false;
  bool promote = false;
  bool git_bisect = false;  // RunCli knows what it means
  int max_launches = kMostLaunches;
  std::string turns = "6";
  std::string budget;
  DryRunOptions dry;
  LibraryOptions baseline_library;
  LibraryOptions candidate_library;
  MeasureOptions measure;
  std::string folder;
  ResumeOption resume;
  bool in_slurm = false;
  SlurmOptions slurm;
  ImpactOptionTexts impact;
  CompareOptions compare;
  OutputOptions output;
};

// How a gate makes launches in Slurm jobs.
SlurmCampaignOptions JobsOfGate(const GateCommandOptions& options, const CommandContext& context) {
  SlurmCampaignOptions campaign = options.slurm.ToCampaign(options.folder, options.measure, context.streams);
  campaign.turns = ParseTurns(options.turns, "--turns");
  return campaign;
}

// Makes launches on this host, or in Slurm jobs.
MakeLaunches LaunchesOf(const GateCommandOptions& options, const CommandContext& context, Store& store) {
  if (options.in_slurm) return InSlurm(JobsOfGate(options, context), store);
  CampaignOptions campaign = options.measure.ToCampaign(context.streams);
  campaign.folder = options.folder;
  campaign.turns = ParseTurns(options.turns, "--turns");
  return OnThisHost(campaign, store);
}

GateOptions SettingsOf(const GateCommandOptions& options, const CommandContext& context, Store& store) {
  GateOptions gate;
  gate.compare = options.compare.ToSettings();
  gate.decision.looks = LooksUpTo(options.max_launches);
  gate.launches = options.measure.launches;
  gate.make_launches = options.resume.Keeping(LaunchesOf(options, context, store), options.folder, context);
  gate.progress = &context.streams.err;
  gate.libraries = InstalledLibraries(context.Libraries(), options.in_slurm ? options.folder : "");
  gate.settle = !options.no_settle;
  gate.first_launch_alone = !options.in_slurm;
  gate.deadline = DeadlineAfter(options.budget, "--budget");
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

GateAnswer Decide(const GateCommandOptions& options, CommandContext& context, Store& store) {
  const GateOptions gate = SettingsOf(options, context, store);
  if (!options.run.empty()) {
    if (options.baseline.empty()) throw UsageError("--run needs --baseline, the name of the runs to compare it with");
    return GateStoredRun(store, options.baseline, options.run, gate);
  }
  LaunchPlan candidate = options.measure.PlanFor(options.candidate_library, "candidate-", context.streams.err);
  candidate.library.identity = IdentityIfKnown(candidate.library);
  if (!options.baseline.empty()) return GateAgainstStored(store, options.baseline, candidate, gate);
  LaunchPlan baseline = options.measure.PlanFor(options.baseline_library, "baseline-", context.streams.err);
  LabelSides(baseline, candidate);
  return GateSideBySide(store, baseline, candidate, gate);
}

// The first job of a gate that measures in Slurm jobs.
std::optional<DryJob> FirstJobOf(const GateCommandOptions& options, const CommandContext& context,
                                 const std::vector<LaunchPlan>& plans, const std::string& part, int launches) {
  if (!options.in_slurm) return std::nullopt;
  const SlurmCampaignOptions campaign = JobsOfGate(options, context);
  return DryJob{FirstJob(plans, campaign, part, launches), campaign.request};
}

// Prints what the gate would measure; a stored baseline's library is measured side by side where its run cannot pass.
ExitCode DryRun(const GateCommandOptions& options, const CommandContext& context) {
  LaunchPlan candidate = options.measure.PlanFor(options.candidate_library, "candidate-", context.streams.err);
  const int first_look = LooksUpTo(options.max_launches)[0];
  if (!options.run.empty()) {
    context.streams.out << "launches: none; run " << options.run << " is judged\n";
    return ExitCode::kPass;
  }
  if (!options.baseline.empty()) {
    const std::string then = options.no_settle
                                 ? ""
                                 : fmt::format("if they do not pass, {} to {} of each library side by side", first_look,
                                               options.max_launches);
    const int launches = options.measure.launches;
    return PrintDryRun(options.dry, {{candidate, launches, then}},
                       FirstJobOf(options, context, {candidate}, kScreenPart, launches), context);
  }
  LaunchPlan baseline = options.measure.PlanFor(options.baseline_library, "baseline-", context.streams.err);
  LabelSides(baseline, candidate);
  const std::string more = fmt::format("up to {} if series are open", options.max_launches);
  return PrintDryRun(options.dry, {{baseline, first_look, more}, {candidate, first_look, more}},
                     FirstJobOf(options, context, {baseline, candidate}, kSettlePart, first_look), context);
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
  ParseTurns(options.turns, "--turns");
  if (options.dry.asked()) return DryRun(options, context);
  const AcceptanceCriteria criteria = ReadCriteria(options.compare.ReadWaivers(), options.impact.ToSettings());
  Store store = context.OpenStore(Store::Access::kWrite);
  if (options.promote) FindRolling(store, options.baseline);  // before anything costs time
  if (!options.baseline.empty() && !options.compare.tolerance.empty()) {
    options.compare.CheckTolerances(SeriesOf(context.FindCompared(options.baseline)));
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
  command.add_flag("--no-settle", options.no_settle, "Measure nothing side by side with a stored baseline");
}

void AddLaunchOptions(CLI::App& command, GateCommandOptions& options) {
  const InGroup group(command, kMeasureGroup);
  command.get_option("--launches")->description("Launches of the run that a stored baseline screens");
  command.add_option("--max-launches", options.max_launches, "Most launches of each library side by side")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--turns", options.turns, "Launches of each library that take turns, or off")
      ->type_name("N|off")
      ->capture_default_str();
  command.add_option("--budget", options.budget, "Start no launch that would not end within this time")
      ->type_name("TIME");
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
  options->compare.AddTo(*command);
  command
      ->add_flag("--git-bisect", options->git_bisect,
                 "Exit codes for git bisect run (" + NameOfPage("use/bisect") + ")")
      ->group(kVerdictGroup);
  options->impact.AddTo(*command);
  options->output.AddTo(*command);
  options->resume.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge

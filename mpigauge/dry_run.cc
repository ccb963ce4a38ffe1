#include "mpigauge/dry_run.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/escape.h"
#include "base/units.h"
#include "ci/launch/launchers.h"
#include "ci/pipeline/pipeline.h"
#include "ci/pipeline/status.h"
#include "ci/process/process.h"
#include "mpigauge/shared_options.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr double kListTimeoutSeconds = 60;

// The median time of a launch of the newest run that was started alike, and when that was.
struct PastLaunches {
  double seconds = 0;
  std::string started_at;
};

bool StartedAlike(const Run& run, const LaunchPlan& plan) {
  if (!run.plan.is_object() || run.plan.empty()) return false;
  const LaunchPlan past = PlanFromJson(run.plan, run.run_id);
  return past.ranks == plan.ranks && past.bench_arguments == plan.bench_arguments;
}

std::optional<PastLaunches> FindPast(const LaunchPlan& plan, const CommandContext& context) {
  if (!context.HasStore()) return std::nullopt;
  Store store = context.OpenStore(Store::Access::kRead);
  for (const Run& run : store.Runs()) {
    if (!StartedAlike(run, plan)) continue;
    std::vector<double> seconds;
    for (const LaunchRecord& launch : store.Launches(run.run_id, Store::Detail::kHeads)) {
      if (launch.status == LaunchStatus::kComplete) seconds.push_back(launch.duration_seconds);
    }
    if (!seconds.empty()) return PastLaunches{Summarize(seconds).median, run.started_at};
  }
  return std::nullopt;
}

std::string TimeText(const DrySide& side, const CommandContext& context) {
  const auto past = FindPast(side.plan, context);
  if (!past) return "not known: no run with these arguments and as many ranks is stored";
  return fmt::format("about {} (a launch took {} on {})", FormatWallTime(past->seconds * side.launches),
                     FormatSeconds(past->seconds), past->started_at);
}

}  // namespace

void DryRunOptions::AddTo(CLI::App& command) {
  const InGroup group(command, kMeasureGroup);
  command.add_flag("--list", list, "Print the series that would be measured");
  command.add_flag("--dry-run", dry_run, "Print what would be measured, and about how long");
}

std::vector<std::string> SeriesOfPlan(const LaunchPlan& plan) {
  LaunchPlan lists = plan;
  lists.bench_arguments.emplace_back("--benchmark_list_tests");
  lists.timeout_seconds = kListTimeoutSeconds;
  const ProcessResult answer = RunProcess(StartHere(lists, FindMpi(plan.library.mpi)));
  if (answer.exit_code != 0) {
    throw NotMeasured("{} does not list its series (exit code {}): {}", plan.bench, answer.exit_code,
                      answer.err.empty() ? answer.out : answer.err);
  }
  std::istringstream lines(answer.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

ExitCode PrintDryRun(const DryRunOptions& options, const std::vector<DrySide>& sides, const std::string& where,
                     const CommandContext& context) {
  std::vector<std::string> series;
  for (const DrySide& side : sides) {
    for (const std::string& name : SeriesOfPlan(side.plan)) {
      if (std::find(series.begin(), series.end(), name) == series.end()) series.push_back(name);
    }
  }
  std::ostream& out = context.streams.out;
  if (options.list) {
    for (const std::string& name : series) out << TerminalEscaped(name) << "\n";
  }
  if (!options.dry_run) return ExitCode::kPass;
  out << fmt::format("series: {} (--list names them)\n", series.size());
  for (const DrySide& side : sides) {
    const MpiInstall install = FindMpi(side.plan.library.mpi);
    const std::string& label = side.plan.library.label;
    out << fmt::format("launches: {} of {}, {} rank(s) each, {}{}\n", side.launches,
                       TerminalEscaped(label.empty() ? install.Name() : label), side.plan.ranks, where,
                       side.more.empty() ? "" : "; " + side.more)
        << fmt::format("time: {}\n", TimeText(side, context))
        << fmt::format("command: {}\n", TerminalEscaped(ShellText(StartHere(side.plan, install).words)));
  }
  return ExitCode::kPass;
}

namespace {

std::string WhereOf(const PipelineConfig& config, const Shape& shape) {
  if (!config.slurm) return "on this host";
  return fmt::format("on {} node(s) of Slurm in {} task(s)", shape.nodes, config.slurm->tasks);
}

DrySide SideOf(const PipelineConfig& config, const ShapeState& shape) {
  if (!shape.previous.empty()) {
    return {shape.plan, LooksUpTo(config.max_launches)[0],
            fmt::format("they take turns with {}, the version before it, up to {} of each library", shape.previous,
                        config.max_launches)};
  }
  const std::string then =
      shape.first ? fmt::format("they begin baseline {}", shape.baseline)
                  : fmt::format("if they do not pass against baseline {}, 6 to {} of each library side by side",
                                shape.baseline, config.max_launches);
  return {shape.plan, config.launches, then};
}

// Says what the update waits for, if there is nothing to measure now.
std::string WithoutShapes(const Update& update) {
  if (update.state != "found") return fmt::format("was measured; mpigauge ci continues with the next step");
  return update.build_bench.empty() ? "its series are not known"
                                    : "its benchmark program is built first (build_bench), so its series are not known";
}

class DryPipeline {
 public:
  DryPipeline(const DryRunOptions& options, const PipelineConfig& config, const CommandContext& context)
      : options_(options), config_(config), context_(context) {}

  void Print(const Update& update) {
    const std::vector<ShapeState> open = Open(update);
    const std::string head = fmt::format("{}: {} in {}", update.Id(), update.version, update.place);
    if (open.empty()) {
      Head() << TerminalEscaped(head) << ": " << WithoutShapes(update) << "\n";
      return;
    }
    if (options_.dry_run) Head() << TerminalEscaped(head) << "\n";
    for (const ShapeState& shape : open) Print(shape);
  }

 private:
  // With --list alone, standard output has names of series and nothing else.
  std::ostream& Head() const { return options_.dry_run ? context_.streams.out : context_.streams.err; }

  static std::vector<ShapeState> Open(const Update& update) {
    std::vector<ShapeState> open;
    if (update.state != "found" && update.state != "built") return open;
    for (const ShapeState& shape : update.shapes) {
      if (shape.verdict.empty()) open.push_back(shape);
    }
    return open;
  }

  void Print(const ShapeState& shape) {
    if (options_.list) {
      for (const std::string& name : SeriesOfPlan(shape.plan)) {
        if (listed_.insert(name).second) context_.streams.out << TerminalEscaped(name) << "\n";
      }
    }
    if (options_.dry_run) {
      PrintDryRun({false, true}, {SideOf(config_, shape)}, WhereOf(config_, shape.shape), context_);
    }
  }

  const DryRunOptions& options_;
  const PipelineConfig& config_;
  const CommandContext& context_;
  std::set<std::string> listed_;
};

}  // namespace

ExitCode PrintPipelineDryRun(const DryRunOptions& options, const PipelineConfig& config,
                             const CommandContext& context) {
  const CommandContext pipelines{context.streams, config.store, config.libraries_folder.string(), {}};
  PipelineAnswer plan = PlanPipeline(config);
  DryPipeline dry(options, config, pipelines);
  for (const Update& update : plan.worked_on) {
    try {
      dry.Print(update);
    } catch (const Error& error) {
      plan.problems.push_back(fmt::format("{}: {}", update.Id(), error.what()));
    }
  }
  (options.dry_run ? context.streams.out : context.streams.err) << KnownText(plan);
  for (const std::string& problem : plan.problems) context.streams.err << "mpigauge: " << ErrorEscaped(problem) << "\n";
  return plan.problems.empty() ? ExitCode::kPass : ExitCode::kNotMeasured;
}

}  // namespace mpigauge

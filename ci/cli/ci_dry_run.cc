#include "ci/cli/ci_dry_run.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "ci/pipeline/pipeline.h"
#include "ci/pipeline/status.h"
#include "harness/base/escape.h"

namespace mpigauge {
namespace {

std::string WhereOf(const PipelineConfig& config, const Shape& shape) {
  if (!config.slurm) return "on this host";
  return fmt::format("on {} node(s) of Slurm in {} task(s)", shape.nodes, config.slurm->tasks);
}

DrySide SideOf(const PipelineConfig& config, const ShapeState& shape) {
  const std::string then =
      shape.first ? fmt::format("they begin baseline {}", shape.baseline)
                  : fmt::format("where they do not pass against baseline {}, 6 to {} of each library side by side",
                                shape.baseline, config.max_launches);
  return {shape.plan, config.launches, then};
}

// What the update waits for, where there is nothing to measure now.
std::string WithoutShapes(const Update& update) {
  if (update.state != "found") return fmt::format("was measured; mpigauge ci goes on with what comes after that");
  return update.build_bench.empty()
             ? "what it would measure is not known"
             : "its benchmark program is built first (build_bench); what that lists is not known";
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
  // Of --list alone standard output has names of series and nothing else.
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

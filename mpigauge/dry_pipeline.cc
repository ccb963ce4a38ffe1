#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/escape.h"
#include "ci/launch/launches.h"
#include "ci/launch/series_of_plan.h"
#include "ci/pipeline/judge.h"
#include "ci/pipeline/pipeline.h"
#include "ci/pipeline/status.h"
#include "mpigauge/dry_run.h"

namespace mpigauge {
namespace {

DrySide SideOf(const PipelineConfig& config, const ShapeState& shape) {
  const int first_look = LooksUpTo(config.gate.max_launches)[0];
  if (!shape.previous.empty()) {
    return {shape.plan, first_look,
            fmt::format("they take turns with {}, the version before it, up to {} of each library", shape.previous,
                        config.gate.max_launches)};
  }
  const std::string then =
      shape.first ? fmt::format("they begin baseline {}", shape.baseline)
                  : fmt::format("if they do not pass against baseline {}, {} to {} of each library side by side",
                                shape.baseline, first_look, config.gate.max_launches);
  return {shape.plan, config.measure.launches, then};
}

// The job that makes the launches of a side. The version before it, if they take turns with one, is not looked up: its
// launches are in the same job.
std::optional<DryJob> JobOfSide(const PipelineConfig& config, const Update& update, const ShapeState& shape,
                                const DrySide& side) {
  if (!config.slurm) return std::nullopt;
  const auto campaign = JobsFor(config, StateFolder(config.state), update, shape);
  const char* part = shape.previous.empty() ? kScreenPart : kSettlePart;
  return DryJob{FirstJob({side.plan}, campaign, part, side.launches), campaign.request};
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
    for (const ShapeState& shape : open) Print(update, shape);
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

  void Print(const Update& update, const ShapeState& shape) {
    if (options_.list) {
      for (const std::string& name : SeriesOfPlan(shape.plan)) {
        if (listed_.insert(name).second) context_.streams.out << TerminalEscaped(name) << "\n";
      }
    }
    if (options_.dry_run) {
      const DrySide side = SideOf(config_, shape);
      PrintDryRun({false, true}, {side}, JobOfSide(config_, update, shape, side), context_);
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

#include "mpigauge/dry_run.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <ostream>

#include "base/error.h"
#include "base/escape.h"
#include "base/plural.h"
#include "base/units.h"
#include "ci/launch/launchers.h"
#include "ci/launch/series_of_plan.h"
#include "ci/slurm/preview.h"
#include "mpigauge/shared_options.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// The median time of a launch of the newest run that was started alike, and when that was.
struct PastLaunches {
  double seconds = 0;
  std::string started_at;
};

bool StartedAlike(const Run& run, const LaunchPlan& plan) {
  if (!HasPlan(run)) return false;
  const LaunchPlan past = PlanFromJson(run.plan, run.run_id);
  return past.ranks == plan.ranks && past.bench_arguments == plan.bench_arguments;
}

std::optional<PastLaunches> FindPast(const LaunchPlan& plan, const CommandContext& context) {
  if (!context.HasStore()) return std::nullopt;
  Store store = context.OpenStore(Store::Access::kRead);
  for (const Run& run : store.runs().All()) {
    if (!StartedAlike(run, plan)) continue;
    std::vector<double> seconds;
    for (const LaunchRecord& launch : store.runs().Launches(run.run_id, LaunchDetail::kHeads)) {
      if (launch.status == LaunchStatus::kComplete) seconds.push_back(launch.duration_seconds);
    }
    if (!seconds.empty()) return PastLaunches{Summarize(seconds).median, run.started_at};
  }
  return std::nullopt;
}

std::string TimeText(const DrySide& side, bool in_job, const CommandContext& context) {
  const auto past = FindPast(side.plan, context);
  if (!past) return "not known: no run with these arguments and as many ranks is stored";
  return fmt::format("about {}{} (a launch took {} on {})", FormatWallTime(past->seconds * side.launches),
                     in_job ? " for the launches of all tasks together, without the queue" : "",
                     FormatSeconds(past->seconds), past->started_at);
}

void PrintSubmission(const JobPreview& preview, std::ostream& out) {
  out << fmt::format("job: {}\n", TerminalEscaped(ShellText(preview.sbatch)));
  for (const std::string& note : preview.notes) out << fmt::format("note: {}\n", TerminalEscaped(note));
}

}  // namespace

void DryRunOptions::AddTo(CLI::App& command) {
  const InGroup group(command, kMeasureGroup);
  command.add_flag("--list", list, "Print the series that would be measured");
  command.add_flag("--dry-run", dry_run, "Print what would be measured, and about how long");
}

ExitCode PrintDryRun(const DryRunOptions& options, const std::vector<DrySide>& sides, const std::optional<DryJob>& job,
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
  std::optional<JobPreview> preview;
  if (job) preview = Preview(job->folder, job->request, LookForSlurm());
  out << fmt::format("series: {} (--list names them)\n", series.size());
  const std::string where = preview ? TerminalEscaped(preview->place) : "on this host";
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const DrySide& side = sides[i];
    const MpiInstall install = FindMpi(side.plan.library.mpi);
    const std::vector<std::string> start = preview ? preview->starts.at(i) : StartHere(side.plan, install).words;
    const std::string& label = side.plan.library.label;
    out << fmt::format("launches: {} of {}, {} each, {}{}\n", side.launches,
                       TerminalEscaped(label.empty() ? install.Name() : label), Counted(side.plan.ranks, "rank"), where,
                       side.more.empty() ? "" : "; " + side.more)
        << fmt::format("time: {}\n", TimeText(side, preview.has_value(), context))
        << fmt::format("command: {}\n", TerminalEscaped(ShellText(start)));
  }
  if (preview) PrintSubmission(*preview, out);
  return ExitCode::kPass;
}

}  // namespace mpigauge

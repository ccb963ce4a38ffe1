#include "ci/gate/find_impact.h"

#include <filesystem>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "baselines/verdict/conclusion.h"
#include "ci/gate/sides.h"
#include "ci/impact/scenarios.h"
#include "dashboards/data/shown_timeline.h"
#include "simulator/program/program_text.h"
#include "simulator/trace/read_traces.h"

namespace mpigauge {
namespace {

void TakeTraces(const ReadOptions& options, Application& application) {
  const TraceSet traces = ReadTraces(application.path);
  TracedProgram traced = ToProgram(traces, options.program);
  application.program = std::move(traced.program);
  application.communicators = std::move(traced.communicators);
  application.hosts = std::move(traced.hosts);
  application.notes = std::move(traced.notes);
  const std::string program = std::filesystem::path(traces.ranks[0].header.program).filename();
  if (application.name.empty()) application.name = program;
}

void TakeText(const ReadOptions& options, Application& application) {
  if (options.program.from_barrier != 0 || options.program.to_barrier != 0) {
    throw UsageError("--trace {}: is a program as text; --from-barrier and --to-barrier are for traces",
                     application.path);
  }
  ParsedProgram parsed = ParseProgram(ReadFile(application.path), application.path);
  application.program = std::move(parsed.program);
  application.communicators = std::move(parsed.communicators);
  if (application.name.empty()) application.name = std::filesystem::path(application.path).stem();
}

}  // namespace

ImpactProgram Application::ForImpact() const {
  return {name, path, program.get(), communicators.get(), hosts, notes, topology.get()};
}

Application ReadApplication(const std::string& text, const ReadOptions& options) {
  Application application;
  const auto equals = text.rfind('=');
  application.path = text.substr(0, equals);
  if (equals != std::string::npos) application.name = text.substr(equals + 1);
  if (application.path.empty() || (equals != std::string::npos && application.name.empty())) {
    throw UsageError("--trace '{}': write FOLDER=NAME, or FOLDER", text);
  }
  if (std::filesystem::is_directory(application.path)) {
    TakeTraces(options, application);
  } else if (std::filesystem::exists(application.path)) {
    TakeText(options, application);
  } else {
    throw UsageError("--trace {}: there is nothing of that name; mpigauge trace record makes traces", application.path);
  }
  if (application.name.empty()) application.name = application.path;
  if (!options.topology.empty()) application.topology = ParseTopology(options.topology);
  return application;
}

std::vector<Application> ReadApplications(const std::vector<std::string>& texts, const ReadOptions& options) {
  std::vector<Application> applications;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    applications.push_back(ReadApplication(text, options));
    if (!names.insert(applications.back().name).second) {
      throw UsageError("--trace {}: there is another application '{}'; give it a name of its own: {}=NAME", text,
                       applications.back().name, applications.back().path);
    }
  }
  return applications;
}

namespace {

// The timeline of the worst application.
std::optional<ApplicationTimeline> TimelineOf(const std::vector<Application>& applications,
                                              const ImpactSection& section, const LibraryCosts& before,
                                              const LibraryCosts& after) {
  for (const Application& application : applications) {
    if (application.name != section.applications.front().application) continue;
    const auto both = ReplayBoth(application.ForImpact(), before, after);
    if (!both) return std::nullopt;
    return ShownTimeline(application.name, both->baseline, both->candidate ? &*both->candidate : nullptr);
  }
  return std::nullopt;
}

}  // namespace

ImpactAnswer FindImpact(const std::vector<Application>& applications, const Side& baseline, const Side& candidate,
                        const ImpactSettings& settings) {
  const Side comparable = ComparablePart(baseline, candidate, {});
  const MeasuredCosts before = CostsOf(comparable.launches, "baseline " + baseline.label, settings.costs);
  CostOptions others = settings.costs;
  ++others.seed;  // launch i of one run has nothing to do with launch i of the other
  const MeasuredCosts after = CostsOf(candidate.launches, "candidate " + candidate.label, others);
  std::vector<ApplicationImpact> impacts;
  for (const Application& application : applications) {
    impacts.push_back(ImpactOf(application.ForImpact(), before, after, settings.impact));
  }
  ImpactAnswer answer{ImpactSectionOf(std::move(impacts), settings.fail_impact), std::nullopt};
  answer.timeline = TimelineOf(applications, answer.section, before.costs, after.costs);
  return answer;
}

std::vector<Sensitivity> FindSensitivity(const std::vector<Application>& applications, const Side& side,
                                         const CostOptions& options) {
  const MeasuredCosts costs = CostsOf(side.launches, side.label, options);
  std::vector<Sensitivity> all;
  for (const Application& application : applications) {
    for (Sensitivity& one : SensitivityOf(application.ForImpact(), costs)) all.push_back(std::move(one));
  }
  return all;
}

namespace {

// Whether the classes of observations are enough: launches are resampled, not the passes of a single one, and none of
// those is chosen.
bool EnoughForCosts(const ReadSides& read, const ImpactSettings& settings) {
  return !settings.costs.handover && read.baseline.launches.size() > 1 && read.candidate.launches.size() > 1;
}

// Returns the sides that the gate has read, where they are there and enough, else reads them.
ReadSides SidesFor(Store& store, const std::string& baseline, const ImpactSettings& settings, GateAnswer& answer) {
  if (answer.read && EnoughForCosts(*answer.read, settings)) return *std::exchange(answer.read, std::nullopt);
  constexpr auto kDetail = LaunchDetail::kObservations;
  // Where a stored baseline was settled, those fresh launches have the open series alone.
  const bool side_by_side = answer.settled_run_id.empty() && !answer.baseline_run_id.empty();
  return {FindSide(store, side_by_side ? answer.baseline_run_id : baseline, kDetail),
          FindSide(store, answer.candidate_run_id, kDetail)};
}

}  // namespace

void AddImpact(const std::vector<Application>& applications, Store& store, const std::string& baseline,
               const ImpactSettings& settings, GateAnswer& answer) {
  if (applications.empty()) return;
  Comparison& comparison = answer.comparison;
  try {
    const ReadSides sides = SidesFor(store, baseline, settings, answer);
    ImpactAnswer impact = FindImpact(applications, sides.baseline, sides.candidate, settings);
    comparison.timeline = std::move(impact.timeline);
    comparison.impact = std::move(impact.section);
  } catch (const Error& error) {
    comparison.notes.push_back(std::string("the impact on applications is not known: ") + error.what());
    comparison.lacks_impact = settings.fail_impact.has_value();
  }
  comparison.verdict = SuiteVerdict(comparison);
}

}  // namespace mpigauge

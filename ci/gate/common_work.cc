#include "ci/gate/common_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace mpigauge {

void RequireSameImplementation(const std::string& baseline, const Side& stored, const Library& library,
                               const GateOptions& options) {
  if (!options.libraries || options.compare.allowed_fields.contains(kImplementation)) return;
  const std::string candidate = options.libraries->ImplementationOf(library);
  const auto differs = [&](const LaunchRecord& launch) {
    const auto found = launch.environment.key.find(kImplementation);
    return found != launch.environment.key.end() && (found->second == "Open MPI") != (candidate == "Open MPI");
  };
  if (candidate.empty() || !std::all_of(stored.launches.begin(), stored.launches.end(), differs)) return;
  throw Error(
      ExitCode::kNotComparable,
      fmt::format("not comparable: baseline {} was measured with {}, and this gate would measure {}{}; name the "
                  "library that is meant (--candidate-mpi), or allow the difference (--allow-different={})",
                  baseline, stored.launches[0].environment.key.at(kImplementation), candidate,
                  library.mpi.empty() ? ", the MPI in PATH" : "", kImplementation));
}

namespace {

// Whether all runs of a side were measured with these arguments of the benchmark program.
bool MeasuredWith(Store& store, const Side& stored, const std::vector<std::string>& arguments) {
  std::set<std::string> equal;
  for (const Run& run : store.runs().All()) {
    if (run.plan.value("bench_arguments", Json()) == Json(arguments)) equal.insert(run.run_id);
  }
  return std::all_of(stored.launches.begin(), stored.launches.end(),
                     [&](const LaunchRecord& launch) { return equal.contains(launch.run_id); });
}

}  // namespace

CommonWork FindCommonWork(Store& store, const std::string& baseline, const Side& stored, const LaunchPlan& candidate,
                          const GateOptions& options) {
  if (!options.libraries || !options.only_common_series) return {candidate, {}};
  if (MeasuredWith(store, stored, candidate.bench_arguments)) return {candidate, {}};
  std::vector<std::string> names;
  try {
    names = options.libraries->SeriesOf(candidate, options.deadline);
  } catch (const Error&) {
    return {candidate, {}};  // if the program cannot be started, the launches say so
  }
  const std::set<std::string> known = SeriesOf(stored);
  const auto lacking =
      std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return known.contains(name); });
  const std::vector<std::string> lacked(lacking, names.end());
  names.erase(lacking, names.end());
  if (lacked.empty()) return {candidate, {}};
  if (names.empty()) {
    throw Error(ExitCode::kNotComparable,
                fmt::format("not comparable: baseline {} has none of {} series, such as {}; choose series that it has "
                            "(--suite, --filter, --ranks), or measure a baseline that has these",
                            baseline, lacked.size(), lacked[0]));
  }
  return {Restricted(candidate, names),
          {fmt::format("not measured, since baseline {} lacks them: {} series, such as {}", baseline, lacked.size(),
                       lacked[0])}};
}

}  // namespace mpigauge

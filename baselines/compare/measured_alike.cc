#include "baselines/compare/measured_alike.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "baselines/compare/turn_alignment.h"

namespace mpigauge {
namespace {

// The runs in which any launch took turns.
std::set<std::string> RunsInTurns(const Side& side) {
  std::set<std::string> runs;
  for (const LaunchRecord& launch : side.launches) {
    if (!CircleOf(launch).empty()) runs.insert(launch.run_id);
  }
  return runs;
}

Side OfKind(Side side, bool in_turns) {
  const std::set<std::string> runs = RunsInTurns(side);
  std::erase_if(side.launches, [&](const LaunchRecord& launch) { return runs.contains(launch.run_id) != in_turns; });
  return side;
}

Error NotAlike(const std::string& what) {
  return {ExitCode::kNotComparable,
          "not comparable: " + what +
              ", which takes another time; compare runs that were measured alone (`mpigauge runs` says which are), or "
              "let a gate measure both libraries side by side"};
}

}  // namespace

Side MeasuredAlike(const Side& baseline, const Side& candidate) {
  if (baseline.launches.empty() || candidate.launches.empty()) return baseline;
  const std::set<std::string> of_candidate = RunsInTurns(candidate);
  const bool in_turns = !of_candidate.empty();
  const auto alone = [&](const LaunchRecord& launch) { return !of_candidate.contains(launch.run_id); };
  if (in_turns && std::any_of(candidate.launches.begin(), candidate.launches.end(), alone)) {
    throw NotAlike("some runs of the candidate took turns with another library in a gate, and others ran alone");
  }
  Side part = OfKind(baseline, in_turns);
  if (!part.launches.empty()) return part;
  throw NotAlike(
      fmt::format("the launches of the {} took turns with another library in a gate, and those of the {} ran "
                  "alone",
                  in_turns ? "candidate" : "baseline", in_turns ? "baseline" : "candidate"));
}

Side MeasuredAlone(Side side) { return OfKind(std::move(side), false); }

}  // namespace mpigauge

#include "harness/environment/environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/host_name.h"
#include "base/units.h"
#include "harness/clock/clock_groups.h"
#include "harness/environment/host_facts.h"
#include "harness/environment/process_facts.h"
#include "harness/environment/rank_facts.h"

namespace mpigauge {
namespace {

std::vector<RankFacts> GatherFacts(const Control& control) {
  const std::string mine = AsText({HostName(), ClockIdentity(), AllowedProcessingUnits()});
  std::vector<RankFacts> ranks;
  for (const std::string& text : control.GatherToRoot(mine)) ranks.push_back(RankFactsFromText(text));
  return ranks;
}

std::map<std::string, std::vector<const RankFacts*>> ByHost(const std::vector<RankFacts>& ranks) {
  std::map<std::string, std::vector<const RankFacts*>> hosts;
  for (const RankFacts& rank : ranks) hosts[rank.host].push_back(&rank);
  return hosts;
}

bool Oversubscribed(const std::vector<RankFacts>& ranks) {
  // By kernel, not by host name: test clusters have many names on one machine.
  std::map<std::string, std::pair<std::set<int>, std::size_t>> kernels;
  for (const RankFacts& rank : ranks) {
    auto& [units, count] = kernels[rank.kernel];
    units.insert(rank.processing_units.begin(), rank.processing_units.end());
    ++count;
  }
  return std::any_of(kernels.begin(), kernels.end(),
                     [](const auto& kernel) { return kernel.second.second > kernel.second.first.size(); });
}

// "1 unit each, disjoint", "2 units each, shared".
std::string Binding(const std::vector<RankFacts>& ranks) {
  std::set<std::size_t> sizes;
  bool disjoint = true;
  std::map<std::string, std::set<int>> seen;
  for (const RankFacts& rank : ranks) {
    sizes.insert(rank.processing_units.size());
    for (const int unit : rank.processing_units) disjoint &= seen[rank.host].insert(unit).second;
  }
  return fmt::format("{} processing unit(s) each, {}", fmt::join(sizes, " or "), disjoint ? "disjoint" : "shared");
}

std::string RanksPerHost(const std::vector<RankFacts>& ranks) {
  std::multiset<std::size_t> counts;
  for (const auto& [host, theirs] : ByHost(ranks)) counts.insert(theirs.size());
  return fmt::format("{}", fmt::join(counts, " "));
}

// The distance of ranks 0 and 1: what they share, if both have one processing unit of one host.
std::string Distance(const std::vector<RankFacts>& ranks, const Topology& topology) {
  if (ranks.size() < 2) return "one rank";
  if (ranks[0].host != ranks[1].host) return "two hosts";
  if (ranks[0].processing_units.size() != 1 || ranks[1].processing_units.size() != 1) return "one host, not bound";
  return topology.Shared(ranks[0].processing_units[0], ranks[1].processing_units[0]);
}

std::string HostNames(const std::vector<RankFacts>& ranks) {
  std::set<std::string> names;
  for (const RankFacts& rank : ranks) names.insert(rank.host);
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string MpiLibraryVersion() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  PMPI_Get_library_version(version, &length);
  const std::string text(version);  // not by its length: Open MPI counts the final NUL
  std::string line = text.substr(0, text.find('\n'));
  std::replace(line.begin(), line.end(), '\t', ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string MpiImplementation() {
  const std::string version = MpiLibraryVersion();
  for (const char* known : {"Open MPI", "MPICH", "MVAPICH", "Intel(R) MPI"}) {
    if (version.find(known) != std::string::npos) return known;
  }
  return version.substr(0, version.find(' '));
}

Placement FindPlacement(const Control& control) {
  const std::vector<RankFacts> ranks = GatherFacts(control);
  Placement placement{control.root() && Oversubscribed(ranks)};
  control.Broadcast(placement);
  return placement;
}

Environment CaptureEnvironment(const Control& control, const GlobalClock& clock, const TimerQuality& timer) {
  const std::vector<RankFacts> ranks = GatherFacts(control);
  std::int64_t clock_error_ns = clock.error_ns;
  control.MaxToRoot({&clock_error_ns, 1});
  if (!control.root()) return {};

  const Topology topology;
  Environment environment;
  environment.key = {
      {"mpi_implementation", MpiImplementation()},
      {"cpu_model", topology.cpu_model},
      {"host_shape", topology.shape},
      {"ranks", std::to_string(ranks.size())},
      {"hosts", std::to_string(ByHost(ranks).size())},
      {"ranks_per_host", RanksPerHost(ranks)},
      {"binding", Binding(ranks)},
      {"distance", Distance(ranks, topology)},
      {"oversubscribed", Oversubscribed(ranks) ? "yes" : "no"},
      {"tuning_parameters", TuningParameters(ProcessEnvironment())},
  };
  environment.context = HostContext();
  environment.context["host_names"] = HostNames(ranks);
  environment.context["mpi_library_version"] = MpiLibraryVersion();
  environment.context["mpi_standard"] = fmt::format("{}.{}", MPI_VERSION, MPI_SUBVERSION);
  environment.context["timer_cost"] = FormatSeconds(timer.cost_seconds);
  environment.context["timer_resolution"] = FormatSeconds(timer.resolution_seconds);
  environment.context["timer_monotonic"] = timer.monotonic ? "yes" : "no";
  environment.context["clock_error"] = FormatSeconds(static_cast<double>(clock_error_ns) * 1e-9);
  if (const std::string program = ProgramId(); !program.empty()) environment.context["program"] = program;
  if (const char* preload = std::getenv("LD_PRELOAD")) environment.context["preload"] = preload;
  if (const char* slow = std::getenv("MPIGAUGE_SLOW")) environment.context["injected_slowdown"] = slow;
  return environment;
}

}  // namespace mpigauge

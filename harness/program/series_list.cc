#include "harness/program/series_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <tuple>

#include "base/error.h"
#include "base/plural.h"
#include "harness/program/case_list.h"
#include "harness/program/google.h"
#include "harness/program/growth.h"
#include "harness/state/case.h"
#include "record/commtest.h"

namespace mpigauge {
namespace {

// The needs of cases that this launch fulfils, agreed by all ranks. Collective.
std::set<Need> Available(const Control& control, const Options& options) {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  MPI_Comm host = MPI_COMM_NULL;
  PMPI_Comm_split_type(control.communicator(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int on_host = 0;
  PMPI_Comm_size(host, &on_host);
  PMPI_Comm_free(&host);
  std::array<std::int64_t, 2> all = {level == MPI_THREAD_MULTIPLE, control.root() ? on_host > 1 : 1};
  control.MinToRoot(all);
  control.Broadcast(all);
  std::set<Need> available;
  if (all[0] != 0) available.insert(Need::kThreads);
  if (all[1] != 0) available.insert(Need::kSharedHost);
  if (!options.io_directory.empty()) available.insert(Need::kIoDirectory);
  return available;
}

}  // namespace

void RefuseBadDirectory(const Control& control, const std::string& directory) {
  if (directory.empty()) return;
  std::optional<Fault> mine;
  if (!std::filesystem::is_directory(directory)) {
    mine = Fault{FaultKind::kError, 0, "no such folder"};
  } else if (access(directory.c_str(), W_OK | X_OK) != 0) {
    mine = Fault{FaultKind::kError, 0, std::strerror(errno)};
  }
  if (const auto fault = control.Agree(mine)) {
    throw UsageError("--io-directory {}: {} (rank {})", directory, fault->message, fault->rank);
  }
}

namespace {

constexpr int kManyRanks = 1 << 20;  // where all points make sense

// Controls do not depend on the ranks; a function that was adopted knows no other communicator than that of all.
std::vector<std::int64_t> CountsFor(const Case& benchmark_case, const std::vector<std::int64_t>& counts, int ranks) {
  if (benchmark_case.control()) return {ranks};
  std::vector<std::int64_t> possible;
  for (const std::int64_t count : counts) {
    if (count < benchmark_case.least_ranks()) continue;
    if (count < ranks && benchmark_case.google_function() != nullptr) continue;
    possible.push_back(count);
  }
  return possible;
}

// The user's choice of this case's parameters.
ParameterValues Chosen(const Case& benchmark_case, const Options& options) {
  ParameterValues chosen = options.parameters;
  if (options.planner) chosen[kBytes] = options.planner->Sizes({});
  if (options.least_packet == 0 || !benchmark_case.IsFree(kPackets)) return chosen;
  std::int64_t largest = 0;
  for (const Parameters& point : benchmark_case.Points(kManyRanks, chosen)) {
    largest = std::max(largest, ParameterOr(point, kBytes, 0));
  }
  // The whole message, and halves of it down to the least length. Source: COMMTEST [CO3].
  chosen[kPackets] = {1};
  for (std::int64_t packets = 2; largest / packets >= options.least_packet; packets *= 2) {
    chosen[kPackets].push_back(packets);
  }
  return chosen;
}

// Whether a point is of fewer packets than would make them shorter than wanted.
bool PacketsAreLongEnough(const Parameters& point, std::int64_t least_packet) {
  const std::int64_t packets = ParameterOr(point, kPackets, 1);
  return least_packet == 0 || packets <= 1 || ParameterOr(point, kBytes, 0) / packets >= least_packet;
}

// Somebody who asks for a parameter that no case has would measure something else than they think.
void RefuseUnknownParameters(const Options& options) {
  std::set<std::string> free;
  for (const auto& benchmark_case : RegisteredCases()) {
    for (const auto& [name, values] : benchmark_case->parameters()) {
      if (benchmark_case->IsFree(name)) free.insert(name);
    }
  }
  for (const auto& [name, values] : options.parameters) {
    if (!free.contains(name)) {
      throw UsageError("--parameters: no case takes any value of '{}'; {}", name,
                       free.empty() ? "of none can it be chosen" : fmt::format("{}", fmt::join(free, ", ")));
    }
  }
}

bool HasPair(const PairsByDistance& pairs, const Parameters& point) {
  return pairs.at(static_cast<std::size_t>(ParameterOr(point, kDistance, 0))).has_value();
}

// Returns the points in the order of families, then of registration, then of the numbers of ranks: the order of tables
// and files.
std::vector<CasePoint> AllPoints(const std::set<Need>& available, const Options& options, int ranks,
                                 std::span<const Place> places) {
  const std::vector<std::int64_t> counts = RankCounts(options, ranks);
  const std::regex on_odd_ranks(options.odd_ranks);
  std::vector<CasePoint> all;
  for (const auto& benchmark_case : RegisteredCases()) {
    if (ranks < benchmark_case->least_ranks()) continue;
    const auto& needs = benchmark_case->needs();
    if (!std::all_of(needs.begin(), needs.end(), [&](Need need) { return available.contains(need); })) continue;
    const ParameterValues chosen = Chosen(*benchmark_case, options);
    for (const std::int64_t count : CountsFor(*benchmark_case, counts, ranks)) {
      const PairsByDistance pairs =
          benchmark_case->by_distance() ? FindPairs(places.first(static_cast<std::size_t>(count))) : PairsByDistance();
      for (const Parameters& point : benchmark_case->Points(static_cast<int>(count), chosen)) {
        if (!PacketsAreLongEnough(point, options.least_packet)) continue;
        if (benchmark_case->by_distance() && !HasPair(pairs, point)) continue;
        const bool for_all = options.rank_planner || count == ranks;
        if (!for_all && !std::regex_search(FullName(*benchmark_case, point), on_odd_ranks)) continue;
        all.push_back({benchmark_case.get(), point});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const CasePoint& a, const CasePoint& b) {
    return FamilyOrder(a.benchmark_case->family()) < FamilyOrder(b.benchmark_case->family());
  });
  return all;
}

}  // namespace

std::vector<std::int64_t> RankCounts(const Options& options, int ranks) {
  if (!options.rank_planner) {
    const bool any_pair = options.pair != Options().pair;  // it may be one of all ranks alone
    if (options.odd_ranks.empty() || any_pair || ranks < 4 || ranks % 2 != 0) return {ranks};
    return {ranks - 1, ranks};
  }
  std::vector<std::int64_t> counts = options.rank_planner->Sizes({});
  for (const std::int64_t count : counts) {
    if (count >= 1 && count <= ranks) continue;
    throw UsageError("--ranks {}: {} is not a number of ranks from 1 to {}; start more ranks, or name fewer",
                     options.ranks, count, ranks);
  }
  return counts;
}

std::vector<Series> ChosenSeries(const Control& control, const Options& options, std::span<const Place> places) {
  RefuseUnknownParameters(options);
  const std::vector<CasePoint> all = AllPoints(Available(control, options), options, control.size(), places);
  const std::vector<bool> chosen = ChosenByFilter(all, options.series, control.root());
  const Instruments instruments = {options.synchronizer, options.timer, options.buffers, options.subtract_overhead};
  std::vector<Series> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!chosen[i]) continue;
    Series& series = kept.emplace_back();
    series.benchmark_case = all[i].benchmark_case;
    series.parameters = all[i].parameters;
    series.place = i;
    series.record = EmptyRecord(*series.benchmark_case, series.parameters, instruments);
  }
  if (kept.empty() && !options.list) {
    throw UsageError(
        "no series matches --benchmark_filter{} on {}; --suite=full --benchmark_list_tests prints all names{}",
        options.series.empty() ? "" : " and --series (--suite)", Counted(control.size(), "rank"),
        places.empty() ? "" : ". Of the network: " + PairsText(FindPairs(places)));
  }
  return kept;
}

void SortForTables(std::vector<Series>& series) {
  std::map<const Case*, std::size_t> first_place;
  for (const Series& one : series) {
    std::size_t& place = first_place.try_emplace(one.benchmark_case, one.place).first->second;
    place = std::min(place, one.place);
  }
  const auto key = [&](const Series& one) {
    return std::tuple(first_place.at(one.benchmark_case), ParameterOr(one.parameters, "ranks", 0), one.place,
                      ParameterOr(one.parameters, "bytes", 0));
  };
  std::stable_sort(series.begin(), series.end(), [&](const Series& a, const Series& b) { return key(a) < key(b); });
}

}  // namespace mpigauge

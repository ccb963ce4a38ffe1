#include "simulator/trace/read_traces.h"

#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "base/error.h"
#include "simulator/trace/codec.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// "1, 4-6 and 9".
std::string Listed(const std::vector<int>& ranks) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i;
    while (end + 1 < ranks.size() && ranks[end + 1] == ranks[end] + 1) ++end;
    ranges.push_back(end == i ? std::to_string(ranks[i]) : fmt::format("{}-{}", ranks[i], ranks[end]));
    i = end + 1;
  }
  std::string text = ranges[0];
  for (std::size_t i = 1; i < ranges.size(); ++i) text += (i + 1 == ranges.size() ? " and " : ", ") + ranges[i];
  return text;
}

void CheckHeader(const std::filesystem::path& file, int rank, const TraceHeader& header, const TraceHeader& first,
                 const std::filesystem::path& first_file) {
  if (header.rank != rank) {
    throw UsageError("{}: holds the trace of rank {}, and not of rank {} as its name says", file.string(), header.rank,
                     rank);
  }
  if (header.run_id == first.run_id && header.ranks == first.ranks) return;
  throw UsageError("{}: is of run {} with {} ranks, but {} of run {} with {} ranks; each run needs a folder of its own",
                   file.string(), header.run_id, header.ranks, first_file.string(), first.run_id, first.ranks);
}

void CheckRanks(const std::filesystem::path& folder, const std::map<int, std::filesystem::path>& files, int ranks) {
  std::vector<int> missing;
  for (int rank = 0; rank < ranks; ++rank) {
    if (!files.contains(rank)) missing.push_back(rank);
  }
  if (!missing.empty()) {
    throw UsageError("{}: of {} ranks, the traces of {} are missing; were they written to another host's disk?",
                     folder.string(), ranks, Listed(missing));
  }
  if (files.rbegin()->first >= ranks) {
    throw UsageError("{}: the run had {} ranks only; remove the files that do not belong to it",
                     files.rbegin()->second.string(), ranks);
  }
}

std::string LastCall(const RankTrace& trace) {
  if (trace.events.empty()) return "it has no call";
  return fmt::format("its last call is {} ({})", trace.events.size(), CallName(trace.events.back()));
}

}  // namespace

std::map<int, std::filesystem::path> TraceFilesIn(const std::filesystem::path& folder) {
  std::error_code error;
  std::map<int, std::filesystem::path> files;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const int rank = RankOfTraceFile(entry->path().filename().string());
    if (rank < 0) continue;
    const auto [other, is_new] = files.emplace(rank, entry->path());
    if (is_new) continue;  // else the names differ in how many zeros they have
    throw UsageError("{} and {} are both of rank {}: remove the one that does not belong to the run",
                     other->second.string(), entry->path().string(), rank);
  }
  if (error) throw UsageError("{}: {}", folder.string(), error.message());
  if (files.empty()) {
    throw UsageError("{}: there is no trace in it (rank-00000.mpitrace); record one with 'mpigauge trace record'",
                     folder.string());
  }
  return files;
}

TraceSet ReadTraces(const std::filesystem::path& folder, const ReadTracesOptions& options) {
  const auto files = TraceFilesIn(folder);
  TraceSet traces{.path = folder.string(), .ranks = {}};
  const auto& [first_rank, first_file] = *files.begin();
  const TraceHeader first = TraceReader(first_file).header();
  // Cheap checks come first: traces are long.
  for (const auto& [rank, file] : files) CheckHeader(file, rank, TraceReader(file).header(), first, first_file);
  CheckRanks(folder, files, first.ranks);
  for (const auto& [rank, file] : files) {
    traces.ranks.push_back(ReadRankTrace(file, options.incomplete ? OnDamage::kKeepWhatIsBefore : OnDamage::kThrow));
    const RankTrace& trace = traces.ranks.back();
    if (trace.complete || options.incomplete) continue;
    throw UsageError("{}: ends before MPI_Finalize: the program did not finish; {}", file.string(), LastCall(trace));
  }
  return traces;
}

}  // namespace mpigauge

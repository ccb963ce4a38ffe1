#include "simulator/trace/to_program.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>

#include "base/error.h"
#include "simulator/trace/computation.h"
#include "simulator/trace/rank_conversion.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// Knows how the calls are called that its operations come from.
class TraceProgram : public ListedProgram {
 public:
  explicit TraceProgram(const TraceSet& traces) : ListedProgram(static_cast<int>(traces.ranks.size())) {
    std::unordered_map<std::string, std::uint16_t> known;
    for (const RankTrace& rank : traces.ranks) {
      auto& calls = calls_.emplace_back();
      calls.reserve(rank.events.size());
      for (const TraceEvent& event : rank.events) {
        const auto [name, is_new] = known.emplace(CallName(event), static_cast<std::uint16_t>(names_.size()));
        if (is_new) names_.push_back(name->first);
        calls.push_back(name->second);
      }
    }
  }

  std::string Where(int rank, std::uint64_t cursor, std::size_t index) const override {
    const std::uint32_t call = Line(rank, cursor, index);
    return fmt::format("rank {}, call {} ({})", rank, call, names_[calls_[static_cast<std::size_t>(rank)][call - 1]]);
  }

 private:
  std::vector<std::vector<std::uint16_t>> calls_;
  std::vector<std::string> names_;
};

// Whether calls lie between the two barriers.
class Region {
 public:
  explicit Region(const ToProgramOptions& options) : options_(options) {}

  bool Contains(const TraceEvent& event) {
    const bool contains = options_.to_barrier == 0 || (seen_ >= options_.from_barrier && seen_ < options_.to_barrier);
    if (event.call == TraceCall::kBarrier && event.communicator == 0 && !event.nonblocking) ++seen_;
    return contains;
  }

  int seen() const { return seen_; }

 private:
  const ToProgramOptions& options_;
  int seen_ = 0;
};

void CheckOptions(const ToProgramOptions& options) {
  if (options.from_barrier < 0 || (options.to_barrier != 0 && options.to_barrier <= options.from_barrier) ||
      (options.to_barrier == 0 && options.from_barrier != 0)) {
    throw UsageError("from barrier {} to barrier {}: the second one must come after the first", options.from_barrier,
                     options.to_barrier);
  }
}

void ConvertRank(const RankConversion::Shared& shared, int number, const ToProgramOptions& options) {
  const RankTrace& trace = shared.traces.ranks[static_cast<std::size_t>(number)];
  const Computation computation = ComputationOf(trace, options.polling_seconds);
  RankConversion conversion(shared, number);
  Region region(options);
  std::set<std::uint32_t> threads;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const bool counts = region.Contains(trace.events[i]);
    threads.insert(trace.events[i].thread);
    if (computation.nanoseconds[i] == Computation::kNothingFound) continue;
    conversion.Convert(i, computation.nanoseconds[i], counts);
  }
  if (region.seen() < options.to_barrier) {
    throw UsageError("{}: rank {} has {} barriers of the world, and not {}", shared.traces.path, number, region.seen(),
                     options.to_barrier);
  }
  if (threads.size() > 1)
    shared.notes.Add("calls of several threads are replayed one after the other, and so are their computations");
  if (!trace.complete) shared.notes.Count("the trace of rank {} ends before MPI_Finalize", number);
  if (computation.polls == 0) return;
  shared.notes.Add("tests and probes that found nothing are left out", computation.polls);
}

}  // namespace

TracedProgram ToProgram(const TraceSet& traces, const ToProgramOptions& options) {
  CheckOptions(options);
  Notes notes;
  CommunicatorTable communicators(traces);
  CollectiveCalls collectives(traces, communicators, notes);
  auto program = std::make_unique<TraceProgram>(traces);
  const RankConversion::Shared shared{traces, communicators, collectives, *program, notes};
  TracedProgram result;
  for (std::size_t rank = 0; rank < traces.ranks.size(); ++rank) {
    ConvertRank(shared, static_cast<int>(rank), options);
    result.hosts.push_back(traces.ranks[rank].header.host);
  }
  result.program = std::move(program);
  result.communicators = communicators.Take();
  result.notes = notes.Lines();
  return result;
}

}  // namespace mpigauge

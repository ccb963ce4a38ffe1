#include "simulator/trace/info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/table.h"
#include "base/units.h"
#include "simulator/trace/computation.h"
#include "simulator/trace/to_program.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// Receives have the size of a buffer, which says little.
bool HasBytes(TraceCall call) {
  return call == TraceCall::kSend || call == TraceCall::kIsend || call == TraceCall::kSendReceive ||
         (call > TraceCall::kBarrier && call <= TraceCall::kExscan);
}

void AddRank(const RankTrace& trace, TraceInfo& info, std::map<std::string, CallSum>& names) {
  const Computation computation = ComputationOf(trace, ToProgramOptions().polling_seconds);
  std::int64_t computed = 0;
  std::int64_t wall = 0;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    const std::int64_t before = std::max<std::int64_t>(0, computation.nanoseconds[i]);
    const bool inside = event.call != TraceCall::kInit;
    computed += before;
    if (inside) wall += event.before_nanoseconds + event.inside_nanoseconds;
    CallSum& sum = names[CallName(event)];
    ++sum.calls;
    if (HasBytes(event.call)) sum.bytes += std::max<std::int64_t>(0, event.bytes);
    sum.inside_seconds += static_cast<double>(event.inside_nanoseconds) / 1e9;
    sum.computed_seconds += static_cast<double>(before) / 1e9;
  }
  info.calls += static_cast<std::int64_t>(trace.events.size());
  info.polls += computation.polls;
  info.computed_seconds.push_back(static_cast<double>(computed) / 1e9);
  info.wall_seconds.push_back(static_cast<double>(wall) / 1e9);
}

// A trace that cannot be simulated can be looked at all the same.
std::vector<std::string> NotesOf(const TraceSet& traces) {
  std::vector<std::string> notes;
  try {
    notes = ToProgram(traces).notes;
  } catch (const Error& error) {
    notes.push_back(fmt::format("cannot be simulated: {}", error.what()));
  }
  for (const RankTrace& rank : traces.ranks) {
    if (!rank.damage.empty()) notes.push_back(rank.damage);
  }
  return notes;
}

std::string Range(const std::vector<double>& seconds) {
  const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return fmt::format("{} in all, {} to {} on a rank", FormatSeconds(sum), FormatSeconds(*least), FormatSeconds(*most));
}

}  // namespace

TraceInfo InfoOf(const TraceSet& traces) {
  TraceInfo info;
  info.header = traces.ranks.at(0).header;
  info.ranks = static_cast<int>(traces.ranks.size());
  std::map<std::string, CallSum> names;
  for (const RankTrace& rank : traces.ranks) {
    AddRank(rank, info, names);
    if (std::find(info.hosts.begin(), info.hosts.end(), rank.header.host) == info.hosts.end()) {
      info.hosts.push_back(rank.header.host);
    }
  }
  for (auto& [name, sum] : names) {
    sum.name = name;
    info.names.push_back(sum);
  }
  std::stable_sort(info.names.begin(), info.names.end(),
                   [](const CallSum& a, const CallSum& b) { return a.inside_seconds > b.inside_seconds; });
  info.notes = NotesOf(traces);
  return info;
}

std::string InfoText(const TraceInfo& info) {
  std::string text = fmt::format(
      "{} ranks of {} on {}\n{}, run {} of {}, thread level {}\ncomputed on the CPU: {}{}\n"
      "from MPI_Init to MPI_Finalize, wall clock: {}\n{} calls{}\n\n",
      info.ranks, info.header.program, fmt::join(info.hosts, ", "), info.header.library, info.header.run_id,
      info.header.started_at, info.header.thread_level, Range(info.computed_seconds),
      info.header.cpu_clock == "off" ? " (by the wall clock)" : "", Range(info.wall_seconds), info.calls,
      info.polls == 0 ? "" : fmt::format(", {} of them tests and probes that found nothing", info.polls));
  Table table({{"call", Table::Align::kLeft}, {"calls"}, {"bytes"}, {"in the call"}, {"computed before it"}});
  for (const CallSum& sum : info.names) {
    table.AddRow({sum.name, std::to_string(sum.calls), sum.bytes == 0 ? "-" : std::to_string(sum.bytes),
                  FormatSeconds(sum.inside_seconds), FormatSeconds(sum.computed_seconds)});
  }
  text += table.Text(false);
  for (const std::string& note : info.notes) text += "note: " + note + "\n";
  return text;
}

Json ToJson(const TraceInfo& info) {
  Json calls = Json::array();
  for (const CallSum& sum : info.names) {
    calls.push_back({{"name", sum.name},
                     {"calls", sum.calls},
                     {"bytes", sum.bytes},
                     {"inside_seconds", sum.inside_seconds},
                     {"computed_seconds", sum.computed_seconds}});
  }
  return {{"program", info.header.program},
          {"library", info.header.library},
          {"run_id", info.header.run_id},
          {"started_at", info.header.started_at},
          {"thread_level", info.header.thread_level},
          {"cpu_clock", info.header.cpu_clock},
          {"clock_cost_seconds", info.header.clock_cost_seconds},
          {"ranks", info.ranks},
          {"hosts", info.hosts},
          {"calls", info.calls},
          {"polls", info.polls},
          {"computed_seconds", info.computed_seconds},
          {"wall_seconds", info.wall_seconds},
          {"by_name", calls},
          {"notes", info.notes}};
}

}  // namespace mpigauge

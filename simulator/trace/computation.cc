#include "simulator/trace/computation.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

// The state of a thread after its last call.
struct Thread {
  bool polls = false;        // the last call found nothing
  std::int64_t carried = 0;  // computed before calls that are left out
};

}  // namespace

Computation ComputationOf(const RankTrace& trace, double polling_seconds) {
  const auto limit = static_cast<std::int64_t>(std::llround(polling_seconds * 1e9));
  Computation result;
  result.nanoseconds.reserve(trace.events.size());
  std::unordered_map<std::uint32_t, Thread> threads;
  for (const TraceEvent& event : trace.events) {
    Thread& thread = threads[event.thread];
    const bool polls = IsPoll(event.call);
    const bool found = !polls || event.flag;
    std::int64_t own = event.call == TraceCall::kInit ? 0 : std::max<std::int64_t>(0, event.cpu_nanoseconds);
    if (thread.polls && polls && own <= limit) {
      result.polling_nanoseconds += own;
      own = 0;
    }
    thread.carried += own;
    thread.polls = !found;
    result.polls += found ? 0 : 1;
    result.nanoseconds.push_back(found ? thread.carried : Computation::kNothingFound);
    if (found) thread.carried = 0;
  }
  return result;
}

}  // namespace mpigauge

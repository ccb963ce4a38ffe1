#pragma once

#include <string>

#include "base/json.h"
#include "simulator/trace/event.h"

namespace mpigauge {

// One call as a line without its end, in the words of Demaine (1996), "Evaluating the Performance of Parallel Programs
// in a Pseudo-Parallel MPI Environment": <rank> <routine> <CPU seconds before it> and
//     sends                  destination, tag, bytes
//     receives               source, tag, bytes: of what was received; of nonblocking ones as it was asked for
//     collectives            bytes, and `root R`
// Fields that have no words above follow as `name value...`: comm (other than the world), request(s), done (each:
// request, source, tag, bytes), asked (source and tag with wildcards), made (a communicator: id and ranks), thread.
std::string TraceLine(int rank, const TraceEvent& event);

// The same with all that is known, wall-clock times too.
Json ToJson(int rank, const TraceEvent& event);

}  // namespace mpigauge

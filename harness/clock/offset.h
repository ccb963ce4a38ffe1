#pragma once

#include <cstdint>

#include "harness/agree/control.h"
#include "harness/clock/global_clock.h"
#include "harness/clock/offset_point.h"

namespace mpigauge {

// One of two ranks asks, the other answers with its time until the asking one ends it. Nothing arrives before it was
// sent, so each exchange bounds the offset from both sides. The one that asks decides how often; its messages say so.
//
// Both clocks are taken as they are corrected so far: of ranks that are synchronized already, this finds what is
// left.

// The server's side. Tells at the end how wrong its own clock may be.
void AnswerTimes(const Control& control, const GlobalClock& clock, int client);

struct MeasuredOffset {
  OffsetPoint point;
  std::int64_t server_error_ns = 0;
};

// Keeps the tightest bounds of all exchanges; half of what is left between them is the error (SKaMPI's offset
// algorithm). Right for clocks that do not drift apart meanwhile.
MeasuredOffset TightestBounds(const Control& control, const GlobalClock& clock, int server, int exchanges);

// Keeps the exchange with the shortest round trip; stops after `patience` exchanges without a shorter one, or
// after `most` in all (MPIPerf 5 [KU1]).
MeasuredOffset ShortestRoundTrip(const Control& control, const GlobalClock& clock, int server, int patience, int most);

}  // namespace mpigauge

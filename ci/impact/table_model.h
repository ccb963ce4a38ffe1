#pragma once

#include "simulator/fit/network_fit.h"

namespace mpigauge {

// The medians over launches, and straight lines between measured sizes: nothing is smoothed, so that a change shows at
// the sizes where it was measured. A message takes in a replay what its half round trip took: from it overheads are
// taken off, and above the eager limit the request and the answer that a rendezvous sends first. There the receiver is
// busy, in its wait, for what a receive takes whose sender waits for it: of two such messages that come at once, it
// takes in one after the other. On one host it is its processor that fetches them, and the sender's interface is free
// meanwhile. Where the gap was not measured, a rendezvous keeps the sender until the receiver has
// its data. Throws Error (usage) where no time was measured.
NetworkModel TableModel(const NetworkSamples& samples);

}  // namespace mpigauge

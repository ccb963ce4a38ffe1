// The overhead of the harness: the time that call mode reports for no operation at all. In loop mode it is the
// difference between ping_pong and plain_ping_pong (plain_loops.cc).
//   mpirun -n 2 overhead-bench --benchmark_filter='(ping_pong|plain_ping_pong)/bytes:8/|empty'
#include "harness/state/state.h"

namespace {

void Empty(mpigauge::State& state) {
  for (auto _ : state) {
  }
}
MPIGAUGE_CASE(Empty)->Collective();

}  // namespace

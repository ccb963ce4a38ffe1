#include "harness/state/start_up.h"

namespace mpigauge {
namespace {

StartUp kept;

}  // namespace

void KeepStartUp(const StartUp& start_up) { kept = start_up; }
const StartUp& ThisStartUp() { return kept; }

}  // namespace mpigauge

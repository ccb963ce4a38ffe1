#pragma once

#include <cstdint>
#include <vector>

namespace mpigauge {

// The step of a clock, in nanoseconds, from differences between two readings that are close together; 0 where none is
// positive. A clock that counts tens of nanoseconds shows differences of 20, 21, 29, 30 and 31 ns: groups that rounding
// makes up to 2 ns wide, and between them its step. A clock that counts finely shows wider groups, and its step is 1
// ns. Where all are in one narrow group, nothing smaller was seen, and its smallest is the step. What fewer than one in
// a thousand differences show is a disturbance.
std::int64_t ClockStep(std::vector<std::int64_t> differences);

}  // namespace mpigauge

#include "simulator/trace/trace_set.h"

#include <fmt/format.h>

#include "simulator/trace/names.h"

namespace mpigauge {

std::string CallPlace::Text() const {
  const auto& events = traces.ranks[static_cast<std::size_t>(rank)].events;
  return fmt::format("{}: rank {}, call {} ({})", traces.path, rank, event + 1, CallName(events[event]));
}

}  // namespace mpigauge

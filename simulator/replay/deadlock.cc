#include "simulator/replay/deadlock.h"

#include <fmt/format.h>

namespace mpigauge {
namespace {

std::string Number(int value) { return value < 0 ? "any" : std::to_string(value); }

}  // namespace

void DeadlockReport::Add(const std::string& where, const std::string& waits_for) {
  constexpr int kShown = 4;
  ++stuck_;
  if (stuck_ <= kShown) text_ += fmt::format("; {}: waits for {}", where, waits_for);
  if (stuck_ == kShown + 1) text_ += "; and so on";
}

Error DeadlockReport::ToError(int ranks) const {
  return UsageError("deadlock: {} of {} ranks never end{}", stuck_, ranks, text_);
}

std::string MissingMessage(const Envelope& receive) {
  return fmt::format("a message from {}, tag {}", Number(receive.source), Number(receive.tag));
}

std::string MissingReceive(int to, const Envelope& message) {
  return fmt::format("rank {} to receive what it sends with tag {}", to, message.tag);
}

}  // namespace mpigauge

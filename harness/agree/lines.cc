#include "harness/agree/lines.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/uuid.h"

namespace mpigauge {
namespace {

constexpr std::chrono::milliseconds kCalling{1000};
constexpr std::chrono::milliseconds kListening{1500};  // a caller may begin later than who listens

// Another one for each launch, so that nobody else is taken for one of its ranks.
std::string Secret(const Control& control) {
  std::string secret = control.root() ? NewUuid() : "";
  control.Broadcast(secret);
  return secret;
}

}  // namespace

std::map<int, WakeLine> ConnectLines(const Control& control, const std::vector<int>& callees) {
  const int self = control.rank();
  const int callee = callees[static_cast<std::size_t>(self)];
  const auto callers = static_cast<std::size_t>(std::count(callees.begin(), callees.end(), self));
  const std::string secret = Secret(control);
  const auto listener = callers > 0 ? std::make_unique<TcpListener>() : nullptr;
  std::vector<std::string> places = control.GatherToRoot(listener ? listener->place() : "");
  control.Broadcast(places);

  std::map<int, WakeLine> lines;
  const auto now = std::chrono::steady_clock::now();
  if (callee >= 0) {
    WakeLine line = CallListener(places[static_cast<std::size_t>(callee)], secret, static_cast<std::uint32_t>(self),
                                 now + kCalling);
    if (line.there()) lines[callee] = std::move(line);
  }
  while (lines.size() < callers + (callee >= 0 ? 1 : 0)) {
    std::optional<TcpListener::Call> call;
    if (listener) call = listener->Accept(secret, now + kListening);
    if (!call) break;
    lines[static_cast<int>(call->number)] = std::move(call->line);
  }
  const bool all = lines.size() == callers + (callee >= 0 ? 1 : 0);
  const auto mine = all ? std::nullopt : std::optional(Fault{FaultKind::kError, 0, "no line to another host"});
  if (control.Agree(mine)) lines.clear();
  return lines;
}

}  // namespace mpigauge

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json.h"
#include "simulator/replay/observer.h"

namespace mpigauge {

// Keeps all spans and messages that are added.
class Timeline : public ReplayObserver {
 public:
  struct Span {
    Activity activity;
    double begin;
    double end;
  };
  explicit Timeline(int ranks) : spans_(static_cast<std::size_t>(ranks)) {}

  void OnSpan(int rank, Activity activity, double begin, double end) override;
  void OnMessage(const Message& message) override;
  void OnCollective(const CollectiveCall& call) override;

  const std::vector<std::vector<Span>>& spans() const { return spans_; }
  const std::vector<Message>& messages() const { return messages_; }
  const std::vector<CollectiveCall>& collectives() const { return collectives_; }

 private:
  std::vector<std::vector<Span>> spans_;  // by rank
  std::vector<Message> messages_;
  std::vector<CollectiveCall> collectives_;
};

// A line for each rank, `columns` wide: '#' where it mostly computes, '-' where it sends or receives, '=' where it is
// in a collective with a measured time, '.' where it is blocked, ' ' where it has ended; and the share of the parallel
// time in which it computes. Source: Demaine, Simulator [DE6].
std::string TimelineText(const Timeline& timeline, double parallel_seconds, std::size_t columns);

// Events as chrome://tracing and ui.perfetto.dev open them: a row for each rank, an arrow for each message. (Trace
// Event Format; times in microseconds.) Demaine's simulator wrote a log for upshot [DE7].
Json TimelineEvents(const Timeline& timeline);

}  // namespace mpigauge

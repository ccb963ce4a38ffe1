#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace mpigauge {

// Events at the same time happen in this order; events of one kind happen in the order in which they were put in.
enum class Happening : std::uint8_t {
  kRelease,  // of a link
  kHead,     // of a message arrives at the next link of its path
  kArrival,  // of the last byte at the receiver
  kTaken,    // a receiver that was busy takes it in
  kRequest,  // of a rendezvous arrives at the receiver
  kResume,   // of a rank
};

struct ReplayEvent {
  double time = 0;  // nanoseconds
  Happening happening = Happening::kResume;
  int subject = 0;   // link, message or rank
  int position = 0;  // of a message on its path
  std::uint64_t number = 0;
};

class EventQueue {
 public:
  void Push(double time, Happening happening, int subject, int position = 0) {
    events_.push({time, happening, subject, position, pushed_++});
  }
  bool empty() const { return events_.empty(); }
  ReplayEvent Pop() {
    const ReplayEvent event = events_.top();
    events_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const ReplayEvent& one, const ReplayEvent& other) const {
      if (one.time != other.time) return one.time > other.time;
      if (one.happening != other.happening) return one.happening > other.happening;
      return one.number > other.number;
    }
  };
  std::priority_queue<ReplayEvent, std::vector<ReplayEvent>, Later> events_;
  std::uint64_t pushed_ = 0;
};

}  // namespace mpigauge

#include "simulator/trace_library/recorder.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/error.h"

namespace mpigauge {
namespace {

// The state of a thread. Threads come and go; each is known from its first call on.
struct Thread {
  int depth = 0;  // of calls: only the program's own are traced
  bool known = false;
  std::uint32_t number = 0;
  Moment left;       // when its last call was left
  TraceEvent event;  // kept for its memory
};

thread_local Thread this_thread;

void Reset(TraceEvent& event, TraceCall call) {
  event.call = call;
  event.mode = SendMode::kStandard;
  event.nonblocking = false;
  event.communicator = 0;
  event.peer = event.tag = event.second_peer = event.second_tag = kTraceNull;
  event.bytes = 0;
  event.inside_nanoseconds = 0;
  event.requests.clear();
  event.matches.clear();
  event.flag = false;
  event.made.id = 0;
  event.made.members.clear();
  event.name.clear();
}

}  // namespace

Recorder& Recorder::Get() {
  static auto* const recorder = new Recorder;
  return *recorder;
}

std::unique_lock<std::mutex> Recorder::Lock() {
  return many_threads_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
}

void Recorder::Write(const TraceEvent& event) {
  if (!on_ || writer_ == nullptr) return;
  try {
    writer_->Add(event);
  } catch (const Error& error) {
    Lose(error.what());
  }
}

void Recorder::Flush() {
  if (!on_ || writer_ == nullptr) return;
  try {
    writer_->Flush();
  } catch (const Error& error) {
    Lose(error.what());
  }
}

void Recorder::Finish() {
  const auto lock = Lock();  // threads may still be there when a program just ends
  if (process_ == getpid()) {
    Flush();
  } else if (writer_ != nullptr) {
    writer_->Abandon();
  }
  on_ = false;
  writer_ = nullptr;
}

void Recorder::Lose(const std::string& why) {
  on_ = false;
  std::fprintf(stderr, "libmpigauge_trace: %s; the program continues without a trace\n", why.c_str());
}

NotTraced::NotTraced() { ++this_thread.depth; }
NotTraced::~NotTraced() { --this_thread.depth; }

bool Nested() { return this_thread.depth > 0; }
bool Tracing() { return Recorder::Get().on() && this_thread.depth == 0; }

void BeginFirstBurst() {
  if (!this_thread.known) this_thread.number = Recorder::Get().NextThread();
  this_thread.known = true;
  this_thread.left = BurstBegins(Recorder::Get().with_cpu());
}

TracedCall::TracedCall(TraceCall call) : event_(this_thread.event) {
  Recorder& recorder = Recorder::Get();
  const Moment now = BurstEnds(recorder.with_cpu());
  Thread& thread = this_thread;
  if (!thread.known) {  // its first call: it computes since it began
    thread.known = true;
    const auto lock = recorder.Lock();
    thread.number = recorder.NextThread();
    thread.left.cpu = recorder.with_cpu() ? 0 : now.cpu;
    thread.left.wall = now.wall - (now.cpu - thread.left.cpu);
  }
  Reset(event_, call);
  event_.thread = thread.number;
  const Moment burst = BurstBetween(thread.left, now, recorder.empty_burst());
  event_.before_nanoseconds = burst.wall;
  event_.cpu_nanoseconds = burst.cpu;
}

TracedCall::~TracedCall() {
  Recorder& recorder = Recorder::Get();
  {
    const auto lock = recorder.Lock();
    recorder.Write(event_);
  }
  this_thread.left = BurstBegins(recorder.with_cpu());
}

TracedCall::Inside::Inside(TracedCall& call) : call_(call), start_(WallNow()) {}

TracedCall::Inside::~Inside() { call_.event_.inside_nanoseconds = WallNow() - start_; }

void TracedCall::Communicator(MPI_Comm communicator) {
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const KnownCommunicator* known = recorder.communicators().Find(communicator);
  if (known == nullptr && communicator != MPI_COMM_NULL) {
    std::uint64_t what = 0;
    for (const int rank : WorldRanks(communicator)) what = Mixed(what, static_cast<std::uint64_t>(rank));
    TraceEvent seen{.call = TraceCall::kOther, .thread = event_.thread, .name = "a communicator made by no known call"};
    seen.made = recorder.communicators().Add(communicator, recorder.communicators().NextAlike(what));
    recorder.Write(seen);
    known = recorder.communicators().Find(communicator);
  }
  if (known == nullptr) return;
  event_.communicator = known->id;
  if (known->inter) {
    event_.call = TraceCall::kOther;
    event_.name = "a call on an intercommunicator";
  }
}

}  // namespace mpigauge

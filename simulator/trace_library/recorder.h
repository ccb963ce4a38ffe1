#pragma once

// This process writes one trace file, from MPI_Init to MPI_Finalize. Source: Demaine, Logging Library [DE3].

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "simulator/trace/event.h"
#include "simulator/trace/trace_file.h"
#include "simulator/trace_library/clocks.h"
#include "simulator/trace_library/handles.h"

namespace mpigauge {

// A message that a matching probe has found and that nobody has received yet.
struct FoundMessage {
  MPI_Comm communicator = MPI_COMM_NULL;
  int source = MPI_PROC_NULL;
  int tag = MPI_ANY_TAG;
};

// Lives as long as the process: calls may come while it ends.
class Recorder {
 public:
  static Recorder& Get();

  // Begins the trace after MPI_Init has returned. Where no trace can be written, it says why and ends the program:
  // hours later would be a bad time to learn it.
  void Start(const int* thread_level);  // null: MPI_Init, which says none
  void Finish();                        // the file is whole

  bool on() const { return on_.load(std::memory_order_relaxed); }
  bool with_cpu() const { return with_cpu_; }
  const Moment& empty_burst() const { return empty_burst_; }

  // Held while tables are used and events are written; does nothing unless several threads may call at once.
  std::unique_lock<std::mutex> Lock();

  RequestTable& requests() { return requests_; }
  CommunicatorTable& communicators() { return communicators_; }
  std::unordered_map<std::uint64_t, FoundMessage>& messages() { return messages_; }
  std::uint32_t NextThread() { return threads_++; }

  // A full disk is told once; then the program goes on without trace.
  void Write(const TraceEvent& event);
  void Flush();

 private:
  std::string MakeFolder(const std::string& run_id, int rank, int ranks);
  void Lose(const std::string& why);

  std::atomic<bool> on_ = false;
  bool with_cpu_ = true;
  bool many_threads_ = false;
  int process_ = 0;  // a forked child has the file, too, but does not write it
  Moment empty_burst_;
  std::mutex mutex_;
  RequestTable requests_;
  CommunicatorTable communicators_;
  std::unordered_map<std::uint64_t, FoundMessage> messages_;  // by handle
  std::uint32_t threads_ = 0;
  std::unique_ptr<TraceWriter> writer_;
};

// While one is there, calls of this thread are the library's own and are not traced.
class NotTraced {
 public:
  NotTraced();
  ~NotTraced();
  NotTraced(const NotTraced&) = delete;
  NotTraced& operator=(const NotTraced&) = delete;
};

// One call of the program that is written. Made: what was computed before is over. Destroyed: the event is written, and
// the next computation begins.
class TracedCall {
 public:
  explicit TracedCall(TraceCall call);
  ~TracedCall();
  TracedCall(const TracedCall&) = delete;
  TracedCall& operator=(const TracedCall&) = delete;

  // Calls the library. Functions that it calls in turn are not traced.
  template <typename Call>
  int Run(const Call& call) {
    const Inside inside(*this);
    const NotTraced nested;
    return call();
  }

  TraceEvent& event() const { return event_; }
  void Communicator(MPI_Comm communicator);  // may write that it is seen for the first time

  // The communicator stands between two groups: the call is written as kOther.
  bool Unmodelled() const { return event_.call == TraceCall::kOther; }

 private:
  class Inside {
   public:
    explicit Inside(TracedCall& call);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    TracedCall& call_;
    std::int64_t start_;
  };
  TraceEvent& event_;  // of this thread
};

bool Nested();   // in a call already
bool Tracing();  // whether a call of this thread is to be written

// Computation begins here, without a call before.
void BeginFirstBurst();

}  // namespace mpigauge

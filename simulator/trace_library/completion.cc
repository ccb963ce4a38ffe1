// Requests: started, waited for, asked for, freed.
#include <mpi.h>

#include <utility>
#include <vector>

#include "simulator/trace_library/traced.h"

namespace mpigauge {
namespace {

// The requests of one call, out of the table until it is known which of them are over.
class Requests {
 public:
  Requests(TracedCall& traced, int count, const MPI_Request* handles)
      : traced_(traced), handles_(handles), taken_(Memory()) {
    Recorder& recorder = Recorder::Get();
    const auto lock = recorder.Lock();
    taken_.clear();
    for (int i = 0; i < count; ++i) {
      taken_.push_back(recorder.requests().Take(&handles[i]));
      if (Known(i) && Of(i).active) traced.event().requests.push_back(Of(i).number);
    }
  }
  ~Requests() {
    Recorder& recorder = Recorder::Get();
    const auto lock = recorder.Lock();
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      // A request that failed may be over, too: its handle says so.
      if (handles_[i] != MPI_REQUEST_NULL) recorder.requests().PutBack(std::move(taken_[i]));
    }
    taken_.clear();
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  bool Known(int place) const { return !taken_[place].empty(); }
  KnownRequest& Of(int place) { return taken_[place].mapped(); }
  void Forget(int place) { taken_[place] = {}; }

  void Over(int place, const MPI_Status& status) {
    if (!Known(place) || !Of(place).active) return;
    KnownRequest& request = Of(place);
    TraceMatch match{.request = request.number};
    if (request.kind == RequestKind::kReceive) match = MatchOf(request.number, status);
    if (request.cancelled) {
      int cancelled = 0;
      PMPI_Test_cancelled(&status, &cancelled);
      match = cancelled != 0 ? TraceMatch{.request = request.number, .cancelled = true} : match;
      request.cancelled = false;
    }
    traced_.event().matches.push_back(match);
    if (request.made != nullptr) {
      Recorder& recorder = Recorder::Get();
      const auto lock = recorder.Lock();
      traced_.event().made = recorder.communicators().Add(*request.made, request.made_id);
    }
    request.active = false;
    if (!request.persistent) Forget(place);
  }

 private:
  static std::vector<RequestTable::Taken>& Memory() {
    thread_local std::vector<RequestTable::Taken> memory;
    return memory;
  }

  TracedCall& traced_;
  const MPI_Request* handles_;
  std::vector<RequestTable::Taken>& taken_;  // of this thread, kept for its memory
};

// The program's statuses, or our own where it wants none.
void NeedStatuses(int count, MPI_Status*& statuses) {
  thread_local std::vector<MPI_Status> own;
  if (statuses != MPI_STATUSES_IGNORE) return;
  if (own.size() < static_cast<std::size_t>(count)) own.resize(count);
  statuses = own.data();
}

// Wait and test for one, or for one of several: `index` says which; null: there is but one. `flag` null: it waits.
template <typename Call>
int CompleteOne(const Call& call, TraceCall kind, int count, MPI_Request* handles, const int* index, const int* flag,
                MPI_Status*& status) {
  TracedCall traced(kind);
  Requests requests(traced, count, handles);
  MPI_Status own;
  NeedStatus(status, own);
  const int code = traced.Run(call);
  traced.event().flag = flag == nullptr || *flag != 0;
  if (code != MPI_SUCCESS || !traced.event().flag) return code;
  const int place = index != nullptr ? *index : 0;
  if (place != MPI_UNDEFINED) requests.Over(place, *status);
  return code;
}

template <typename Call>
int CompleteAll(const Call& call, TraceCall kind, int count, MPI_Request* handles, const int* flag,
                MPI_Status*& statuses) {
  TracedCall traced(kind);
  Requests requests(traced, count, handles);
  NeedStatuses(count, statuses);
  const int code = traced.Run(call);
  traced.event().flag = flag == nullptr || *flag != 0;
  if (code != MPI_SUCCESS || !traced.event().flag) return code;
  for (int i = 0; i < count; ++i) requests.Over(i, statuses[i]);
  return code;
}

template <typename Call>
int CompleteSome(const Call& call, TraceCall kind, int count, MPI_Request* handles, const int* completed,
                 const int* indices, MPI_Status*& statuses) {
  TracedCall traced(kind);
  Requests requests(traced, count, handles);
  NeedStatuses(count, statuses);
  const int code = traced.Run(call);
  if (code != MPI_SUCCESS || *completed == MPI_UNDEFINED) return code;
  traced.event().flag = *completed > 0;
  for (int i = 0; i < *completed; ++i) requests.Over(indices[i], statuses[i]);
  return code;
}

// Persistent collectives are written as what they start; the trace has no other word for them.
template <typename Call>
int Start(const Call& call, TraceCall kind, int count, MPI_Request* handles) {
  std::vector<TraceEvent> collectives;
  int code = MPI_SUCCESS;
  {
    TracedCall traced(kind);
    Requests requests(traced, count, handles);
    code = traced.Run(call);
    if (code != MPI_SUCCESS) return code;
    for (int i = 0; i < count; ++i) {
      if (!requests.Known(i)) continue;
      KnownRequest& request = requests.Of(i);
      request.active = true;
      if (request.starts != nullptr) {
        collectives.push_back(*request.starts);
        collectives.back().thread = traced.event().thread;
      } else {
        traced.event().requests.push_back(request.number);
      }
    }
  }
  if (collectives.empty()) return code;
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  for (const TraceEvent& event : collectives) recorder.Write(event);
  return code;
}

template <typename Call>
int Free(const Call& call, MPI_Request* handle) {
  TracedCall traced(TraceCall::kRequestFree);
  Requests requests(traced, 1, handle);
  const bool inactive = requests.Known(0) && !requests.Of(0).active;
  if (inactive) traced.event().requests.push_back(requests.Of(0).number);
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) requests.Forget(0);
  return code;
}

template <typename Call>
int Cancel(const Call& call, MPI_Request* handle) {
  TracedCall traced(TraceCall::kCancel);
  Requests requests(traced, 1, handle);
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS && requests.Known(0)) requests.Of(0).cancelled = true;
  return code;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::TraceCall;

MPIGAUGE_TRACED(Wait, (MPI_Request * r, MPI_Status* s), (r, s),
                mpigauge::CompleteOne(call, TraceCall::kWait, 1, r, nullptr, nullptr, s))
MPIGAUGE_TRACED(Waitany, (int n, MPI_Request* r, int* index, MPI_Status* s), (n, r, index, s),
                mpigauge::CompleteOne(call, TraceCall::kWaitAny, n, r, index, nullptr, s))
MPIGAUGE_TRACED(Waitall, (int n, MPI_Request* r, MPI_Status* s), (n, r, s),
                mpigauge::CompleteAll(call, TraceCall::kWaitAll, n, r, nullptr, s))
MPIGAUGE_TRACED(Waitsome, (int n, MPI_Request* r, int* done, int* indices, MPI_Status* s), (n, r, done, indices, s),
                mpigauge::CompleteSome(call, TraceCall::kWaitSome, n, r, done, indices, s))
MPIGAUGE_TRACED(Test, (MPI_Request * r, int* flag, MPI_Status* s), (r, flag, s),
                mpigauge::CompleteOne(call, TraceCall::kTest, 1, r, nullptr, flag, s))
MPIGAUGE_TRACED(Testany, (int n, MPI_Request* r, int* index, int* flag, MPI_Status* s), (n, r, index, flag, s),
                mpigauge::CompleteOne(call, TraceCall::kTestAny, n, r, index, flag, s))
MPIGAUGE_TRACED(Testall, (int n, MPI_Request* r, int* flag, MPI_Status* s), (n, r, flag, s),
                mpigauge::CompleteAll(call, TraceCall::kTestAll, n, r, flag, s))
MPIGAUGE_TRACED(Testsome, (int n, MPI_Request* r, int* done, int* indices, MPI_Status* s), (n, r, done, indices, s),
                mpigauge::CompleteSome(call, TraceCall::kTestSome, n, r, done, indices, s))

MPIGAUGE_TRACED(Start, (MPI_Request * r), (r), mpigauge::Start(call, TraceCall::kStart, 1, r))
MPIGAUGE_TRACED(Startall, (int n, MPI_Request* r), (n, r), mpigauge::Start(call, TraceCall::kStartAll, n, r))
MPIGAUGE_TRACED(Request_free, (MPI_Request * r), (r), mpigauge::Free(call, r))
MPIGAUGE_TRACED(Cancel, (MPI_Request * r), (r), mpigauge::Cancel(call, r))

#include "simulator/trace_library/traced.h"

namespace mpigauge {

TraceMatch MatchOf(std::uint32_t request, const MPI_Status& status) {
  TraceMatch match{.request = request};
  if (status.MPI_SOURCE == MPI_PROC_NULL) return match;
  match.source = PeerOf(status.MPI_SOURCE);
  match.tag = TagOf(status.MPI_TAG);
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  if (bytes > 0) match.bytes = bytes;
  return match;
}

KnownRequest& Started(TracedCall& traced, const MPI_Request* request, RequestKind kind) {
  Recorder& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  KnownRequest& known = recorder.requests().Add(request, kind);
  traced.event().requests.push_back(known.number);
  return known;
}

}  // namespace mpigauge

#pragma once

// Calls that are written by name alone.

#include "simulator/trace_library/traced.h"

namespace mpigauge {

template <typename Call>
int Other(const Call& call, const char* name) {
  TracedCall traced(TraceCall::kOther);
  traced.event().name = name;
  return traced.Run(call);
}

template <typename Call>
int OtherWithRequest(const Call& call, const char* name, const MPI_Request* request) {
  TracedCall traced(TraceCall::kOther);
  traced.event().name = name;
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) Started(traced, request, RequestKind::kOther);
  return code;
}

}  // namespace mpigauge

#define MPIGAUGE_OTHER(name, parameters, arguments) \
  MPIGAUGE_TRACED(name, parameters, arguments, mpigauge::Other(call, "MPI_" #name))

#define MPIGAUGE_OTHER_REQUEST(name, parameters, arguments) \
  MPIGAUGE_TRACED(name, parameters, arguments, mpigauge::OtherWithRequest(call, "MPI_" #name, request))

#pragma once

// Which requests are there: handle to number.

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "simulator/trace/event.h"

namespace mpigauge {

enum class RequestKind : std::uint8_t { kSend, kReceive, kCollective, kOther };

struct KnownRequest {
  std::uint32_t number = 0;
  RequestKind kind = RequestKind::kOther;
  bool persistent = false;
  bool active = true;
  bool cancelled = false;                 // MPI_Cancel was called: whether it helped, the status says
  const MPI_Request* variable = nullptr;  // where the program had the handle put
  std::unique_ptr<TraceEvent> starts;     // of persistent collectives: what each start is
  const MPI_Comm* made = nullptr;         // of MPI_Comm_idup: the new communicator, once it is there
  std::uint64_t made_id = 0;
};

// Some handles stand for several requests at once: both Open MPI and MPICH give the same handle to all sends that were
// over before they returned. Then the one whose handle was put into the same variable is meant, or else the oldest:
// all of them are done, so that little hangs on it.
class RequestTable {
 public:
  using Requests = std::map<std::pair<std::uint64_t, std::uint32_t>, KnownRequest>;  // by handle and number
  using Taken = Requests::node_type;

  // Gives it its number.
  KnownRequest& Add(const MPI_Request* variable, RequestKind kind);

  // Out of the table, to be put back if it stays. Empty: not known (MPI_REQUEST_NULL, or made by a call that is not
  // traced).
  Taken Take(const MPI_Request* variable);
  void PutBack(Taken request);

 private:
  Requests requests_;
  std::uint32_t numbers_ = 0;
};

}  // namespace mpigauge

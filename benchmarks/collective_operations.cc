#include "benchmarks/collective_operations.h"

#include "benchmarks/collective_forms.h"

namespace mpigauge::collectives {

const std::vector<Operation>& CollectiveOperations() {
  using enum Movement;
  static const std::vector<Operation> operations = {
      {"barrier", kNone, false, MPIGAUGE_FORMS(Barrier, Ibarrier)},
      {"bcast", kBcast, false, MPIGAUGE_FORMS(Bcast, Ibcast, a.recv, a.recv_count, a.type, kRoot)},
      {"gather", kGather, false,
       MPIGAUGE_FORMS(Gather, Igather, a.send, a.send_count, a.type, a.recv, a.recv_count, a.type, kRoot)},
      {"gatherv", kGather, true,
       MPIGAUGE_FORMS(Gatherv, Igatherv, a.send, a.send_count, a.type, a.recv, a.counts, a.places, a.type, kRoot)},
      {"scatter", kScatter, false,
       MPIGAUGE_FORMS(Scatter, Iscatter, a.send, a.send_count, a.type, a.recv, a.recv_count, a.type, kRoot)},
      {"scatterv", kScatter, true,
       MPIGAUGE_FORMS(Scatterv, Iscatterv, a.send, a.counts, a.places, a.type, a.recv, a.recv_count, a.type, kRoot)},
      {"allgather", kAllgather, false,
       MPIGAUGE_FORMS(Allgather, Iallgather, a.send, a.send_count, a.type, a.recv, a.recv_count, a.type)},
      {"allgatherv", kAllgather, true,
       MPIGAUGE_FORMS(Allgatherv, Iallgatherv, a.send, a.send_count, a.type, a.recv, a.counts, a.places, a.type)},
      {"alltoall", kAlltoall, false,
       MPIGAUGE_FORMS(Alltoall, Ialltoall, a.send, a.send_count, a.type, a.recv, a.recv_count, a.type)},
      {"alltoallv", kAlltoall, true,
       MPIGAUGE_FORMS(Alltoallv, Ialltoallv, a.send, a.counts, a.places, a.type, a.recv, a.counts, a.places, a.type)},
      // The types are single bytes, so places in elements are places in bytes.
      {"alltoallw", kAlltoall, true,
       MPIGAUGE_FORMS(Alltoallw, Ialltoallw, a.send, a.counts, a.places, a.types, a.recv, a.counts, a.places, a.types)},
      {"reduce", kReduce, false, MPIGAUGE_FORMS(Reduce, Ireduce, a.send, a.recv, a.send_count, a.type, a.op, kRoot)},
      {"allreduce", kAllreduce, false,
       MPIGAUGE_FORMS(Allreduce, Iallreduce, a.send, a.recv, a.send_count, a.type, a.op)},
      {"reduce_scatter", kReduceScatter, true,
       MPIGAUGE_FORMS(Reduce_scatter, Ireduce_scatter, a.send, a.recv, a.counts, a.type, a.op)},
      {"reduce_scatter_block", kReduceScatter, false,
       MPIGAUGE_FORMS(Reduce_scatter_block, Ireduce_scatter_block, a.send, a.recv, a.recv_count, a.type, a.op)},
      {"scan", kScan, false, MPIGAUGE_FORMS(Scan, Iscan, a.send, a.recv, a.send_count, a.type, a.op)},
      {"exscan", kExscan, false, MPIGAUGE_FORMS(Exscan, Iexscan, a.send, a.recv, a.send_count, a.type, a.op)},
  };
  return operations;
}

}  // namespace mpigauge::collectives

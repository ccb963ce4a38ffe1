#pragma once

#include <mpi.h>

namespace mpigauge::collectives {

// An MPI object that is freed with its owner. `Free` is MPI_Comm_free, MPI_Type_free, ...
template <typename Handle, int (*Free)(Handle*)>
class Owned {
 public:
  explicit Owned(Handle null) : null_(null), handle_(null) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (handle_ != null_) Free(&handle_);
  }

  Handle* put() { return &handle_; }
  Handle get() const { return handle_; }

 private:
  Handle null_;
  Handle handle_;
};

using OwnedComm = Owned<MPI_Comm, MPI_Comm_free>;
using OwnedGroup = Owned<MPI_Group, MPI_Group_free>;
using OwnedOp = Owned<MPI_Op, MPI_Op_free>;
using OwnedRequest = Owned<MPI_Request, MPI_Request_free>;
using OwnedType = Owned<MPI_Datatype, MPI_Type_free>;

}  // namespace mpigauge::collectives

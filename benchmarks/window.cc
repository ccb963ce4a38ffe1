#include "benchmarks/window.h"

#include <algorithm>
#include <stdexcept>

namespace mpigauge {
namespace {

void TakeWindowError(MPI_Win*, int* code, ...) { State::TakeMpiError(*code); }

}  // namespace

RawWindow::RawWindow(State& state, WindowKind kind, std::int64_t bytes)
    : rank_(state.rank()),
      communicator_(state.comm()),
      bytes_(bytes),
      places_(static_cast<std::size_t>(state.size()), MPI_Aint{0}) {
  Make(state, kind);
  // The communicator's handler has kept the error.
  if (window_ == MPI_WIN_NULL) throw std::runtime_error("there is no window");
  Checked(MPI_Win_create_errhandler(&TakeWindowError, &error_handler_));
  Checked(MPI_Win_set_errhandler(window_, error_handler_));
}

void RawWindow::Make(const State& state, WindowKind kind) {
  // Whole lines, also where the messages are empty: of parts that are no multiple of 16 bytes MPICH 4.0.2 accesses the
  // wrong place.
  const auto size =
      static_cast<MPI_Aint>(RoundUp(static_cast<std::size_t>(std::max<std::int64_t>(bytes_, 1)), kLineBytes));
  if (kind == WindowKind::kAllocate) {
    Checked(MPI_Win_allocate(size, 1, MPI_INFO_NULL, communicator_, &memory_, &window_));
    return;
  }
  memory_ = own_.emplace(static_cast<std::size_t>(size)).data();
  if (kind == WindowKind::kCreate) {
    Checked(MPI_Win_create(memory_, size, 1, MPI_INFO_NULL, communicator_, &window_));
    return;
  }
  Checked(MPI_Win_create_dynamic(MPI_INFO_NULL, communicator_, &window_));
  if (window_ == MPI_WIN_NULL) return;
  attached_ = MPI_Win_attach(window_, memory_, size) == MPI_SUCCESS;
  MPI_Aint place = 0;
  Checked(MPI_Get_address(memory_, &place));
  Checked(MPI_Allgather(&place, 1, MPI_AINT, places_.data(), 1, MPI_AINT, state.comm()));
}

RawWindow::~RawWindow() {
  if (attached_) {
    Checked(MPI_Barrier(communicator_));  // nobody's operation is on its way any more
    Checked(MPI_Win_detach(window_, memory_));
  }
  Checked(MPI_Win_free(&window_));
  Checked(MPI_Errhandler_free(&error_handler_));
}

}  // namespace mpigauge

// Exchanges with neighbours on a ring and on grids: all ranks take part. The time is that of the whole operation;
// "bytes" is one message.
#include <mpi.h>

#include <array>
#include <vector>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

constexpr int kToLeft = 10;
constexpr int kToRight = 11;

struct Ring {
  int left, right;

  explicit Ring(const State& state)
      : left((state.rank() + state.size() - 1) % state.size()), right((state.rank() + 1) % state.size()) {}
};

// Sends to the right and receives from the left. Source: IMB Sendrecv.
void RingSendrecv(State& state) {
  Buffers<char> buffers(state);
  const Ring ring(state);
  state.CheckData(DataOf(ring.left, buffers));
  const int n = buffers.count();
  for (auto _ : state) {
    Checked(MPI_Sendrecv(buffers.send(), n, MPI_CHAR, ring.right, kTag, buffers.recv(), n, MPI_CHAR, ring.left, kTag,
                         state.comm(), MPI_STATUS_IGNORE));
  }
}
MPIGAUGE_CASE(RingSendrecv)->Exchange()->MessageSizes()->Describe("MPI_Sendrecv around a ring");

// Sends to both neighbours and receives from both. Source: IMB Exchange.
void RingExchange(State& state) {
  Buffers<char> buffers(state, 2);
  const Ring ring(state);
  const std::array<int, 2> senders = {ring.left, ring.right};
  char* in = nullptr;
  state.CheckData([&] { return FirstWrongBlock(buffers, in, senders); });
  const int n = buffers.count();
  for (auto _ : state) {
    const char* out = buffers.send();
    in = buffers.recv();
    std::array<MPI_Request, 2> requests;
    Checked(MPI_Isend(out, n, MPI_CHAR, ring.right, kToRight, state.comm(), &requests[0]));
    Checked(MPI_Isend(out, n, MPI_CHAR, ring.left, kToLeft, state.comm(), &requests[1]));
    Checked(MPI_Recv(in, n, MPI_CHAR, ring.left, kToRight, state.comm(), MPI_STATUS_IGNORE));
    Checked(MPI_Recv(in + n, n, MPI_CHAR, ring.right, kToLeft, state.comm(), MPI_STATUS_IGNORE));
    Checked(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE));
  }
}
MPIGAUGE_CASE(RingExchange)->Exchange()->MessageSizes()->Describe("Both neighbours in a ring at once");

// A Cartesian grid of all ranks with open ends, ranks numbered as before.
class Grid {
 public:
  Grid(const State& state, int dimensions) : extents_(static_cast<std::size_t>(dimensions), 0) {
    Checked(MPI_Dims_create(state.size(), dimensions, extents_.data()));
    const std::vector<int> periods(extents_.size(), 0);
    Checked(MPI_Cart_create(state.comm(), dimensions, extents_.data(), periods.data(), 0, &comm_));
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    Checked(MPI_Comm_get_errhandler(state.comm(), &handler));
    Checked(MPI_Comm_set_errhandler(comm_, handler));
    Checked(MPI_Errhandler_free(&handler));
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;
  ~Grid() { Checked(MPI_Comm_free(&comm_)); }

  MPI_Comm comm() const { return comm_; }

  // Below and above in each dimension in turn; MPI_PROC_NULL beyond an end.
  std::vector<int> Neighbours() const {
    std::vector<int> neighbours;
    for (int dimension = 0; dimension < static_cast<int>(extents_.size()); ++dimension) {
      int below = MPI_PROC_NULL;
      int above = MPI_PROC_NULL;
      Checked(MPI_Cart_shift(comm_, dimension, 1, &below, &above));
      neighbours.push_back(below);
      neighbours.push_back(above);
    }
    return neighbours;
  }

 private:
  std::vector<int> extents_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// A halo exchange: one message to each neighbour and one from each. Source: IMB-P2P Stencil2D, Stencil3D.
void Stencil(State& state, int dimensions) {
  Buffers<char> buffers(state, 2 * dimensions);
  const Grid grid(state, dimensions);
  const std::vector<int> neighbours = grid.Neighbours();
  char* in = nullptr;
  state.CheckData([&] { return FirstWrongBlock(buffers, in, neighbours); });
  const int n = buffers.count();
  std::vector<MPI_Request> requests(2 * neighbours.size());
  for (auto _ : state) {
    const char* out = buffers.send();
    in = buffers.recv();
    MPI_Request* next = requests.data();
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      // The neighbour in direction i sends in the opposite one, which is its number with the last bit changed.
      MPI_Irecv(in + i * static_cast<std::size_t>(n), n, MPI_CHAR, neighbours[i], static_cast<int>(i ^ 1), grid.comm(),
                next++);
    }
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      Checked(MPI_Isend(out, n, MPI_CHAR, neighbours[i], static_cast<int>(i), grid.comm(), next++));
    }
    Checked(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  }
}

void Stencil2d(State& state) { Stencil(state, 2); }
MPIGAUGE_CASE(Stencil2d)->Exchange()->MessageSizes()->Describe("Halo exchange on a two-dimensional grid");

void Stencil3d(State& state) { Stencil(state, 3); }
MPIGAUGE_CASE(Stencil3d)->Exchange()->MessageSizes()->Describe("Halo exchange on a three-dimensional grid");

}  // namespace
}  // namespace mpigauge

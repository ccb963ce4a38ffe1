#include "simulator/program/generators.h"

#include <array>

namespace mpigauge {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014): a number in [0, 1) of each rank and iteration.
double HashOf(int rank, std::uint64_t iteration) {
  std::uint64_t z = static_cast<std::uint64_t>(rank) * 0x9e3779b97f4a7c15ULL + iteration * 0xd1342543de82ef95ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

class Stencil2D : public Program {
 public:
  explicit Stencil2D(const Stencil& stencil) : stencil_(stencil) {}
  int ranks() const override { return stencil_.width * stencil_.height; }
  int Requests(int /*rank*/) const override { return 8; }

  Chunk Fetch(int rank, std::uint64_t cursor, std::vector<Operation>& buffer) const override {
    if (cursor >= static_cast<std::uint64_t>(stencil_.iterations)) return {{}, cursor};
    buffer.resize(10);
    buffer[0] = {.amount = CalcNs(rank, cursor), .call = Call::kCalc};
    const auto neighbours = Neighbours(rank);
    for (int side = 0; side < 4; ++side) {
      const auto at = static_cast<std::size_t>(side);
      // A message that goes out on one side comes in on the opposite one: tags name the side of the receiver.
      const auto request = static_cast<std::uint16_t>(side);
      buffer[1 + at] = {.peer = neighbours[at], .tag = side, .request = request, .call = Call::kReceive};
      buffer[5 + at] = {.amount = stencil_.bytes,
                        .peer = neighbours[at],
                        .tag = side ^ 1,
                        .request = static_cast<std::uint16_t>(4 + side),
                        .call = Call::kSend};
    }
    buffer[9] = {.call = Call::kWaitAll};
    return {buffer, cursor + 1};
  }

 private:
  std::int64_t CalcNs(int rank, std::uint64_t iteration) const {
    if (stencil_.jitter == 0) return stencil_.calc_ns;
    const double more = static_cast<double>(stencil_.calc_ns) * stencil_.jitter * HashOf(rank, iteration);
    return stencil_.calc_ns + static_cast<std::int64_t>(more);
  }

  std::array<int, 4> Neighbours(int rank) const {
    const int width = stencil_.width;
    const int x = rank % width;
    const int row = rank - x;
    const int below = row + width == ranks() ? 0 : row + width;
    const int above = row == 0 ? ranks() - width : row - width;
    return {row + (x + 1 == width ? 0 : x + 1), row + (x == 0 ? width - 1 : x - 1), below + x, above + x};
  }

  Stencil stencil_;
};

class Collectives : public Program {
 public:
  explicit Collectives(const CollectiveLoop& loop) : loop_(loop) {}
  int ranks() const override { return loop_.collective.ranks; }
  int Requests(int /*rank*/) const override { return 0; }

  Chunk Fetch(int /*rank*/, std::uint64_t cursor, std::vector<Operation>& buffer) const override {
    if (cursor >= 2 * static_cast<std::uint64_t>(loop_.iterations)) return {{}, cursor};
    buffer.resize(1);
    buffer[0] = {.amount = loop_.calc_ns, .call = Call::kCalc};
    if (cursor % 2 == 1) {
      buffer[0] = {.amount = loop_.collective.bytes,
                   .peer = loop_.collective.root,
                   .tag = static_cast<int>(loop_.collective.kind),
                   .request = static_cast<std::uint16_t>(static_cast<int>(loop_.collective.algorithm) + 1),
                   .call = Call::kCollective};
    }
    return {buffer, cursor + 1};
  }

 private:
  CollectiveLoop loop_;
};

}  // namespace

std::unique_ptr<Program> StencilProgram(const Stencil& stencil) { return std::make_unique<Stencil2D>(stencil); }
std::unique_ptr<Program> CollectiveProgram(const CollectiveLoop& loop) { return std::make_unique<Collectives>(loop); }

}  // namespace mpigauge

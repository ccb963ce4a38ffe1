#include "harness/agree/control.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <thread>

namespace mpigauge {
namespace {

constexpr int kBroadcastTag = 1;
constexpr int kReduceTag = 2;
constexpr int kGatherTag = 3;
constexpr int kBarrierTag = 4;

// The parent in the tree of broadcasts; `rank` is not 0.
int ParentOf(int rank) { return rank - static_cast<int>(std::bit_floor(static_cast<unsigned>(rank))); }

}  // namespace

Control::Control(MPI_Comm communicator) {
  PMPI_Comm_dup(communicator, &communicator_);
  PMPI_Comm_rank(communicator_, &rank_);
  PMPI_Comm_size(communicator_, &size_);
}

Control::~Control() { PMPI_Comm_free(&communicator_); }

// Binomial tree: in the round of distance d, ranks below d have the bytes and send them d further.
void Control::BroadcastBytes(std::span<std::byte> bytes) const {
  const int count = static_cast<int>(bytes.size());
  int distance = 1;
  if (rank_ > 0) {
    PMPI_Recv(bytes.data(), count, MPI_BYTE, ParentOf(rank_), kBroadcastTag, communicator_, MPI_STATUS_IGNORE);
    distance = 2 * (rank_ - ParentOf(rank_));
  }
  for (; rank_ + distance < size_; distance *= 2) {
    PMPI_Send(bytes.data(), count, MPI_BYTE, rank_ + distance, kBroadcastTag, communicator_);
  }
}

// It looks often at first and then once in a millisecond: a wait is short when it ends soon, and disturbs nobody when
// it does not.
void Control::SleepUntilBroadcast() const {
  constexpr std::chrono::microseconds kLongestPause{1000};
  if (root()) return;
  int arrived = 0;
  for (std::chrono::microseconds pause{50}; true; pause = std::min(2 * pause, kLongestPause)) {
    PMPI_Iprobe(ParentOf(rank_), kBroadcastTag, communicator_, &arrived, MPI_STATUS_IGNORE);
    if (arrived != 0) return;
    std::this_thread::sleep_for(pause);
  }
}

// The same tree backwards: every rank takes in its children's values, then sends to its parent.
template <typename Better>
void Control::ReduceToRoot(std::span<std::int64_t> values, Better better) const {
  const int count = static_cast<int>(values.size());
  int lowest = 1;  // the smallest distance at which this rank has children
  while (lowest <= rank_) lowest *= 2;
  int highest = lowest;
  while (rank_ + highest < size_) highest *= 2;
  std::int64_t small[8];  // the usual call has a handful of values: no allocation between two observations
  std::vector<std::int64_t> large(values.size() > std::size(small) ? values.size() : 0);
  std::int64_t* theirs = large.empty() ? small : large.data();
  for (int distance = highest / 2; distance >= lowest; distance /= 2) {
    PMPI_Recv(theirs, count, MPI_INT64_T, rank_ + distance, kReduceTag, communicator_, MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (better(theirs[i], values[i])) values[i] = theirs[i];
    }
  }
  if (rank_ > 0) {
    PMPI_Send(values.data(), count, MPI_INT64_T, rank_ - lowest / 2, kReduceTag, communicator_);
  }
}

// In the round of distance d every rank tells the one d further, and hears from the one d before.
void Control::Barrier() const {
  for (int distance = 1; distance < size_; distance *= 2) {
    PMPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank_ + distance) % size_, kBarrierTag, nullptr, 0, MPI_BYTE,
                  (rank_ - distance + size_) % size_, kBarrierTag, communicator_, MPI_STATUS_IGNORE);
  }
}

void Control::MaxToRoot(std::span<std::int64_t> values) const { ReduceToRoot(values, std::greater<>()); }
void Control::MinToRoot(std::span<std::int64_t> values) const { ReduceToRoot(values, std::less<>()); }

void Control::Broadcast(std::string& text) const {
  std::int64_t size = static_cast<std::int64_t>(text.size());
  Broadcast(size);
  text.resize(static_cast<std::size_t>(size));
  BroadcastBytes(std::as_writable_bytes(std::span(text)));
}

void Control::Broadcast(std::vector<std::string>& texts) const {
  std::int64_t count = static_cast<std::int64_t>(texts.size());
  Broadcast(count);
  texts.resize(static_cast<std::size_t>(count));
  for (std::string& text : texts) Broadcast(text);
}

std::vector<std::string> Control::GatherToRoot(const std::string& text) const {
  if (!root()) {
    PMPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, kGatherTag, communicator_);
    return {};
  }
  std::vector<std::string> texts = {text};
  for (int from = 1; from < size_; ++from) {
    MPI_Status status;
    int count = 0;
    PMPI_Probe(from, kGatherTag, communicator_, &status);
    PMPI_Get_count(&status, MPI_CHAR, &count);
    std::string& theirs = texts.emplace_back(static_cast<std::size_t>(count), '\0');
    PMPI_Recv(theirs.data(), count, MPI_CHAR, from, kGatherTag, communicator_, MPI_STATUS_IGNORE);
  }
  return texts;
}

std::optional<Fault> Control::Agree(std::optional<Fault> mine) const {
  std::int64_t lowest = mine ? rank_ : size_;
  MinToRoot({&lowest, 1});
  Broadcast(lowest);
  if (lowest == size_) return std::nullopt;
  const int rank = static_cast<int>(lowest);
  // Only now, where there is a fault, its kind and text go round: over rank 0, which broadcasts them. The one rank's
  // kind is the smallest, as the others have none.
  std::int64_t kind = mine && rank_ == rank ? static_cast<std::int64_t>(mine->kind) : std::numeric_limits<int>::max();
  MinToRoot({&kind, 1});
  Broadcast(kind);
  Fault fault = mine && rank_ == rank ? *mine : Fault{};
  const auto messages = GatherToRoot(fault.message);
  if (root()) {
    fault.message = messages[static_cast<std::size_t>(rank)];
  }
  fault.kind = static_cast<FaultKind>(kind);
  Broadcast(fault.message);
  fault.rank = rank;
  return fault;
}

}  // namespace mpigauge

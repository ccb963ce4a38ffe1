#include "harness/environment/reference_kernels.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/uuid.h"

namespace mpigauge {
namespace {

constexpr int kSpins = 10000;  // before it sleeps

// The same name on all ranks, and on none of another launch.
std::string SharedName(const Control& control) {
  std::string uuid = control.root() ? NewUuid() : "";
  control.Broadcast(uuid);
  return "/mpigauge-" + uuid;
}

// On any rank.
bool Failed(const Control& control, bool mine) {
  return control.Agree(mine ? std::optional(Fault{FaultKind::kError, 0, "no shared memory"}) : std::nullopt)
      .has_value();
}

}  // namespace

struct PairPage::Memory {
  alignas(4096) std::atomic<std::uint32_t> turn;    // a new page is all zeros: the first one's
  std::atomic<std::uint32_t> over;                  // the first one's decision, beside the turn that brings it
  std::atomic<std::uint32_t> asleep[2];             // each of the two waits for its turn in the kernel
  alignas(128) std::atomic<std::uint64_t> here[2];  // each of the two has the page
  alignas(4096) Block block;
};

PairPage::PairPage(const Control& control, std::span<const Place> places, bool oversubscribed) {
  const auto self = static_cast<std::size_t>(control.rank());
  const std::size_t partner = self ^ 1U;
  const std::string name = fmt::format("{}-{}", SharedName(control), self / 2);
  const bool paired = !oversubscribed && partner < places.size() && places[partner].host == places[self].host;
  first_ = self < partner;
  bool failed = Failed(control, paired && !Map(name));
  if (paired && first_) shm_unlink(name.c_str());  // whoever of the two made it
  // Containers may have one name and no memory in common.
  failed = failed || Failed(control, paired && memory_->here[partner % 2] == 0);
  if (!failed || memory_ == nullptr) return;
  munmap(memory_, sizeof(Memory));
  memory_ = nullptr;
}

PairPage::~PairPage() {
  if (memory_ != nullptr) munmap(memory_, sizeof(Memory));
}

PairPage::Block& PairPage::block() { return memory_->block; }

bool PairPage::Map(const std::string& name) {
  const int file = shm_open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return false;
  void* memory = MAP_FAILED;
  // Where the file system is full, a page that is not there yet would kill whoever touches it.
  if (posix_fallocate(file, 0, sizeof(Memory)) == 0) {
    memory = mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  if (memory == MAP_FAILED) return false;
  memory_ = static_cast<Memory*>(memory);
  memory_->here[first_ ? 0 : 1] = 1;
  return true;
}

void PairPage::Await(std::uint32_t turn) {
  for (int spins = 0; memory_->turn.load(std::memory_order_acquire) != turn; ++spins) {
    if (spins >= kSpins) return SleepUntil(turn);
  }
}

void PairPage::SleepUntil(std::uint32_t turn) {
  std::atomic<std::uint32_t>& asleep = memory_->asleep[first_ ? 0 : 1];
  slept_ = true;
  asleep = 1;  // before it looks once more: the partner looks after it has passed the turn
  for (std::uint32_t seen = memory_->turn; seen != turn; seen = memory_->turn) {
    syscall(SYS_futex, &memory_->turn, FUTEX_WAIT, seen, nullptr, nullptr, 0);
  }
  asleep = 0;
}

void PairPage::Pass(std::uint32_t turn) {
  memory_->turn = turn;
  if (memory_->asleep[first_ ? 1 : 0] != 0) syscall(SYS_futex, &memory_->turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

bool PairPage::Decide(Clock::time_point end) {
  const bool over = slept_ && Clock::now() >= end;  // the clock is not read where nobody sleeps
  memory_->over.store(over ? 1 : 0, std::memory_order_relaxed);
  return !over;
}

bool PairPage::GoesOn() const { return memory_->over.load(std::memory_order_relaxed) == 0; }

namespace {

// The first round of each reference is not counted: it waits for the partner, or for the caches.
struct Effort {
  int rounds;                 // that count
  std::uint32_t round_trips;  // of a round, or passes over the numbers
};
constexpr Effort kHandover = {4, 16};
constexpr Effort kBlock = {3, 2};
constexpr Effort kArithmetic = {3, 8};
constexpr auto kMostTime = std::chrono::milliseconds(1);  // of a pair whose ranks have to sleep

using Clock = PairPage::Clock;

// Picoseconds of one direction; 0 where the time is over before a round counts.
template <typename Action>
std::int64_t FastestExchange(PairPage& page, const Effort& effort, Clock::time_point end, const Action& at_each_turn) {
  double fastest = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= effort.rounds; ++round) {
    const Clock::time_point start = Clock::now();
    if (!page.Exchange(effort.round_trips, at_each_turn, end)) break;
    const std::chrono::duration<double, std::pico> took = Clock::now() - start;
    if (round > 0) fastest = std::min(fastest, took.count());
  }
  if (fastest == std::numeric_limits<double>::infinity()) return 0;
  return static_cast<std::int64_t>(fastest / (2.0 * static_cast<double>(effort.round_trips)));
}

std::int64_t FastestArithmetic(Arithmetic& arithmetic) {
  const auto passes = static_cast<int>(kArithmetic.round_trips);
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
  for (int round = 0; round <= kArithmetic.rounds; ++round) {
    const std::int64_t took = arithmetic.Time(passes);
    if (round > 0) fastest = std::min(fastest, took);
  }
  return fastest * 1000;
}

}  // namespace

ReferenceTimes ReferenceKernels::Measure() {
  if (!measured_) return {};
  std::array<std::int64_t, 4> picoseconds = {0, 0, 0, 0};
  if (page_.there()) {
    page_.Exchange(1, [] {});  // until both are here
    page_.Refresh();
    const Clock::time_point end = Clock::now() + kMostTime;
    picoseconds[0] = FastestExchange(page_, kHandover, end, [] {});
    picoseconds[1] = FastestExchange(page_, kBlock, end, [this] {
      for (std::uint64_t& word : page_.block()) ++word;
    });
    if (!page_.first()) picoseconds = {};  // the pair's times are those of the one who began
  }
  picoseconds[2] = FastestArithmetic(arithmetic_);
  picoseconds[3] = ping_.Measure();
  control_.MaxToRoot(picoseconds);
  if (!control_.root()) return {};
  const auto seconds = [&](std::size_t i) { return static_cast<double>(picoseconds[i]) * 1e-12; };
  return {seconds(0), seconds(1), seconds(2), seconds(3)};
}

}  // namespace mpigauge

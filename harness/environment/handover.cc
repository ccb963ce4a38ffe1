#include "harness/environment/handover.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <limits>
#include <optional>

namespace mpigauge {
namespace {

constexpr int kRounds = 4;
constexpr std::uint64_t kRoundTrips = 16;  // of a round
constexpr int kSpins = 10000;              // before the processor is given away, in turn

// The same name on all ranks, and on none of another launch.
std::string SharedName(const Control& control) {
  std::string uuid;
  if (control.root()) std::ifstream("/proc/sys/kernel/random/uuid") >> uuid;
  control.Broadcast(uuid);
  return "/mpigauge-" + uuid;
}

// On any rank.
bool Failed(const Control& control, bool mine) {
  return control.Agree(mine ? std::optional(Fault{FaultKind::kError, 0, "no shared memory"}) : std::nullopt)
      .has_value();
}

}  // namespace

struct Handover::Page {
  alignas(4096) std::atomic<std::uint64_t> turn;    // a new page is all zeros: the first one's
  alignas(128) std::atomic<std::uint64_t> here[2];  // each of the two has the page
};

Handover::Handover(const Control& control, std::span<const Place> places, bool oversubscribed) : control_(control) {
  const auto self = static_cast<std::size_t>(control.rank());
  const std::size_t partner = self ^ 1U;
  const std::string name = fmt::format("{}-{}", SharedName(control), self / 2);
  const bool paired = !oversubscribed && partner < places.size() && places[partner].host == places[self].host;
  first_ = self < partner;
  bool failed = Failed(control, paired && !Map(name));
  if (paired && first_) shm_unlink(name.c_str());  // whoever of the two made it
  // Containers may have one name and no memory in common.
  failed = failed || Failed(control, paired && page_->here[partner % 2] == 0);
  measured_ = !failed && !oversubscribed && places.size() > 1;
}

Handover::~Handover() {
  if (page_ != nullptr) munmap(page_, sizeof(Page));
}

bool Handover::Map(const std::string& name) {
  const int file = shm_open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return false;
  void* memory = MAP_FAILED;
  // Where the file system is full, a page that is not there yet would kill whoever touches it.
  if (posix_fallocate(file, 0, sizeof(Page)) == 0) {
    memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  if (memory == MAP_FAILED) return false;
  page_ = static_cast<Page*>(memory);
  page_->here[first_ ? 0 : 1] = 1;
  return true;
}

void Handover::Await(std::uint64_t turn) const {
  for (int spins = 0; page_->turn.load(std::memory_order_acquire) != turn; ++spins) {
    if (spins >= kSpins) sched_yield();
  }
}

double Handover::Measure() {
  if (!measured_) return 0;
  using Clock = std::chrono::steady_clock;
  double fastest = page_ == nullptr ? 0 : std::numeric_limits<double>::infinity();
  // The first round waits for the partner.
  for (int round = 0; page_ != nullptr && round <= kRounds; ++round) {
    const Clock::time_point start = Clock::now();
    for (std::uint64_t i = 0; i < kRoundTrips; ++i, turns_ += 2) {
      if (!first_) Await(turns_ + 1);
      page_->turn.store(turns_ + (first_ ? 1 : 2), std::memory_order_release);
      if (first_) Await(turns_ + 2);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (round > 0) fastest = std::min(fastest, seconds / (2.0 * kRoundTrips));
  }
  std::int64_t picoseconds = first_ ? static_cast<std::int64_t>(fastest * 1e12) : 0;
  control_.MaxToRoot({&picoseconds, 1});
  return static_cast<double>(picoseconds) * 1e-12;
}

}  // namespace mpigauge

// Work without MPI, measured in every launch: where it moved too, the machine changed, not the library.
#include <benchmark/benchmark.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

// A chain of multiplications, each of which needs the one before: a spin of known length in cycles.
void Spin(State& state) {
  const std::int64_t operations = state.Parameter("operations");
  std::uint64_t value = 1;
  for (auto _ : state) {
    for (std::int64_t i = 0; i < operations; ++i) {
      value = value * 6364136223846793005U + 1442695040888963407U;
      benchmark::DoNotOptimize(value);
    }
  }
}
MPIGAUGE_CASE(Spin)->Control()->Parameter("operations", {1000})->Describe("a chain of multiplications");

void CopyInCache(State& state) {
  Buffers<char> buffers(state);
  state.CheckData([&] { return buffers.FirstUnlike(state.rank()); });
  for (auto _ : state) {
    std::memcpy(buffers.recv(), buffers.send(), static_cast<std::size_t>(buffers.count()));
    benchmark::ClobberMemory();
  }
}
MPIGAUGE_CASE(CopyInCache)->Control()->Parameter("bytes", {16384})->Describe("memcpy within the first-level cache");

// Successive places of an area that is larger than the private caches of today's processors. (A last-level
// cache of hundreds of MiB may still hold it.)
void CopyInMemory(State& state) {
  constexpr std::size_t kArea = std::size_t{64} << 20;
  static PageArray<char> area(kArea);  // once per process: touching it costs more than measuring
  const auto bytes = static_cast<std::size_t>(state.bytes());
  const std::size_t half = kArea / 2;
  std::size_t place = 0;
  for (auto _ : state) {
    std::memcpy(area.data() + half + place, area.data() + place, bytes);
    benchmark::ClobberMemory();
    place = place + 2 * bytes <= half ? place + bytes : 0;
  }
}
MPIGAUGE_CASE(CopyInMemory)->Control()->Parameter("bytes", {262144})->Describe("memcpy through 64 MiB");

// One that does nothing in the kernel, and that no C library remembers.
void SystemCall(State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(syscall(SYS_getppid));
}
MPIGAUGE_CASE(SystemCall)->Control()->Describe("getppid through syscall(): a way into the kernel and back");

// Fresh pages, each touched once, and given back: the time of one.
constexpr std::size_t kFreshPages = 64;
void PageFault(State& state) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (auto _ : state) {
    void* memory = mmap(nullptr, kFreshPages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory for pages");
    madvise(memory, kFreshPages * page, MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < kFreshPages; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
    munmap(memory, kFreshPages * page);
  }
}
MPIGAUGE_CASE(PageFault)->Control()->Messages(kFreshPages)->Describe("First touch of a fresh page");

// Two threads that wake each other in turn, and sleep in between.
class SleepyPartner {
 public:
  ~SleepyPartner() {
    Hand(kEnd);
    thread_.join();
  }
  void WakeAndWait() {
    Hand(kTheirs);
    Await(kOurs);
  }

 private:
  enum Turn { kOurs, kTheirs, kEnd };

  void Hand(Turn turn) {
    {
      const std::lock_guard lock(mutex_);
      turn_ = turn;
    }
    changed_.notify_all();
  }
  void Await(Turn turn) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == turn; });
  }
  void Serve() {
    while (true) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return turn_ != kOurs; });
        if (turn_ == kEnd) return;
      }
      Hand(kOurs);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Turn turn_ = kOurs;
  std::thread thread_{[this] { Serve(); }};
};

// The time of one wake-up.
void ThreadWakeUp(State& state) {
  SleepyPartner partner;
  for (auto _ : state) partner.WakeAndWait();
}
MPIGAUGE_CASE(ThreadWakeUp)->Control()->Messages(2)->Describe("Two threads wake each other up");

}  // namespace
}  // namespace mpigauge

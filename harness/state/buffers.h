#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/state/area.h"
#include "harness/state/difference.h"
#include "harness/state/guard.h"
#include "harness/state/state.h"

namespace mpigauge {

// The pattern repeats after so many elements.
inline constexpr std::size_t kPatternPeriod = 101;

// The value that rank `rank` sends at place `index`: small whole numbers, so that sums over ranks are exact in
// every arithmetic type, and different for neighbouring ranks and places.
template <typename T>
T PatternValue(int rank, std::int64_t index) {
  return static_cast<T>((std::int64_t{rank} * 7 + index) % static_cast<std::int64_t>(kPatternPeriod));
}

// Fills the places with `rank`'s pattern from `first` on: once, and then with what is there already again and again.
template <typename T>
void FillWithPattern(std::span<T> places, int rank, std::int64_t first) {
  const std::size_t once = std::min(places.size(), kPatternPeriod);
  for (std::size_t i = 0; i < once; ++i) places[i] = PatternValue<T>(rank, first + static_cast<std::int64_t>(i));
  for (std::size_t done = once; done < places.size();) {
    const std::size_t next = std::min(done, places.size() - done);
    std::memcpy(places.data() + done, places.data(), next * sizeof(T));
    done += next;
  }
}

// Compares `places` with `expected(index)`; the first wrong element in words, or nothing. Checked elements are cleared.
template <typename T, typename Expected>
std::optional<std::string> FirstWrongOf(std::span<T> places, Expected expected) {
  std::int64_t index = 0;
  for (T& place : places) {
    const T value = std::exchange(place, T{});
    const T right = expected(index);
    if (value != right) return ElementDiffers(index, value, right);
    ++index;
  }
  return std::nullopt;
}

// The same where `expected(index)` repeats after kPatternPeriod indices; many times quicker for long buffers. All
// places are cleared. The first one is called element `first`.
template <typename T, typename Expected>
std::optional<std::string> FirstUnlikePeriod(std::span<T> places, Expected expected, std::int64_t first = 0) {
  std::array<T, kPatternPeriod> period{};
  for (std::size_t i = 0; i < std::min(kPatternPeriod, places.size()); ++i) {
    period[i] = expected(static_cast<std::int64_t>(i));
  }
  std::optional<std::string> wrong;
  for (std::size_t begin = 0; begin < places.size() && !wrong; begin += kPatternPeriod) {
    const std::span<T> part = places.subspan(begin, std::min(kPatternPeriod, places.size() - begin));
    if (std::memcmp(part.data(), period.data(), part.size_bytes()) == 0) continue;
    for (std::size_t i = 0; i < part.size() && !wrong; ++i) {
      if (part[i] == period[i]) continue;
      wrong = ElementDiffers(first + static_cast<std::int64_t>(begin + i), part[i], period[i]);
    }
  }
  std::fill(places.begin(), places.end(), T{});
  return wrong;
}

// Compares the places with `rank`'s pattern from `index` on. The first one is called element `first`.
template <typename T>
std::optional<std::string> FirstUnlikePattern(std::span<T> places, int rank, std::int64_t index,
                                              std::int64_t first = 0) {
  return FirstUnlikePeriod(
      places, [&](std::int64_t i) { return PatternValue<T>(rank, index + i); }, first);
}

// Memory on page boundaries, touched once, so that the first timed operation does not pay for page faults; with guarded
// bytes before and behind it.
template <typename T>
class PageArray {
 public:
  // Messages about its guard call it `name`. Without a name it has none: as many bytes around the data are the caller's
  // to guard.
  explicit PageArray(std::size_t count, std::string name = "a buffer")
      : count_(count),
        memory_(static_cast<std::byte*>(std::aligned_alloc(kPageBytes, Mapped(count * sizeof(T)))), &std::free) {
    if (!memory_) throw std::bad_alloc();
    for (T& value : values()) value = T{};
    if (!name.empty()) guard_.emplace(reinterpret_cast<std::byte*>(data()), count * sizeof(T), std::move(name));
  }

  T* data() { return reinterpret_cast<T*>(memory_.get() + kPageBytes); }
  std::span<T> values() { return {data(), count_}; }

 private:
  // A page before the data, of which the end is guarded, and what is guarded behind them.
  static std::size_t Mapped(std::size_t bytes) { return kPageBytes + RoundUp(bytes + kGuardBytes, kPageBytes); }

  std::size_t count_;
  std::unique_ptr<std::byte, decltype(&std::free)> memory_;
  std::optional<Guard> guard_;
};

// The send and the receive buffer of a case with a parameter "bytes": `bytes` of T in each block, the send
// buffer filled with this rank's pattern. Numbers of blocks other than one are for operations such as alltoall.
//
// --buffers says where the buffers of successive operations lie, so send() and recv() are called in the loop, each
// of them at most once in an operation. Source: mpptest 3.4 [MP11], MPIPerf [KU13].
template <typename T>
class Buffers {
 public:
  explicit Buffers(State& state, int blocks = 1)
      : rank_(state.rank()),
        count_(static_cast<int>(state.bytes() / static_cast<std::int64_t>(sizeof(T)))),
        length_(static_cast<std::size_t>(count_) * static_cast<std::size_t>(blocks)) {
    const BufferPlan& plan = state.buffer_plan();
    if (plan.mode == BufferMode::kReused) {
      UseOne(state, static_cast<std::size_t>(plan.alignment));
    } else if (plan.mode == BufferMode::kFresh) {
      UseAliases(state, static_cast<std::size_t>(plan.alignment));
    } else {
      UseArea(state, plan);
    }
    state.RenewData([this](std::int64_t contents) { Renew(contents); });
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() {
    if (rotating_) Restore();
  }

  int count() const { return count_; }  // elements in one block
  T* send() { return reinterpret_cast<T*>(send_.Next()); }
  T* recv() { return reinterpret_cast<T*>(recv_.Next()); }

  // The value that `rank` had at `index` of its send buffer in the last operation.
  T Sent(int rank, std::int64_t index) const { return PatternValue<T>(rank, index + shift()); }

  // Compares the receive buffer of the last operation with `expected(index)`; the first wrong element in words, or
  // nothing. Checked elements are cleared: the next check sees what the next operations brought.
  template <typename Expected>
  std::optional<std::string> FirstWrong(Expected expected) {
    return FirstWrong(expected, static_cast<std::int64_t>(length_));
  }
  // The first `length` elements with `expected(index)`; where the operation received into a place that was clear, the
  // others still are.
  template <typename Expected>
  std::optional<std::string> FirstWrong(Expected expected, std::int64_t length) {
    const std::span<T> all(reinterpret_cast<T*>(recv_.last()), length_);
    const auto received = static_cast<std::size_t>(length);
    if (auto wrong = FirstWrongOf(all.first(received), expected)) return wrong;
    return FirstBeyond(length);
  }
  // Whether an element behind the first `length` ones was written, although the operation received no more; nothing
  // where it received nothing at all, as some may write there then.
  std::optional<std::string> FirstBeyond(std::int64_t length) {
    if (length == 0 || !IsRenewed()) return std::nullopt;
    const std::span<T> all(reinterpret_cast<T*>(recv_.last()), length_);
    const std::span<T> beyond = all.subspan(static_cast<std::size_t>(length));
    T there{};
    if (received_ == all.size() - beyond.size()) std::memset(&there, kUnused, sizeof(T));
    const auto wrong = mpigauge::FirstUnlikePeriod(
        beyond, [&](std::int64_t) { return there; }, length);
    received_ = all.size() - beyond.size();
    std::memset(beyond.data(), kUnused, beyond.size_bytes());
    if (!wrong) return std::nullopt;
    return "data lie behind the " + std::to_string(length) + " elements that are received: " + *wrong;
  }
  // `count` elements from `begin` on with `expected(0)`, `expected(1)` and so on, which repeat after kPatternPeriod:
  // what is made of one place of the ranks' patterns does.
  template <typename Expected>
  std::optional<std::string> FirstUnlikePeriod(std::int64_t begin, std::int64_t count, Expected expected) {
    const std::span<T> all(reinterpret_cast<T*>(recv_.last()), length_);
    return mpigauge::FirstUnlikePeriod(all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)),
                                       expected, begin);
  }
  // All of them.
  template <typename Expected>
  std::optional<std::string> FirstUnlikePeriod(Expected expected) {
    return FirstUnlikePeriod(0, static_cast<std::int64_t>(length_), expected);
  }

  // All elements against those that `rank` sent.
  std::optional<std::string> FirstUnlike(int rank) {
    return FirstUnlike(rank, 0, 0, static_cast<std::int64_t>(length_));
  }
  // Elements from `begin` on against those that `rank` sent from `index` on.
  std::optional<std::string> FirstUnlike(int rank, std::int64_t index, std::int64_t begin, std::int64_t count) {
    return FirstUnlikePeriod(begin, count, [&](std::int64_t i) { return Sent(rank, index + i); });
  }

  // The places of the last operation show the pattern from here on.
  std::int64_t shift() const { return FirstIndexAt(recv_.last_offset()) + (IsRenewed() ? contents_ : 0); }

 private:
  std::size_t bytes() const { return length_ * sizeof(T); }

  // Whether the last operation had the place that was renewed; all places but rotating ones are the same.
  bool IsRenewed() const { return !rotating_ || recv_.last() == renewed_recv_; }

  // The next operation sends the pattern from `contents` further on, and receives into what is clear.
  void Renew(std::int64_t contents) {
    if (rotating_) Restore();
    contents_ = contents;
    renewed_send_ = send_.PeekNext();
    renewed_index_ = FirstIndexAt(send_.next_offset());
    renewed_recv_ = recv_.PeekNext();
    Fill(renewed_send_, length_, rank_, renewed_index_ + contents);
    std::memset(renewed_recv_, 0, received_ * sizeof(T));
    std::memset(renewed_recv_ + received_ * sizeof(T), kUnused, (length_ - received_) * sizeof(T));
  }

  // An area is other series' as well: the place that was renewed shows the pattern of the area again.
  void Restore() {
    if (renewed_send_ != nullptr) Fill(renewed_send_, length_, rank_, renewed_index_);
  }

  // The index in the pattern with which a place begins at first.
  std::int64_t FirstIndexAt(std::size_t offset) const {
    return rotating_ ? static_cast<std::int64_t>(offset / sizeof(T)) : 0;
  }

  static void Fill(std::byte* place, std::size_t length, int rank, std::int64_t first) {
    FillWithPattern(std::span(reinterpret_cast<T*>(place), length), rank, first);
  }

  // Both lie in one piece of memory, with a page between them in which both guards are: as far apart as two pieces of
  // memory that nobody guards. Pieces with guards of their own would lie a page further apart.
  void UseOne(const State& state, std::size_t alignment) {
    const std::size_t apart = RoundUp(bytes() + alignment, kPageBytes) + kPageBytes;
    one_.emplace(apart + bytes() + alignment, "");
    send_ = Places(one_->data() + alignment, 0, 1, 0);
    recv_ = Places(one_->data() + apart + alignment, 0, 1, 0);
    GuardBoth();
    Fill(send_.last(), length_, state.rank(), 0);
  }

  void GuardBoth() {
    send_guard_.emplace(send_.last(), bytes(), kSendName);
    recv_guard_.emplace(recv_.last(), bytes(), kRecvName);
  }

  // All places show the same pages, so the pattern is in all of them, and the guards of the first one are around all.
  // The bytes before a place are the last ones of the copy before it, so there is a copy before the first place.
  void UseAliases(const State& state, std::size_t alignment) {
    constexpr std::size_t kMostPlaces = 256;
    constexpr std::size_t kMostMapped = std::size_t{64} << 20;
    const std::size_t stride = RoundUp(bytes() + alignment + 2 * kGuardBytes, kPageBytes);
    const std::size_t count = std::clamp(kMostMapped / stride, std::size_t{4}, kMostPlaces);
    for (auto [area, places] : {std::pair(&aliased_send_, &send_), std::pair(&aliased_recv_, &recv_)}) {
      area->emplace(Area::Aliased(stride, count + 1));
      *places = Places((*area)->data() + stride + alignment, stride, count, 0);
    }
    GuardBoth();
    Fill(send_.last(), length_, state.rank(), 0);
  }

  // Other places lie around each place, so nothing is guarded. The areas live as long as the process: filling them
  // costs more than measuring, and would leave the places in the cache. The pattern goes over the whole area; a place
  // shows it from its offset on. Where a visit begins is the same on all ranks, so what arrives in a place was sent
  // from the same offset.
  void UseArea(const State& state, const BufferPlan& plan) {
    static std::optional<Area> send_area;
    static std::size_t begin_of_pattern = 0;
    const auto alignment = static_cast<std::size_t>(plan.alignment);
    const std::size_t stride = std::max(RoundUp(bytes(), kLineBytes), kLineBytes);
    const std::size_t size = std::max(static_cast<std::size_t>(plan.area_bytes), 2 * stride) + alignment;
    const bool grows = !send_area || send_area->bytes() < size;
    if (grows) send_area.emplace(Area::Plain(size));
    if (grows || begin_of_pattern != alignment) {  // some cases have an alignment of their own
      begin_of_pattern = alignment;
      Fill(send_area->data() + alignment, (send_area->bytes() - alignment) / sizeof(T), state.rank(), 0);
    }
    // The count follows from the size, not from the area, which may have grown for another series.
    const std::size_t count = (size - alignment) / stride;
    const std::size_t start = PlaceToStart(state.ordinal(), count);
    send_ = Places(send_area->data() + alignment, stride, count, start);
    recv_ = Places(ReceiveArea(size).data() + alignment, stride, count, start);
    rotating_ = true;
  }

  static constexpr int kUnused = 0xa7;  // the bytes of the receive buffer that nothing is received into
  static constexpr const char* kSendName = "the send buffer";
  static constexpr const char* kRecvName = "the receive buffer";

  const int rank_;
  int count_;
  std::size_t length_;                       // elements in all blocks
  std::optional<PageArray<std::byte>> one_;  // of both
  std::optional<Area> aliased_send_;
  std::optional<Area> aliased_recv_;
  Places send_;
  Places recv_;
  std::optional<Guard> send_guard_;
  std::optional<Guard> recv_guard_;
  bool rotating_ = false;
  std::size_t received_ = length_;  // elements, as far as is known
  std::int64_t contents_ = 0;
  std::byte* renewed_send_ = nullptr;
  std::byte* renewed_recv_ = nullptr;
  std::int64_t renewed_index_ = 0;
};

}  // namespace mpigauge

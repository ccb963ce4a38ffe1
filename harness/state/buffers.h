#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/state/area.h"
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

// Compares `places` with `expected(index)`; the first wrong element in words, or nothing. Checked elements are cleared.
template <typename T, typename Expected>
std::optional<std::string> FirstWrongOf(std::span<T> places, Expected expected) {
  std::int64_t index = 0;
  for (T& place : places) {
    const T value = std::exchange(place, T{});
    const T right = expected(index);
    if (value != right) {
      return "element " + std::to_string(index) + " is " + std::to_string(value) + ", should be " +
             std::to_string(right);
    }
    ++index;
  }
  return std::nullopt;
}

// Compares the places with `rank`'s pattern from `index` on; many times quicker for long buffers.
template <typename T>
std::optional<std::string> FirstUnlikePattern(std::span<T> places, int rank, std::int64_t index) {
  std::array<T, kPatternPeriod> pattern;
  for (std::size_t i = 0; i < kPatternPeriod; ++i) {
    pattern[i] = PatternValue<T>(rank, index + static_cast<std::int64_t>(i));
  }
  std::size_t next = 0;
  return FirstWrongOf(places, [&](std::int64_t) {
    const T value = pattern[next];
    next = next + 1 == kPatternPeriod ? 0 : next + 1;
    return value;
  });
}

// Memory on page boundaries, touched once, so that the first timed operation does not pay for page faults.
template <typename T>
class PageArray {
 public:
  explicit PageArray(std::size_t count)
      : count_(count), data_(static_cast<T*>(std::aligned_alloc(kPage, Rounded(count * sizeof(T)))), &std::free) {
    if (!data_) throw std::bad_alloc();
    for (std::size_t i = 0; i < count; ++i) data_.get()[i] = T{};
  }

  T* data() { return data_.get(); }
  std::span<T> values() { return {data_.get(), count_}; }

 private:
  static constexpr std::size_t kPage = 4096;
  static std::size_t Rounded(std::size_t bytes) { return (bytes / kPage + 1) * kPage; }

  std::size_t count_;
  std::unique_ptr<T, decltype(&std::free)> data_;
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
      : count_(static_cast<int>(state.bytes() / static_cast<std::int64_t>(sizeof(T)))),
        length_(static_cast<std::size_t>(count_) * static_cast<std::size_t>(blocks)) {
    const BufferPlan& plan = state.buffer_plan();
    if (plan.mode == BufferMode::kReused) {
      UseOne(state, static_cast<std::size_t>(plan.alignment));
    } else if (plan.mode == BufferMode::kFresh) {
      UseAliases(state, static_cast<std::size_t>(plan.alignment));
    } else {
      UseArea(state, plan);
    }
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
  // The first `length` elements alone, where an operation leaves the others as they were.
  template <typename Expected>
  std::optional<std::string> FirstWrong(Expected expected, std::int64_t length) {
    return FirstWrongOf(std::span(reinterpret_cast<T*>(recv_.last()), static_cast<std::size_t>(length)), expected);
  }

  // Elements from `begin` on against those that `rank` sent from `index` on.
  std::optional<std::string> FirstUnlike(int rank, std::int64_t index, std::int64_t begin, std::int64_t count) {
    const std::span<T> all(reinterpret_cast<T*>(recv_.last()), length_);
    const auto part = all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
    return FirstUnlikePattern(part, rank, index + shift());
  }

  // The places of the last operation show the pattern from here on.
  std::int64_t shift() const { return rotating_ ? static_cast<std::int64_t>(recv_.last_offset() / sizeof(T)) : 0; }

 private:
  std::size_t bytes() const { return length_ * sizeof(T); }

  static void Fill(std::byte* place, std::size_t length, int rank) {
    T* values = reinterpret_cast<T*>(place);
    for (std::size_t i = 0; i < length; ++i) {
      values[i] = i < kPatternPeriod ? PatternValue<T>(rank, static_cast<std::int64_t>(i)) : values[i - kPatternPeriod];
    }
  }

  void UseOne(const State& state, std::size_t alignment) {
    for (auto [array, places] : {std::pair(&one_send_, &send_), std::pair(&one_recv_, &recv_)}) {
      array->emplace(bytes() + alignment);
      *places = Places((*array)->data() + alignment, 0, 1, 0);
    }
    Fill(send_.last(), length_, state.rank());
  }

  // All places show the same pages, so the pattern is in all of them.
  void UseAliases(const State& state, std::size_t alignment) {
    constexpr std::size_t kMostPlaces = 256;
    constexpr std::size_t kMostMapped = std::size_t{64} << 20;
    const std::size_t stride = RoundUp(bytes() + alignment + 1, kPageBytes);
    const std::size_t count = std::clamp(kMostMapped / stride, std::size_t{4}, kMostPlaces);
    for (auto [area, places] : {std::pair(&aliased_send_, &send_), std::pair(&aliased_recv_, &recv_)}) {
      area->emplace(Area::Aliased(stride, count));
      *places = Places((*area)->data() + alignment, stride, count, 0);
    }
    Fill(send_.last(), length_, state.rank());
  }

  // The areas live as long as the process: filling them costs more than measuring, and would leave the places in the
  // cache. The pattern goes over the whole area; a place shows it from its offset on. Where a visit begins is the
  // same on all ranks, so what arrives in a place was sent from the same offset.
  void UseArea(const State& state, const BufferPlan& plan) {
    static std::optional<Area> send_area;
    const auto alignment = static_cast<std::size_t>(plan.alignment);
    const std::size_t stride = std::max(RoundUp(bytes(), kLineBytes), kLineBytes);
    const std::size_t size = std::max(static_cast<std::size_t>(plan.area_bytes), 2 * stride) + alignment;
    if (!send_area || send_area->bytes() < size) {
      send_area.emplace(Area::Plain(size));
      Fill(send_area->data() + alignment, (send_area->bytes() - alignment) / sizeof(T), state.rank());
    }
    // The count follows from the size, not from the area, which may have grown for another series.
    const std::size_t count = (size - alignment) / stride;
    const std::size_t start = PlaceToStart(state.ordinal(), count);
    send_ = Places(send_area->data() + alignment, stride, count, start);
    recv_ = Places(ReceiveArea(size).data() + alignment, stride, count, start);
    rotating_ = true;
  }

  int count_;
  std::size_t length_;  // elements in all blocks
  std::optional<PageArray<std::byte>> one_send_;
  std::optional<PageArray<std::byte>> one_recv_;
  std::optional<Area> aliased_send_;
  std::optional<Area> aliased_recv_;
  Places send_;
  Places recv_;
  bool rotating_ = false;
};

}  // namespace mpigauge

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace mpigauge {

// Memory on page boundaries, touched by this rank when it is made. Throws std::bad_alloc.
class Area {
 public:
  // Zeros.
  static Area Plain(std::size_t bytes);
  // `bytes`, rounded up to pages, of which `copies` follow each other in the address space; all are the same pages.
  static Area Aliased(std::size_t bytes, std::size_t copies);

  std::byte* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }  // all copies together

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::byte* data) const;
  };
  Area(std::byte* data, std::size_t bytes) : data_(data, Unmap{bytes}), bytes_(bytes) {}

  std::unique_ptr<std::byte, Unmap> data_;
  std::size_t bytes_;
};

// The memory of all rotating receive buffers: at least `bytes`, as long as the process lives.
const Area& ReceiveArea(std::size_t bytes);

// A place of `count` for visit number `ordinal` to begin with, far from those of the visits before.
std::size_t PlaceToStart(std::int64_t ordinal, std::size_t count);

// Gives a place for each operation, in turn: `stride` bytes apart. A few nanoseconds, inside the timed loop.
class Places {
 public:
  Places() = default;
  // `count` places from `first` on, beginning with number `start`.
  Places(std::byte* first, std::size_t stride, std::size_t count, std::size_t start)
      : first_(first), stride_(stride), end_(stride * (count - 1)), next_(stride * start), last_(next_) {}

  std::byte* Next() {
    last_ = next_;
    next_ = next_ == end_ ? 0 : next_ + stride_;
    return first_ + last_;
  }
  std::byte* PeekNext() const { return first_ + next_; }
  std::size_t next_offset() const { return next_; }
  std::byte* last() const { return first_ + last_; }
  std::size_t last_offset() const { return last_; }

 private:
  std::byte* first_ = nullptr;
  std::size_t stride_ = 0;
  std::size_t end_ = 0;  // of the last place
  std::size_t next_ = 0;
  std::size_t last_ = 0;
};

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kLineBytes = 64;

inline std::size_t RoundUp(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// How much of this process's anonymous memory the kernel holds in transparent huge pages, in bytes; -1 where it does
// not tell. It goes through the page tables: not for a timed part.
std::int64_t HugePageBytes(const std::filesystem::path& smaps_rollup = "/proc/self/smaps_rollup");

}  // namespace mpigauge

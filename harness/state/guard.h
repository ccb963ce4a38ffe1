#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace mpigauge {

// As many bytes before a buffer, and as many behind it, are guarded.
inline constexpr std::size_t kGuardBytes = 128;

// The bytes before and behind a buffer, which nobody may write. They have a value of their own as long as the guard
// lives. Guards are made and looked at by one thread.
class Guard {
 public:
  // The memory from kGuardBytes before `data` to kGuardBytes behind its `bytes` is the caller's. Messages call it
  // `name`, such as "the receive buffer".
  Guard(std::byte* data, std::size_t bytes, std::string name);
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  // Says what was written, if anything, and puts the guard's bytes back.
  std::optional<std::string> TakeOverrun();

 private:
  std::span<std::byte> before() const { return {data_ - kGuardBytes, kGuardBytes}; }
  std::span<std::byte> behind() const { return {data_ + bytes_, kGuardBytes}; }

  std::byte* const data_;
  const std::size_t bytes_;
  const std::string name_;
};

// Takes the overrun of every buffer whose guard lives, and returns the message of the first, or nothing.
std::optional<std::string> TakeOverrunOfAny();

}  // namespace mpigauge

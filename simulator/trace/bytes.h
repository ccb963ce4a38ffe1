#pragma once

// Numbers as bytes: little-endian of a fixed width, or 7 bits a byte (small ones take one byte).

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mpigauge {

inline void PutFixed32(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(value >> shift));
}

inline void PutVarint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
inline void PutSigned(std::string& out, std::int64_t value) {
  PutVarint(out, (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

inline void PutText(std::string& out, std::string_view text) {
  PutVarint(out, text.size());
  out.append(text);
}

// Takes what the functions above put. Where bytes are missing or make no sense: Error (usage) saying at which byte.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool done() const { return next_ == bytes_.size(); }
  std::size_t offset() const { return next_; }
  std::size_t left() const { return bytes_.size() - next_; }

  std::uint8_t Byte() {
    if (done()) throw Wrong("the data end too early");
    return static_cast<std::uint8_t>(bytes_[next_++]);
  }

  std::uint32_t Fixed32() {
    std::uint32_t value = 0;
    for (int shift = 0; shift < 32; shift += 8) value |= std::uint32_t{Byte()} << shift;
    return value;
  }

  std::uint64_t Varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = Byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw Wrong("a number has no end");
  }

  std::int64_t Signed() {
    const std::uint64_t value = Varint();
    return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }

  // A number of things that take at least one byte each.
  std::size_t Count() {
    const std::uint64_t count = Varint();
    if (count > left()) throw Wrong("a list is longer than the data");
    return count;
  }

  std::string_view Bytes(std::size_t count) {
    if (count > left()) throw Wrong("the data end too early");
    next_ += count;
    return bytes_.substr(next_ - count, count);
  }

  std::string Text() { return std::string(Bytes(Count())); }

  Error Wrong(std::string_view text) const { return UsageError("byte {}: {}", next_, text); }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
};

}  // namespace mpigauge

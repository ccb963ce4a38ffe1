#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "baselines/store/database.h"

namespace mpigauge {

// 64 bits, value after value. FNV-1a: one multiplication per byte.
class Checksum {
 public:
  void Add(const SqlValue& value);
  void AddText(std::string_view text);
  void AddBytes(std::span<const std::byte> bytes);
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  void AddByte(std::byte byte) { hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3; }
  void AddNumber(char kind, std::uint64_t number);

  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// 64 bits that are others when any of the values is: kept beside a row, they tell that it is as it was stored. NULL and
// a double that is not a number are the same, and so are 0 and -0, as databases make them so.
std::int64_t ChecksumOf(std::span<const SqlValue> values);
inline std::int64_t ChecksumOf(std::initializer_list<SqlValue> values) {
  return ChecksumOf({values.begin(), values.size()});
}

// Throws Error (not measured) that names `what`.
[[noreturn]] void ThrowDamaged(const std::string& what);

// The same where a checksum was stored and is not the expected one.
void RequireChecksum(std::optional<std::int64_t> stored, std::int64_t expected, const std::string& what);
// The same where `what` is made when it is needed: of rows of which there are many.
template <typename What>
requires std::is_invocable_r_v<std::string, What>
void RequireChecksum(std::optional<std::int64_t> stored, std::int64_t expected, const What& what) {
  if (stored && *stored != expected) ThrowDamaged(what());
}

}  // namespace mpigauge

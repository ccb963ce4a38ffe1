#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "baselines/store/database.h"

namespace mpigauge {

// 64 bits that are others when any of the values is: kept beside a row, they tell that it is as it was stored. NULL and
// a double that is not a number are the same, and so are 0 and -0, as databases make them so.
std::int64_t ChecksumOf(std::span<const SqlValue> values);
inline std::int64_t ChecksumOf(std::initializer_list<SqlValue> values) {
  return ChecksumOf({values.begin(), values.size()});
}

// Throws Error (not measured) that names `what`.
[[noreturn]] void ThrowDamaged(const std::string& what);

// The same where a checksum is known (column) and another one.
void RequireChecksum(const SqlRow& row, int column, std::int64_t expected, const std::string& what);

}  // namespace mpigauge

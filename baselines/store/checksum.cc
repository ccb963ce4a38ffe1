#include "baselines/store/checksum.h"

#include <bit>
#include <cmath>

#include "base/error.h"

namespace mpigauge {

void Checksum::AddNumber(char kind, std::uint64_t number) {
  AddByte(static_cast<std::byte>(kind));
  for (int i = 0; i < 8; ++i) AddByte(static_cast<std::byte>(number >> (8 * i)));
}

void Checksum::AddText(std::string_view text) {
  AddNumber('t', text.size());
  for (const char letter : text) AddByte(static_cast<std::byte>(letter));
}

void Checksum::AddBytes(std::span<const std::byte> bytes) {
  AddNumber('b', bytes.size());
  for (const std::byte byte : bytes) AddByte(byte);
}

void Checksum::Add(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    AddNumber('i', static_cast<std::uint64_t>(*integer));
  } else if (const auto* real = std::get_if<double>(&value); real != nullptr && !std::isnan(*real)) {
    AddNumber('r', std::bit_cast<std::uint64_t>(*real + 0.0));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    AddText(*text);
  } else if (const auto* blob = std::get_if<Blob>(&value)) {
    AddBytes(*blob);
  } else {
    AddNumber('n', 0);
  }
}

std::int64_t ChecksumOf(std::span<const SqlValue> values) {
  Checksum checksum;
  for (const SqlValue& value : values) checksum.Add(value);
  return checksum.value();
}

void ThrowDamaged(const std::string& what) {
  throw NotMeasured(
      "{}: is not as it was stored: its checksum is wrong; the database is damaged, and mpigauge store check names all "
      "that is; restore a backup",
      what);
}

void RequireChecksum(std::optional<std::int64_t> stored, std::int64_t expected, const std::string& what) {
  if (stored && *stored != expected) ThrowDamaged(what);
}

}  // namespace mpigauge

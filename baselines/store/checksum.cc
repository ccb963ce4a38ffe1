#include "baselines/store/checksum.h"

#include <bit>
#include <cmath>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

// FNV-1a, and one multiplication per byte.
class Fnv {
 public:
  void Add(std::byte byte) { hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3; }
  void Add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) Add(static_cast<std::byte>(number >> (8 * i)));
  }
  void Add(char kind, std::uint64_t number) {
    Add(static_cast<std::byte>(kind));
    Add(number);
  }
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

void AddTo(Fnv& hash, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    hash.Add('i', static_cast<std::uint64_t>(*integer));
  } else if (const auto* real = std::get_if<double>(&value); real != nullptr && !std::isnan(*real)) {
    hash.Add('r', std::bit_cast<std::uint64_t>(*real + 0.0));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    hash.Add('t', text->size());
    for (const char letter : *text) hash.Add(static_cast<std::byte>(letter));
  } else if (const auto* blob = std::get_if<Blob>(&value)) {
    hash.Add('b', blob->size());
    for (const std::byte byte : *blob) hash.Add(byte);
  } else {
    hash.Add('n', 0);
  }
}

}  // namespace

std::int64_t ChecksumOf(std::span<const SqlValue> values) {
  Fnv hash;
  for (const SqlValue& value : values) AddTo(hash, value);
  return hash.value();
}

void ThrowDamaged(const std::string& what) {
  throw NotMeasured(
      "{}: is not as it was stored: its checksum is wrong; the database is damaged, and mpigauge store check names all "
      "that is; restore a backup",
      what);
}

void RequireChecksum(const SqlRow& row, int column, std::int64_t expected, const std::string& what) {
  if (!row.IsNull(column) && row.Integer(column) != expected) ThrowDamaged(what);
}

}  // namespace mpigauge

#include "baselines/store/postgres_values.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

// PostgreSQL's text form of bytes: \x and two digits for each.
std::string Hex(const Blob& blob) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(2 + 2 * blob.size(), 'x');
  text[0] = '\\';
  for (std::size_t i = 0; i < blob.size(); ++i) {
    text[2 + 2 * i] = kDigits[std::to_integer<int>(blob[i]) >> 4];
    text[3 + 2 * i] = kDigits[std::to_integer<int>(blob[i]) & 15];
  }
  return text;
}

std::optional<std::string> ParameterText(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* blob = std::get_if<Blob>(&value)) return Hex(*blob);
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr || std::isnan(*real)) return std::nullopt;
  return fmt::format("{}", *real);  // the shortest text that is the same number again
}

}  // namespace

void PostgresParameters::Add(const SqlValue& value, const std::string& database) {
  texts_.push_back(ParameterText(value));
  if (!texts_.back()) return;
  bytes_ += texts_.back()->size();
  const auto nul = texts_.back()->find('\0');
  if (nul == std::string::npos) return;
  throw UsageError("{}: '{}...' has a NUL byte, which PostgreSQL cannot keep in a text", database,
                   texts_.back()->substr(0, nul));
}

std::vector<const char*> PostgresParameters::Pointers() const {
  std::vector<const char*> pointers;
  pointers.reserve(texts_.size());
  for (const auto& text : texts_) pointers.push_back(text ? text->c_str() : nullptr);
  return pointers;
}

double PostgresRow::Real(int column) const { return std::strtod(row_[column].c_str(), nullptr); }

Blob PostgresRow::Bytes(int column) const {
  if (IsNull(column)) return {};
  const pqxx::binarystring bytes(row_[column]);
  const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
  return Blob(data, data + bytes.size());
}

}  // namespace mpigauge

#include "harness/record/checked_values.h"

#include <cmath>
#include <limits>
#include <regex>

namespace mpigauge {
namespace {

// Whatever is not a number at all is left to the JSON library, whose errors name the place.
std::int64_t WholeNumber(const Json& value, std::string_view key) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > kMost;
  if (value.is_number_float() || value.is_boolean() || too_large) {
    throw UsageError("{}: {} is impossible; it is a whole number of 64 bits", key, value.dump());
  }
  return value.get<std::int64_t>();
}

}  // namespace

std::int64_t CountAt(const Json& json, const char* key, std::int64_t least) {
  const std::int64_t count = WholeNumber(json.at(key), key);
  if (count < least) throw UsageError("{}: {} is impossible; it is at least {}", key, count, least);
  return count;
}

double SecondsAt(const Json& json, const char* key) {
  const double seconds = json.at(key);
  if (!std::isfinite(seconds) || seconds < 0) throw UsageError("{}: a time of {} s is impossible", key, seconds);
  return seconds;
}

std::string TimeOfDayAt(const Json& json, const char* key) {
  static const std::regex kTime(R"(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?)");
  std::string text = json.at(key);
  if (!std::regex_match(text, kTime)) {
    throw UsageError("{}: {} is no time; it is written as 2026-11-20T16:05:00Z", key, json.at(key).dump());
  }
  return text;
}

Parameters ParametersAt(const Json& json, const char* key) {
  const Json& object = json.at(key);
  if (!object.is_object()) throw UsageError("{}: is no object of names and whole numbers", key);
  Parameters parameters;
  for (const auto& [name, value] : object.items()) parameters.emplace_back(name, WholeNumber(value, name));
  return parameters;
}

std::string IdAt(const Json& json, const char* key) {
  std::string id = json.at(key);
  CheckId(id, key);
  return id;
}

void CheckId(std::string_view id, std::string_view what) {
  static const std::regex kId("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  if (std::regex_match(id.begin(), id.end(), kId)) return;
  throw UsageError("{}: {} is no id; it has letters, digits, '-', '_' and '.', a letter or a digit first, at most 100",
                   what, Json(id).dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace mpigauge

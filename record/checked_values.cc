#include "record/checked_values.h"

#include <algorithm>
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

std::int64_t Count(const Json& value, const char* key, std::int64_t least) {
  const std::int64_t count = WholeNumber(value, key);
  if (count < least) throw UsageError("{}: {} is impossible; it is at least {}", key, count, least);
  return count;
}

int SmallCount(const Json& value, const char* key, int least) {
  constexpr int kMost = std::numeric_limits<int>::max();
  const std::int64_t count = Count(value, key, least);
  if (count > kMost) throw UsageError("{}: {} is impossible; it is at most {}", key, count, kMost);
  return static_cast<int>(count);
}

void CheckName(const std::string& name, const char* key) {
  constexpr std::size_t kLongest = 500;
  const auto controls = [](char letter) { return (letter >= 0 && letter < ' ') || letter == '\x7f'; };
  if (name.size() <= kLongest && std::none_of(name.begin(), name.end(), controls)) return;
  throw UsageError("{}: {} is not a name; a name is one line of at most {} bytes", key,
                   Json(name.substr(0, kLongest)).dump(-1, ' ', true, Json::error_handler_t::replace), kLongest);
}

}  // namespace

std::int64_t CountAt(const Json& json, const char* key, std::int64_t least) { return Count(json.at(key), key, least); }

int SmallCountAt(const Json& json, const char* key, int least) { return SmallCount(json.at(key), key, least); }

const Json& ArrayAt(const Json& json, const char* key) {
  const Json& array = json.at(key);
  if (!array.is_array()) array.get<std::vector<Json>>();  // throws, and names the place
  return array;
}

std::vector<int> SmallCountsAt(const Json& json, const char* key) {
  std::vector<int> counts;
  for (const Json& value : ArrayAt(json, key)) counts.push_back(SmallCount(value, key, 0));
  return counts;
}

std::vector<std::int64_t> WholeNumbersAt(const Json& json, const char* key) {
  std::vector<std::int64_t> numbers;
  for (const Json& value : ArrayAt(json, key)) numbers.push_back(WholeNumber(value, key));
  return numbers;
}

std::uint64_t SeedAt(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_number_unsigned()) return static_cast<std::uint64_t>(CountAt(json, key));
  return value.get<std::uint64_t>();
}

double SecondsAt(const Json& json, const char* key) {
  const double seconds = json.at(key);
  if (!std::isfinite(seconds) || seconds < 0) throw UsageError("{}: a time of {} s is impossible", key, seconds);
  return seconds;
}

std::string NameAt(const Json& json, const char* key) {
  std::string name = json.at(key);
  CheckName(name, key);
  return name;
}

std::string TextAt(const Json& json, const char* key) {
  std::string text = json.at(key);
  if (text.find('\0') != std::string::npos) throw UsageError("{}: holds the character 0", key);
  return text;
}

std::map<std::string, double> CountersAt(const Json& json, const char* key) {
  auto counters = json.at(key).get<std::map<std::string, double>>();
  for (const auto& [name, value] : counters) {
    CheckName(name, key);
    if (!std::isfinite(value)) throw UsageError("{}: {} is {}, which is impossible", key, name, value);
  }
  return counters;
}

std::string TimeOfDayAt(const Json& json, const char* key) {
  static const std::regex kTime(R"(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?)");
  constexpr std::size_t kLongest = 40;  // the regular expression goes a level deeper with every digit of a fraction
  std::string text = json.at(key);
  if (text.size() > kLongest || !std::regex_match(text, kTime)) {
    throw UsageError("{}: {} is not a time; write it as 2026-11-20T16:05:00Z", key, json.at(key).dump());
  }
  return text;
}

Parameters ParametersAt(const Json& json, const char* key) {
  const Json& object = json.at(key);
  if (!object.is_object()) throw UsageError("{} is not an object of names and whole numbers", key);
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
  throw UsageError(
      "{}: {} is not an id; an id has letters, digits, '-', '_' and '.', a letter or a digit first, at most 100", what,
      Json(id).dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace mpigauge

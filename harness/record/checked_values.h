#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/record/series_name.h"

namespace mpigauge {

// Runs `read`; errors of the functions below and of the JSON library name `what`, a file, too.
template <typename Read>
auto ReadingValues(std::string_view what, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    ThrowJsonError(what, error);
  } catch (const Error& error) {
    throw UsageError("{}: {}", what, error.what());
  }
}

// Values of files from outside. All throw Error (usage) that names the key and the value that is impossible, or what
// the JSON library throws where the key is missing or of another type.

// Whole, and not smaller than `least`: 1.5 and -1 are no counts.
std::int64_t CountAt(const Json& json, const char* key, std::int64_t least = 0);

// Finite and not negative.
double SecondsAt(const Json& json, const char* key);

// "2026-11-20T16:05:00Z", also with fractions of the second, or the day alone.
std::string TimeOfDayAt(const Json& json, const char* key);

// An object of whole numbers.
Parameters ParametersAt(const Json& json, const char* key);

// Of a run or a launch. What the program makes are UUIDs; whatever else is letters, digits and "-_." is taken too.
// Names of files are made of ids: "../x" would lead elsewhere.
std::string IdAt(const Json& json, const char* key);
void CheckId(std::string_view id, std::string_view what);

}  // namespace mpigauge

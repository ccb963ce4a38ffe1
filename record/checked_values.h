#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "record/record.h"

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

// The same, of the size of an int: 1e300 and 3000000000 are none.
int SmallCountAt(const Json& json, const char* key, int least = 0);

// An array: the elements of an object would be taken for one.
const Json& ArrayAt(const Json& json, const char* key);

// An array of these.
std::vector<int> SmallCountsAt(const Json& json, const char* key);

// An array of numbers of 64 bits, which may be negative.
std::vector<std::int64_t> WholeNumbersAt(const Json& json, const char* key);

// Whole and not negative, all 64 bits of it.
std::uint64_t SeedAt(const Json& json, const char* key);

// Finite and not negative.
double SecondsAt(const Json& json, const char* key);

// A line that names something: at most 500 bytes, no control characters.
std::string NameAt(const Json& json, const char* key);

// Any text without the character 0, which ends it in some places and not in others.
std::string TextAt(const Json& json, const char* key);

// Reads the counters of a case: finite numbers with names.
std::map<std::string, double> CountersAt(const Json& json, const char* key);

// "2026-11-20T16:05:00Z", also with fractions of the second, or the day alone.
std::string TimeOfDayAt(const Json& json, const char* key);

// An object of whole numbers.
Parameters ParametersAt(const Json& json, const char* key);

// Reads the id of a run or a launch. The program makes UUIDs; ids from elsewhere may consist of letters, digits and
// "-_.". Names of files are made of ids: "../x" would lead elsewhere.
std::string IdAt(const Json& json, const char* key);
void CheckId(std::string_view id, std::string_view what);

}  // namespace mpigauge

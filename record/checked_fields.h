#pragma once

#include "base/json_fields.h"
#include "record/checked_values.h"

// Fields of tables (base/json_fields.h) whose values are checked; for the other checks there is CheckedBy<IdAt>.
namespace mpigauge {

// Whole numbers that are not smaller than `least`.
template <int least>
struct IntFrom : JsonOf<int> {
  static int ReadAt(const Json& json, const char* key) { return SmallCountAt(json, key, least); }
};

template <std::int64_t least>
struct WholeFrom : JsonOf<std::int64_t> {
  static std::int64_t ReadAt(const Json& json, const char* key) { return CountAt(json, key, least); }
};

// The version of the keys of a file and of their meaning. Another one is refused.
template <typename Struct, int version>
constexpr auto SchemaVersion() {
  return JsonField<Struct>{"schema_version", "", [](const Struct&) { return Json(version); },
                           [](const Json& json, const char* key, Struct&) {
                             const std::int64_t found = CountAt(json, key);
                             if (found == version) return;
                             throw UsageError("has schema version {}, this mpigauge reads {}", found, version);
                           }};
}

}  // namespace mpigauge

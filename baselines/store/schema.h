#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "baselines/store/database.h"

namespace mpigauge {

// The steps that make a store: step i brings version i to version i + 1. Append only: stores of every version are
// out there. A store of an older version is brought up to date when it is opened for writing.
std::span<const std::string_view> SchemaSteps();

inline int SchemaVersion() { return static_cast<int>(SchemaSteps().size()); }

// The version of a store, 1 or more; 0 for an empty file. Throws Error (usage) for a database that is not a store, or
// whose version fits into no int, and Error (not measured) for a version that no mpigauge writes, such as 0 beside
// tables.
int StoredVersion(Database& database);

// Throws Error (usage): the store is newer than this program.
[[noreturn]] void ThrowTooNew(const Database& database, std::int64_t version, std::int64_t newest);

// Brings the store to the newest version, each step in a transaction of its own. Throws Error (usage) where the
// store is newer than this program.
void Migrate(Database& database, std::span<const std::string_view> steps);

}  // namespace mpigauge

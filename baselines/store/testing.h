#pragma once

#include <string>

#include "testing/error_of.h"

namespace mpigauge {

// For tests of what a store can live in: all of them run on each kind of database.
enum class StoreKind { kSqlite, kPostgres };

inline constexpr StoreKind kStoreKinds[] = {StoreKind::kSqlite, StoreKind::kPostgres};

// "Sqlite" or "Postgres": the end of a test's name.
std::string StoreKindName(StoreKind kind);

// The name of a store that does not exist yet: a path in the test's folder, or the URL of an empty database, with a
// password, on the server that the rule postgres_test started.
std::string NewStoreName(StoreKind kind);

// Whether a store of this name holds anything.
bool HoldsTables(const std::string& name);

// Runs one statement on the test's server, in the database of that URL, as another client.
void OnServer(const std::string& url, const std::string& sql);

// Ends all other connections to the database of that URL, as a server does that is stopped; waits until they are gone.
void CutConnections(const std::string& url);

}  // namespace mpigauge

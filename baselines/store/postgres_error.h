#pragma once

#include <exception>
#include <string>

#include "baselines/store/postgres_url.h"
#include "harness/base/error.h"

namespace mpigauge {

// What went wrong with a PostgreSQL database in words of ours, and what to do about it. Without the password.

// A connection that could not be made.
Error ConnectError(const PostgresUrl& url, const std::exception& error);

// A statement or a transaction that failed; `lost`: because the connection is gone.
Error StatementError(const PostgresUrl& url, const std::exception& error, bool lost);

}  // namespace mpigauge

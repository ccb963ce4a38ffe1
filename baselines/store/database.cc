#include "baselines/store/database.h"

#include "baselines/store/postgres_url.h"

namespace mpigauge {

std::unique_ptr<Database> OpenDatabase(const std::string& name, bool writable, double wait_seconds) {
  return IsPostgresUrl(name) ? OpenPostgres(name, writable, wait_seconds) : OpenSqlite(name, writable, wait_seconds);
}

}  // namespace mpigauge

#include "baselines/store/database.h"

#include "baselines/store/postgres_url.h"

namespace mpigauge {

std::unique_ptr<Database> OpenDatabase(const std::string& name, bool writable) {
  return IsPostgresUrl(name) ? OpenPostgres(name, writable) : OpenSqlite(name, writable);
}

}  // namespace mpigauge

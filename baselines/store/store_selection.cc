// The part of the store that keeps what the MPI library selected: once for all launches that have the same.
#include "baselines/store/store.h"
#include "harness/base/json.h"

namespace mpigauge {

// In a transaction, so nobody else adds the same. The content is too long for an index of PostgreSQL, and there are
// as many as libraries and their settings: few.
SqlValue Store::SelectionId(const Environment& environment) {
  if (environment.selection.empty()) return nullptr;
  const std::string content = JsonLine(Json(environment.selection));
  SqlValue id = nullptr;
  const auto find = [&] {
    database_->Query("SELECT selection_id FROM selections WHERE content = $1", {content},
                     [&](const SqlRow& row) { id = row.Integer(0); });
    return !std::holds_alternative<std::nullptr_t>(id);
  };
  if (!find()) {
    database_->Execute("INSERT INTO selections(content) VALUES($1)", {content});
    find();
  }
  return id;
}

}  // namespace mpigauge

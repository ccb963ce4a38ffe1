#include "baselines/store/baseline_book.h"

#include <map>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "baselines/store/baseline_table.h"

namespace mpigauge {

Baseline BaselineBook::Change(const std::string& name, const std::function<void(Baseline&)>& change) {
  Baseline next;
  database_.InTransaction([&] {
    next = Find(name).value_or(Baseline());
    change(next);
    next.name = name;
    next.created_at = UtcNow();
    database_.Query("SELECT coalesce(max(version), 0) + 1 FROM baselines WHERE name = $1", {name},
                    [&](const SqlRow& row) { next.version = static_cast<int>(row.Integer(0)); });
    BaselineTable(database_).Add({next, std::nullopt, std::nullopt});
    next = Find(name).value();
  });
  return next;
}

int BaselineBook::Set(const std::string& name, const std::vector<std::string>& run_ids, const std::string& note) {
  const auto set = [&](Baseline& one) { one = {name, 0, "", note, run_ids, 0}; };
  return Change(name, set).version;
}

void BaselineBook::Remove(const std::string& name) {
  database_.InTransaction([&] {
    BaselineTable table(database_);
    bool any = false;
    for (BaselineVersion& one : table.Heads()) {
      if (one.baseline.name != name || one.IsRemoved()) continue;
      any = true;
      one.removed_at = UtcNow();
      table.Update(one);
    }
    if (!any) throw UsageError("{}: no baseline '{}'; `mpigauge baseline list` lists them", database_.name(), name);
  });
}

std::vector<Baseline> BaselineBook::All() {
  const BaselineTable table(database_);
  std::map<std::string, BaselineVersion> newest;
  for (BaselineVersion& one : table.Heads()) {
    if (!one.IsRemoved()) newest[one.baseline.name] = one;  // later ones are newer
  }
  std::vector<Baseline> baselines;
  for (auto& [name, version] : newest) {
    table.FillRuns(version);
    baselines.push_back(std::move(version.baseline));
  }
  return baselines;
}

std::optional<Baseline> BaselineBook::Find(const std::string& name) {
  for (Baseline& one : All()) {
    if (one.name == name) return std::move(one);
  }
  return std::nullopt;
}

}  // namespace mpigauge

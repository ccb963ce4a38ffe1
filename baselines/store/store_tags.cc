// The part of the store that has names of people's own for runs.
#include <fmt/format.h>

#include "base/error.h"
#include "baselines/store/checksum.h"
#include "baselines/store/store.h"

namespace mpigauge {

std::map<std::string, std::string> Store::Tags() {
  std::map<std::string, std::string> tags;
  database_->Query("SELECT tag, run_id, checksum FROM run_tags", {}, [&](const SqlRow& row) {
    RequireChecksum(row, 2, ChecksumOf({row.Text(0), row.Text(1)}), fmt::format("{}: tag {}", name(), row.Text(0)));
    tags[row.Text(0)] = row.Text(1);
  });
  return tags;
}

void Store::SetTag(const std::string& tag, const std::string& run_id) {
  // Looked at inside the transaction: another process may be giving the name, too.
  database_->InTransaction([&] {
    const auto tags = Tags();
    const auto found = tags.find(tag);
    if (found != tags.end() && found->second == run_id) return;
    if (found != tags.end()) {
      throw UsageError("{}: the tag '{}' names run {}; `mpigauge store tag --remove {}` first", name(), tag,
                       found->second, tag);
    }
    database_->Execute("INSERT INTO run_tags(tag, run_id, checksum) VALUES($1, $2, $3)",
                       {tag, run_id, ChecksumOf({tag, run_id})});
  });
}

void Store::RemoveTag(const std::string& tag) {
  database_->InTransaction([&] {
    if (!Tags().contains(tag)) throw UsageError("{}: no tag '{}'; `mpigauge store tag` lists them", name(), tag);
    database_->Execute("DELETE FROM run_tags WHERE tag = $1", {tag});
  });
}

}  // namespace mpigauge

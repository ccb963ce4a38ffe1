// The names of people's own for runs.
#include "base/error.h"
#include "baselines/store/columns.h"
#include "baselines/store/run_archive.h"
#include "baselines/store/run_row.h"

namespace mpigauge {

std::map<std::string, std::string> RunArchive::Tags() {
  std::map<std::string, std::string> tags;
  Select<TagRow>(database_, "FROM run_tags", {}, [&](const TagRow& row) {
    RequireWhole(row, database_.name());
    tags[row.tag] = row.run_id;
  });
  return tags;
}

void RunArchive::SetTag(const std::string& tag, const std::string& run_id) {
  // Looked at inside the transaction: another process may be giving the name, too.
  database_.InTransaction([&] {
    const auto tags = Tags();
    const auto found = tags.find(tag);
    if (found != tags.end() && found->second == run_id) return;
    if (found != tags.end()) {
      throw UsageError("{}: the tag '{}' names run {}; `mpigauge store tag --remove {}` first", database_.name(), tag,
                       found->second, tag);
    }
    InsertRow(database_, "run_tags", TagRowOf(tag, run_id));
  });
}

void RunArchive::RemoveTag(const std::string& tag) {
  database_.InTransaction([&] {
    if (!Tags().contains(tag)) {
      throw UsageError("{}: no tag '{}'; `mpigauge store tag` lists them", database_.name(), tag);
    }
    database_.Execute("DELETE FROM run_tags WHERE tag = $1", {tag});
  });
}

}  // namespace mpigauge

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/stored_history.h"
#include "record/record.h"

namespace mpigauge {

// Two results are of one series if this text is equal: a changed benchmark is not a changed library.
std::string SeriesIdentity(const SeriesRecord& series);

// A row of the table `series`.
struct SeriesRow {
  std::int64_t series_id = 0;
  std::string name;
  std::string identity;
  std::string description;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("series_id", row.series_id);
    each("name", row.name);
    each("identity", row.identity);
    each("description", row.description);
    each("checksum", row.checksum);
  }
};
// Throws Error naming the store and the series where it is not as it was stored.
void RequireWhole(const SeriesRow& row, const std::string& store);

// The series of the store: their ids for whoever writes results, their descriptions for whoever reads them. All
// launches share them and none changes, so that each is read once.
class KnownSeries {
 public:
  explicit KnownSeries(Database& database) : database_(database) {}

  // Returns the id of a series, which is added where it is not known. Throws Error (usage) where the store describes it
  // otherwise.
  std::int64_t IdOf(const SeriesRecord& series);
  // Called where a transaction was taken back, and some of the ids with it.
  void ForgetIds() { ids_.clear(); }

  // Reads the descriptions if there are others than those that are known. Throws Error where one is not as it was
  // stored.
  void Learn();
  struct Description {
    SeriesRecord series;
    std::string identity;  // made once: a run has each series as often as it has launches
  };
  // Returns what Learn has read; nullptr where there is no such series.
  const Description* Find(std::int64_t series_id) const;

  // Reads all, by their ids.
  std::vector<StoredSeries> All();

 private:
  Database& database_;
  struct Known {
    std::int64_t id = 0;
    std::string description;
  };
  std::map<std::string, Known> ids_;  // by identity: those that are known to be stored
  std::unordered_map<std::int64_t, Description> descriptions_;
};

}  // namespace mpigauge

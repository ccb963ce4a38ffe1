#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/run.h"

// Rows of the tables `baselines` and `baseline_runs`.

namespace mpigauge {

struct BaselineRow {
  std::string name;
  std::int64_t version = 0;
  std::string created_at;
  std::string note;
  std::optional<std::string> removed_at;
  std::int64_t keep = 0;
  std::optional<std::int64_t> runs_checksum;  // rows of before there was one have none
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("name", row.name);
    each("version", row.version);
    each("created_at", row.created_at);
    each("note", row.note);
    each("removed_at", row.removed_at);
    each("keep", row.keep);
    each("runs_checksum", row.runs_checksum);
    each("checksum", row.checksum);
  }
};

// A version of a baseline as it is stored, removed ones too.
struct BaselineVersion {
  Baseline baseline;
  std::optional<std::string> removed_at;
  std::optional<std::int64_t> runs_checksum;

  bool IsRemoved() const { return removed_at.has_value(); }
  // The name of the version, also in errors.
  std::string Name() const { return "baseline " + baseline.name + ", version " + std::to_string(baseline.version); }
  // Its checksum is in the row.
  BaselineRow Row() const;
  // Whether it was made at the same time, of the same runs.
  bool operator==(const BaselineVersion& other) const;
};

// The checksum of a version's runs, in whatever order they are.
std::int64_t RunsChecksum(const std::vector<std::string>& run_ids);

// All functions throw Error that names the store and the version where a row, or the list of its runs, is not as it was
// stored. Those that write are called in a transaction.
class BaselineTable {
 public:
  static constexpr const char* kFrom = "FROM baselines ORDER BY name, version";

  explicit BaselineTable(Database& database) : database_(database) {}

  // A row of kFrom, without its runs.
  BaselineVersion HeadOf(const BaselineRow& row) const;
  void FillRuns(BaselineVersion& version) const;
  // By name and version, without their runs. All are looked at: a version whose number or end is damaged would give its
  // place to another one.
  std::vector<BaselineVersion> Heads() const;
  // The same with their runs.
  std::vector<BaselineVersion> Versions() const;

  // Adds a version, or replaces all but its name, its number and its time.
  void Add(const BaselineVersion& version);
  // Stores that it is removed, and its checksums.
  void Update(const BaselineVersion& version);

 private:
  void RequireRuns(const BaselineVersion& version) const;  // throws where they are not those that were stored

  Database& database_;
};

}  // namespace mpigauge

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "baselines/store/checksum.h"
#include "baselines/store/store.h"

namespace mpigauge {

// The columns that Store::BaselineFromRow expects.
inline constexpr const char* kSelectBaselines =
    "SELECT name, version, created_at, note, removed_at, keep, runs_checksum, checksum FROM baselines "
    "ORDER BY name, version";

// The checksum of a version's runs, in whatever order they are.
inline std::int64_t RunsChecksum(const std::vector<std::string>& run_ids) {
  const std::set<std::string> sorted(run_ids.begin(), run_ids.end());
  return ChecksumOf(SqlValues(sorted.begin(), sorted.end()));
}

// A version of a baseline as it is stored, removed ones too.
struct Store::BaselineVersion {
  Baseline baseline;
  SqlValue removed_at = nullptr;
  SqlValue runs_checksum = nullptr;  // NULL in rows of before there was one

  bool IsRemoved() const { return !std::holds_alternative<std::nullptr_t>(removed_at); }
  // The checksum of the version's row.
  std::int64_t Checksum() const {
    return ChecksumOf({baseline.name, std::int64_t{baseline.version}, baseline.created_at, baseline.note, removed_at,
                       baseline.keep, runs_checksum});
  }
  // The name of the version, also in errors.
  std::string Name() const { return "baseline " + baseline.name + ", version " + std::to_string(baseline.version); }

  bool operator==(const BaselineVersion& other) const {
    return baseline.created_at == other.baseline.created_at &&
           RunsChecksum(baseline.run_ids) == RunsChecksum(other.baseline.run_ids);
  }
};

}  // namespace mpigauge

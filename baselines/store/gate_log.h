#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "baselines/store/database.h"
#include "baselines/store/run.h"

namespace mpigauge {

// The gates that were decided, and the calibrations that say how often they err. All lists are newest first. All
// methods throw Error (not measured) that names a row that is not as it was stored, also where a row would only be in
// the wrong place of a list. See Store for threads and other errors.
class GateLog {
 public:
  explicit GateLog(Database& database) : database_(database) {}

  // Keeps a gate. One with an id that is there already changes nothing.
  void Add(const GateResult& gate);

  // Says since when (UTC) the gate's failure does not stand any more; empty: it stands again. Nothing where there is no
  // such gate; one whose comparison is damaged can be forgotten, too.
  void Forget(const std::string& gate_id, const std::string& forgotten_at);

  // The newest `most` gates, whole.
  std::vector<GateResult> Newest(std::int64_t most);

  // All gates without their comparisons, which are null.
  std::vector<GateResult> Summaries();

  // The gate with this id, which is given whole.
  std::optional<GateResult> Find(const std::string& gate_id);

  // Keeps a calibration. One with an id that is there already changes nothing.
  void AddCalibration(const Calibration& calibration);

  // The newest `most` calibrations.
  std::vector<Calibration> Calibrations(std::int64_t most);

 private:
  Database& database_;
};

}  // namespace mpigauge

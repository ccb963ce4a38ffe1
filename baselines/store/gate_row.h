#pragma once

#include <cstdint>
#include <string>

#include "base/json.h"
#include "baselines/store/database.h"
#include "baselines/store/run.h"

// Rows of the tables `gates`, `calibrations` and `network_models`. All readers throw Error naming the store and the row
// where it is not as it was stored.

namespace mpigauge {

// A gate without its comparison.
inline constexpr const char* kSelectGateHeads =
    "SELECT gate_id, decided_at, candidate_run_id, baseline, verdict, forgotten_at, checksum FROM gates ";
GateResult GateHeadFromRow(const SqlRow& row, const std::string& store);
std::int64_t GateChecksum(const GateResult& gate);

inline constexpr const char* kSelectGates =
    "SELECT gate_id, decided_at, candidate_run_id, baseline, verdict, forgotten_at, checksum, comparison, "
    "comparison_checksum FROM gates ";
GateResult GateFromRow(const SqlRow& row, const std::string& store);
std::int64_t ComparisonChecksum(const std::string& gate_id, const std::string& comparison);

inline constexpr const char* kSelectCalibrations =
    "SELECT calibration_id, made_at, content, checksum FROM calibrations ORDER BY made_at DESC, calibration_id";
Calibration CalibrationFromRow(const SqlRow& row, const std::string& store);
std::int64_t CalibrationChecksum(const Calibration& calibration, const std::string& content);

inline constexpr const char* kSelectNetworkModels = "SELECT run_id, content, checksum FROM network_models ";
Json NetworkModelFromRow(const SqlRow& row, const std::string& store);

}  // namespace mpigauge

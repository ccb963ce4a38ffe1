#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/json.h"
#include "baselines/store/run.h"

// Rows of the tables `gates` and `calibrations`. The functions that read them throw Error naming the store and the row
// where it is not as it was stored.

namespace mpigauge {

// A gate without its comparison, which is big and rarely read.
struct GateHeadRow {
  std::string gate_id;
  std::string decided_at;
  std::string candidate_run_id;
  std::string baseline;
  std::string verdict;
  std::string forgotten_at;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("gate_id", row.gate_id);
    each("decided_at", row.decided_at);
    each("candidate_run_id", row.candidate_run_id);
    each("baseline", row.baseline);
    each("verdict", row.verdict);
    each("forgotten_at", row.forgotten_at);
    each("checksum", row.checksum);
  }
};
GateHeadRow GateHeadRowOf(const GateResult& gate);
GateResult ToGate(const GateHeadRow& row, const std::string& store);

struct GateRow {
  GateHeadRow head;
  std::string comparison;
  std::optional<std::int64_t> comparison_checksum;

  static void Columns(auto& row, auto&& each) {
    GateHeadRow::Columns(row.head, each);
    each("comparison", row.comparison);
    each("comparison_checksum", row.comparison_checksum);
  }
};
GateRow GateRowOf(const GateResult& gate);
GateResult ToGate(const GateRow& row, const std::string& store);

struct CalibrationRow {
  std::string calibration_id;
  std::string made_at;
  std::string content;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("calibration_id", row.calibration_id);
    each("made_at", row.made_at);
    each("content", row.content);
    each("checksum", row.checksum);
  }
};
CalibrationRow CalibrationRowOf(const Calibration& calibration);
Calibration ToCalibration(const CalibrationRow& row, const std::string& store);

}  // namespace mpigauge

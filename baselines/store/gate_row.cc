#include "baselines/store/gate_row.h"

#include <fmt/format.h>

#include "baselines/store/checksum.h"

namespace mpigauge {
namespace {

std::int64_t GateChecksum(const GateHeadRow& row) {
  return ChecksumOf({row.gate_id, row.decided_at, row.candidate_run_id, row.baseline, row.verdict, row.forgotten_at});
}

std::int64_t ComparisonChecksum(const GateRow& row) { return ChecksumOf({row.head.gate_id, row.comparison}); }

std::int64_t CalibrationChecksum(const CalibrationRow& row) {
  return ChecksumOf({row.calibration_id, row.made_at, row.content});
}

}  // namespace

GateHeadRow GateHeadRowOf(const GateResult& gate) {
  GateHeadRow row = {gate.gate_id, gate.decided_at,   gate.candidate_run_id, gate.baseline,
                     gate.verdict, gate.forgotten_at, std::nullopt};
  row.checksum = GateChecksum(row);
  return row;
}

GateResult ToGate(const GateHeadRow& row, const std::string& store) {
  RequireChecksum(row.checksum, GateChecksum(row), fmt::format("{}: gate {}", store, row.gate_id));
  return {row.gate_id, row.decided_at, row.candidate_run_id, row.baseline, row.verdict, Json(), row.forgotten_at};
}

GateRow GateRowOf(const GateResult& gate) {
  GateRow row = {GateHeadRowOf(gate), JsonLine(gate.comparison), std::nullopt};
  row.comparison_checksum = ComparisonChecksum(row);
  return row;
}

GateResult ToGate(const GateRow& row, const std::string& store) {
  GateResult gate = ToGate(row.head, store);
  const std::string what = fmt::format("{}: the comparison of gate {}", store, gate.gate_id);
  RequireChecksum(row.comparison_checksum, ComparisonChecksum(row), what);
  gate.comparison = ParseJson(row.comparison, what);
  return gate;
}

CalibrationRow CalibrationRowOf(const Calibration& calibration) {
  CalibrationRow row = {calibration.calibration_id, calibration.made_at, JsonLine(calibration.content), std::nullopt};
  row.checksum = CalibrationChecksum(row);
  return row;
}

Calibration ToCalibration(const CalibrationRow& row, const std::string& store) {
  const std::string what = fmt::format("{}: calibration {}", store, row.calibration_id);
  RequireChecksum(row.checksum, CalibrationChecksum(row), what);
  return {row.calibration_id, row.made_at, ParseJson(row.content, what)};
}

}  // namespace mpigauge

#include "baselines/store/gate_row.h"

#include <fmt/format.h>

#include "baselines/store/checksum.h"

namespace mpigauge {

std::int64_t GateChecksum(const GateResult& gate) {
  return ChecksumOf(
      {gate.gate_id, gate.decided_at, gate.candidate_run_id, gate.baseline, gate.verdict, gate.forgotten_at});
}

std::int64_t ComparisonChecksum(const std::string& gate_id, const std::string& comparison) {
  return ChecksumOf({gate_id, comparison});
}

GateResult GateHeadFromRow(const SqlRow& row, const std::string& store) {
  GateResult gate = {row.Text(0), row.Text(1), row.Text(2), row.Text(3), row.Text(4), Json(), row.Text(5)};
  RequireChecksum(row, 6, GateChecksum(gate), fmt::format("{}: gate {}", store, gate.gate_id));
  return gate;
}

GateResult GateFromRow(const SqlRow& row, const std::string& store) {
  GateResult gate = GateHeadFromRow(row, store);
  const std::string comparison = row.Text(7);
  const std::string what = fmt::format("{}: the comparison of gate {}", store, gate.gate_id);
  RequireChecksum(row, 8, ComparisonChecksum(gate.gate_id, comparison), what);
  gate.comparison = ParseJson(comparison, what);
  return gate;
}

std::int64_t CalibrationChecksum(const Calibration& calibration, const std::string& content) {
  return ChecksumOf({calibration.calibration_id, calibration.made_at, content});
}

Calibration CalibrationFromRow(const SqlRow& row, const std::string& store) {
  Calibration calibration = {row.Text(0), row.Text(1), Json()};
  const std::string content = row.Text(2);
  const std::string what = fmt::format("{}: calibration {}", store, calibration.calibration_id);
  RequireChecksum(row, 3, CalibrationChecksum(calibration, content), what);
  calibration.content = ParseJson(content, what);
  return calibration;
}

Json NetworkModelFromRow(const SqlRow& row, const std::string& store) {
  const std::string what = fmt::format("{}: the network model of run {}", store, row.Text(0));
  RequireChecksum(row, 2, ChecksumOf({row.Text(0), row.Text(1)}), what);
  return ParseJson(row.Text(1), what);
}

}  // namespace mpigauge

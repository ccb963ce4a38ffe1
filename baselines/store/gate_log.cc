#include "baselines/store/gate_log.h"

#include <utility>

#include "baselines/store/columns.h"
#include "baselines/store/gate_row.h"

namespace mpigauge {

void GateLog::Add(const GateResult& gate) { InsertRow(database_, "gates", GateRowOf(gate), "ON CONFLICT DO NOTHING"); }

void GateLog::Forget(const std::string& gate_id, const std::string& forgotten_at) {
  database_.InTransaction([&] {
    const auto row = SelectRow<GateHeadRow>(database_, "FROM gates WHERE gate_id = $1", {gate_id});
    if (!row) return;
    GateResult gate = ToGate(*row, database_.name());
    gate.forgotten_at = forgotten_at;
    database_.Execute("UPDATE gates SET forgotten_at = $1, checksum = $2 WHERE gate_id = $3",
                      {forgotten_at, GateHeadRowOf(gate).checksum.value(), gate_id});
  });
}

std::vector<GateResult> GateLog::Newest(std::int64_t most) {
  Summaries();  // a gate whose time is damaged would not be in its place
  std::vector<GateResult> gates;
  Select<GateRow>(database_, "FROM gates ORDER BY decided_at DESC, gate_id LIMIT $1", {most},
                  [&](const GateRow& row) { gates.push_back(ToGate(row, database_.name())); });
  return gates;
}

std::vector<GateResult> GateLog::Summaries() {
  std::vector<GateResult> gates;
  Select<GateHeadRow>(database_, "FROM gates ORDER BY decided_at DESC, gate_id", {},
                      [&](const GateHeadRow& row) { gates.push_back(ToGate(row, database_.name())); });
  return gates;
}

std::optional<GateResult> GateLog::Find(const std::string& gate_id) {
  const auto row = SelectRow<GateRow>(database_, "FROM gates WHERE gate_id = $1", {gate_id});
  return row ? std::optional(ToGate(*row, database_.name())) : std::nullopt;
}

void GateLog::AddCalibration(const Calibration& calibration) {
  InsertRow(database_, "calibrations", CalibrationRowOf(calibration), "ON CONFLICT DO NOTHING");
}

// All are looked at: one whose time is damaged would not be in its place. They are few.
std::vector<Calibration> GateLog::Calibrations(std::int64_t most) {
  std::vector<Calibration> calibrations;
  Select<CalibrationRow>(database_, "FROM calibrations ORDER BY made_at DESC, calibration_id", {},
                         [&](const CalibrationRow& row) {
                           Calibration one = ToCalibration(row, database_.name());
                           if (std::ssize(calibrations) < most) calibrations.push_back(std::move(one));
                         });
  return calibrations;
}

}  // namespace mpigauge

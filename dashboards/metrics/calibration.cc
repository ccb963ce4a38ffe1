#include <fmt/format.h>

#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {

void AddCalibration(const Calibration& calibration, Families& families) {
  families.Add("mpigauge_calibration_timestamp_seconds", {}, UnixTime(calibration.made_at));
  ReadingJson("calibration " + calibration.calibration_id, [&] {
    const Json& gate = calibration.content.at("rules").at(0);  // the others are rules of others
    const Json& alarms = gate.at("false_gates");
    families.Add("mpigauge_calibration_false_alarm_ratio", {}, alarms.at("share"));
    for (const char* bound : {"low", "high"}) {
      families.Add("mpigauge_calibration_false_alarm_ratio_bound", {bound}, alarms.at(bound));
    }
    for (const Json& one : gate.at("slowdowns")) {
      families.Add("mpigauge_calibration_power_ratio", {fmt::format("{:g}", one.at("slowdown").get<double>())},
                   one.at("found").at("share"));
    }
  });
}

void AddNewestCalibration(Store& store, Families& families) {
  for (const Calibration& calibration : store.Calibrations(1)) AddCalibration(calibration, families);
}

}  // namespace mpigauge

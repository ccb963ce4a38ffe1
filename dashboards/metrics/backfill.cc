#include "dashboards/metrics/backfill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "dashboards/metrics/history_text.h"
#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

class Backfill {
 public:
  Backfill(Store& store, double since, const ConstantLabels& labels) : store_(store), since_(since), labels_(labels) {}

  void AddRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
      done.runs += At(UnixTime(run.started_at), [&](Families& families) { AddRun(store_, run, families); });
    }
  }

  void AddGates(const std::vector<Run>& runs) {
    std::map<std::string, std::string> libraries;
    for (const Run& run : runs) libraries[run.run_id] = run.library;
    std::vector<GateResult> gates = store_.GateSummaries();
    std::reverse(gates.begin(), gates.end());
    std::map<std::string, double> inconclusive;  // in a row, by baseline
    for (const GateResult& gate : gates) {
      double& in_a_row = inconclusive[gate.baseline];
      in_a_row = gate.verdict == VerdictName(Verdict::kInconclusive) ? in_a_row + 1 : 0;
      done.gates += At(UnixTime(gate.decided_at), [&](Families& families) {
        const GateFacts facts{libraries[gate.candidate_run_id], in_a_row};
        AddGate(store_.FindGate(gate.gate_id).value(), facts, store_.name(), families);
      });
    }
  }

  void AddCalibrations() {
    for (const Calibration& calibration : store_.Calibrations(std::numeric_limits<std::int64_t>::max())) {
      done.calibrations +=
          At(UnixTime(calibration.made_at), [&](Families& families) { AddCalibration(calibration, families); });
    }
  }

  void AddAllChanges() {
    for (const Change& change : NewestChanges(store_)) {
      At(change.unix_time, [&](Families& families) { AddChange(change, families); });
    }
  }

  Backfilled done;
  HistoryText text;

 private:
  // 1 where it belongs to the time that is asked for.
  template <typename Collect>
  std::size_t At(double time, Collect collect) {
    if (!(time >= since_)) return 0;
    Families families;
    collect(families);
    auto all = families.Take();
    AddConstantLabels(labels_, all);
    text.Add(time, all);
    return 1;
  }

  Store& store_;
  const double since_;
  const ConstantLabels& labels_;
};

}  // namespace

double ParseSince(const std::string& text) {
  const double time = UnixTime(text.find('T') == std::string::npos ? text + "T00:00:00Z" : text);
  if (std::isnan(time)) throw UsageError("--since '{}': write a date, 2026-11-01 or 2026-11-01T12:00:00Z", text);
  return time;
}

Backfilled WriteHistory(Store& store, double since, const ConstantLabels& labels, std::ostream& out) {
  Backfill backfill(store, since, labels);
  const std::vector<Run> runs = store.Runs();
  backfill.AddRuns(runs);
  backfill.AddGates(runs);
  backfill.AddCalibrations();
  backfill.AddAllChanges();
  backfill.done.samples = backfill.text.samples();
  backfill.text.Write(out);
  return backfill.done;
}

}  // namespace mpigauge

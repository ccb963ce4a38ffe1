#include "dashboards/metrics/backfill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <ostream>

#include "base/error.h"
#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {
namespace {

// Escapes a label's value, or a help text.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\n') {
      escaped += "\\n";
      continue;
    }
    if (letter == '\\' || letter == '"') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string LabelsText(const prometheus::ClientMetric& metric) {
  std::string text;
  for (const auto& label : metric.label) {
    if (!label.value.empty()) {
      text += fmt::format("{}{}=\"{}\"", text.empty() ? "{" : ",", label.name, Escaped(label.value));
    }
  }
  return text.empty() ? text : text + "}";
}

std::string NumberText(double value) {
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{}", value);  // the shortest that reads back as the same
}

}  // namespace

void HistoryText::Add(double unix_time, const std::vector<prometheus::MetricFamily>& families) {
  for (const prometheus::MetricFamily& family : families) {
    Family& kept = families_[family.name];
    kept.help = family.help;
    for (const prometheus::ClientMetric& metric : family.metric) {
      kept.series[LabelsText(metric)][unix_time] = metric.gauge.value;
    }
  }
}

std::size_t HistoryText::samples() const {
  std::size_t count = 0;
  for (const auto& [name, family] : families_) {
    for (const auto& [labels, values] : family.series) count += values.size();
  }
  return count;
}

void HistoryText::Write(std::ostream& out) const {
  for (const auto& [name, family] : families_) {
    out << fmt::format("# TYPE {} gauge\n# HELP {} {}\n", name, name, Escaped(family.help));
    for (const auto& [labels, values] : family.series) {
      for (const auto& [time, value] : values) {
        out << name << labels << ' ' << NumberText(value) << fmt::format(" {:.3f}\n", time);
      }
    }
  }
  out << "# EOF\n";
}

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
    std::vector<GateResult> gates = store_.gates().Summaries();
    std::reverse(gates.begin(), gates.end());
    std::map<std::string, double> inconclusive;  // in a row, by baseline
    for (const GateResult& gate : gates) {
      double& in_a_row = inconclusive[gate.baseline];
      in_a_row = gate.verdict == VerdictName(Verdict::kInconclusive) ? in_a_row + 1 : 0;
      done.gates += At(UnixTime(gate.decided_at), [&](Families& families) {
        const GateFacts facts{libraries[gate.candidate_run_id], in_a_row};
        AddGate(store_.gates().Find(gate.gate_id).value(), facts, store_.name(), families);
      });
    }
  }

  void AddCalibrations() {
    for (const Calibration& calibration : store_.gates().Calibrations(std::numeric_limits<std::int64_t>::max())) {
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
  const std::vector<Run> runs = store.runs().All();
  backfill.AddRuns(runs);
  backfill.AddGates(runs);
  backfill.AddCalibrations();
  backfill.AddAllChanges();
  backfill.done.samples = backfill.text.samples();
  backfill.text.Write(out);
  return backfill.done;
}

}  // namespace mpigauge

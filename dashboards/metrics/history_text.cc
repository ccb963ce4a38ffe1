#include "dashboards/metrics/history_text.h"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

namespace mpigauge {
namespace {

// Of a label's value, and of help.
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

}  // namespace mpigauge

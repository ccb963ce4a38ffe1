#include "simulator/fit/fit_text.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"

namespace mpigauge {
namespace {

using Format = std::string (*)(double);

std::string Seconds(double value) { return value < 0 ? "-" + FormatSeconds(-value) : FormatSeconds(value); }
std::string Bytes(double value) { return FormatBytes(std::llround(value)); }

std::string Interval(double low, double high, Format format) {
  return std::isnan(low) ? "" : fmt::format("[{}, {}]", format(low), format(high));
}

class ModelRows {
 public:
  ModelRows(Table& table, const FittedModel& model) : table_(table), model_(model) {}

  void Add(const std::string& name, const std::optional<FittedValue>& value, Format format) {
    if (!value) return;
    const bool first = !named_;
    named_ = true;
    table_.AddRow({first ? model_.kind : "", name, format(value->value), Interval(value->low, value->high, format),
                   first ? fmt::format("{:.1f}%", 100 * model_.relative_rms) : ""});
  }

 private:
  Table& table_;
  const FittedModel& model_;
  bool named_ = false;
};

void AddModel(const FittedModel& model, Table& table) {
  ModelRows rows(table, model);
  rows.Add("block", model.block_bytes, Bytes);
  for (const FittedPiece& piece : model.pieces) {
    const std::string from = model.pieces.size() > 1 ? " from " + FormatBytes(piece.from_bytes) : "";
    rows.Add("start-up" + from, piece.seconds, Seconds);
    rows.Add("per byte" + from, piece.seconds_per_byte, FormatPerByte);
  }
  rows.Add("latency L", model.latency_seconds, Seconds);
  rows.Add("send overhead o_s", model.send_overhead_seconds, Seconds);
  rows.Add("receive overhead o_r", model.receive_overhead_seconds, Seconds);
  rows.Add("gap g", model.gap_seconds, Seconds);
  rows.Add("gap per byte G", model.gap_per_byte_seconds, FormatPerByte);
}

std::string SwitchText(const ProtocolSwitch& each) {
  return fmt::format("  between {} and {}: {}{} ({:+.0f}%) {}, found in {:.0f}% of resamples\n",
                     FormatBytes(each.last_bytes_before), FormatBytes(each.first_bytes_after),
                     each.jump_seconds >= 0 ? "+" : "", Seconds(each.jump_seconds), 100 * each.share,
                     Interval(each.jump_low, each.jump_high, Seconds), 100 * each.support);
}

}  // namespace

std::string FormatPerByte(double seconds_per_byte) {
  if (seconds_per_byte < 1e-12 && seconds_per_byte > 0) return fmt::format("{:.3g} ns/B", seconds_per_byte * 1e9);
  return fmt::format("{:.4f} ns/B", seconds_per_byte * 1e9);
}

std::string FormatLimit(const std::optional<std::int64_t>& eager_limit) {
  return eager_limit ? FormatBytes(*eager_limit) : "not known";
}

std::string NetworkFitText(const NetworkFit& fit) {
  const std::string interval = fmt::format("{:.0f}% interval", 100 * fit.confidence);
  Table table({{"model", Table::Align::kLeft},
               {"parameter", Table::Align::kLeft},
               {"value"},
               {interval, Table::Align::kLeft},
               {"residuals"}});
  for (const FittedModel& model : fit.models) AddModel(model, table);
  std::string text = fmt::format("{}: {} sizes from {} to {}, {}\n\n{}\n", fit.distance, fit.bytes.size(),
                                 FormatBytes(fit.bytes.front()), FormatBytes(fit.bytes.back()),
                                 Counted(fit.launches, "launch"), table.Text(false));
  text += "eager limit: " + FormatLimit(fit.eager_limit_bytes) + "\n";
  if (!fit.switches.empty()) text += "breaks of the curve:\n";
  for (const ProtocolSwitch& each : fit.switches) text += SwitchText(each);
  const auto outliers = std::accumulate(fit.outlier_launches.begin(), fit.outlier_launches.end(), std::int64_t{0});
  if (outliers > 0) text += fmt::format("left out: {} far from the others of their size\n", Counted(outliers, "value"));
  for (const std::int64_t bytes : fit.outlier_bytes) {
    text += fmt::format("left out: {}, which is far from its neighbours\n", FormatBytes(bytes));
  }
  for (const std::string& note : fit.notes) text += note + "\n";
  return text;
}

}  // namespace mpigauge

#include <fmt/format.h>

#include <memory>

#include "ci/cli/commands.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

struct HistoryOptions {
  std::string series;
  bool json = false;
};

ExitCode ListSeries(Store& store, const HistoryOptions& options, CommandContext& context) {
  const std::vector<std::string> names = store.SeriesNames();
  if (options.json) {
    context.streams.out << JsonText(Json(names));
  } else {
    for (const std::string& name : names) context.streams.out << name << "\n";
  }
  return ExitCode::kPass;
}

ExitCode Execute(const HistoryOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  if (options.series.empty()) return ListSeries(store, options, context);
  Table table({{"started", Table::Align::kLeft},
               {"run", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"median"},
               {"smallest"},
               {"largest"},
               {"launches"},
               {"measured as", Table::Align::kLeft}});
  Json json = Json::array();
  for (const HistoryPoint& point : store.History(options.series)) {
    const Summary summary = Summarize(point.medians_seconds);
    const std::string method = point.identity.substr(options.series.size() + 1);
    table.AddRow({point.started_at, point.run_id.substr(0, 8), point.library, FormatSeconds(summary.median),
                  FormatSeconds(summary.minimum), FormatSeconds(summary.maximum), std::to_string(summary.count),
                  method});
    json.push_back({{"started_at", point.started_at},
                    {"run_id", point.run_id},
                    {"library", point.library},
                    {"median_seconds", summary.median},
                    {"launches_seconds", point.medians_seconds},
                    {"measured_as", method}});
  }
  context.streams.out << (options.json ? JsonText(json) : table.Text(false));
  return ExitCode::kPass;
}

}  // namespace

void AddHistoryCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App* command =
      app.add_subcommand("history", "A series over all runs, oldest first; without a name: which there are");
  command->footer("Example:\n  mpigauge history allreduce/bytes:8/ranks:2");
  command->add_option("series", options->series, "The name of a series");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

#include "ci/cli/commands.h"
#include "dashboards/metrics/collect.h"
#include "dashboards/metrics/deliver.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

struct ExportOptions {
  std::string textfile;
  std::string push;
  std::vector<std::string> grouping;
  std::string records;
  std::string run = "latest";
};

std::map<std::string, std::string> Grouping(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> grouping;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw UsageError("--grouping '{}': write NAME=VALUE", text);
    grouping[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return grouping;
}

void ExportRecords(const ExportOptions& options, Store& store, CommandContext& context) {
  const Run run = store.FindRun(options.run);
  std::filesystem::create_directories(options.records);
  const auto launches = store.Launches(run.run_id, Store::Detail::kObservations);
  for (const LaunchRecord& launch : launches) {
    const auto file =
        std::filesystem::path(options.records) / fmt::format("{}-{}.json", run.run_id, launch.launch_index);
    WriteFileAtomically(file, JsonText(ToJson(launch, Json::object())));
  }
  context.streams.out << fmt::format("{} launch record(s) of run {} in {}\n", launches.size(), run.run_id,
                                     options.records);
}

ExitCode Execute(const ExportOptions& options, CommandContext& context) {
  if (options.textfile.empty() && options.push.empty() && options.records.empty()) {
    throw UsageError("where to? --textfile FILE, --push URL or --records FOLDER; see mpigauge export --help");
  }
  Store store = context.OpenStore(Store::Access::kRead);
  if (!options.records.empty()) ExportRecords(options, store, context);
  if (options.textfile.empty() && options.push.empty()) return ExitCode::kPass;
  const auto families = CollectMetrics(store);
  if (!options.textfile.empty()) WriteFileAtomically(options.textfile, MetricsText(families));
  if (!options.push.empty()) PushMetrics(options.push, Grouping(options.grouping), families);
  return ExitCode::kPass;
}

}  // namespace

void AddExportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write metrics for Prometheus, or launch records");
  command->footer(R"(Examples:
  mpigauge export --textfile /var/lib/prometheus/node-exporter/mpigauge.prom
  mpigauge export --push http://127.0.0.1:9091 --grouping cluster=alps
  mpigauge export --records records/ --run latest)");
  command->add_option("--textfile", options->textfile, "A file for node_exporter's textfile collector")
      ->type_name("FILE");
  command->add_option("--push", options->push, "A Pushgateway")->type_name("URL");
  command->add_option("--grouping", options->grouping, "Grouping labels of the push")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--records", options->records, "Launch record files with all observations")->type_name("FOLDER");
  command->add_option("--run", options->run, "Whose launch records")->capture_default_str();
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge

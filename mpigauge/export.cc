#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/plural.h"
#include "dashboards/metrics/backfill.h"
#include "dashboards/metrics/collector.h"
#include "dashboards/metrics/deliver.h"
#include "mpigauge/commands.h"
#include "record/checked_values.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

struct ExportOptions {
  std::string textfile;
  std::string push;
  std::vector<std::string> grouping;
  std::string ca;
  std::string credentials;
  bool insecure = false;
  std::vector<std::string> labels;
  std::string openmetrics;
  std::string since;
  std::string records;
  std::string run = "latest";
};

// Launches of one index differ by their ids. Launches that were stored before ids were checked may have others.
std::string RecordName(const LaunchRecord& launch, const std::set<std::int64_t>& taken) {
  CheckId(launch.run_id, "the run's id");
  const std::string name = fmt::format("{}-{}", launch.run_id, launch.launch_index);
  if (!taken.contains(launch.launch_index)) return name + ".json";
  CheckId(launch.launch_id, "the launch's id");
  return fmt::format("{}-{}.json", name, launch.launch_id);
}

void ExportRecords(const ExportOptions& options, Store& store, CommandContext& context) {
  const Run run = store.runs().Find(options.run);
  std::filesystem::create_directories(options.records);
  const auto launches = store.runs().Launches(run.run_id, LaunchDetail::kObservations);
  for (const LaunchRecord& launch : launches) {
    const auto lacks = [](const SeriesRecord& series) { return series.LacksObservations(); };
    if (std::none_of(launch.series.begin(), launch.series.end(), lacks)) continue;
    throw UsageError(
        "run {}: its single observations were removed (mpigauge store prune --observations-only), and a launch record "
        "needs them; `mpigauge store copy` copies the rest",
        run.run_id);
  }
  std::set<std::int64_t> taken;
  for (const LaunchRecord& launch : launches) {
    const auto file = std::filesystem::path(options.records) / RecordName(launch, taken);
    taken.insert(launch.launch_index);
    WriteFileAtomically(file, JsonText(ToJson(launch, Json::object())));
  }
  context.streams.out << fmt::format("{} of run {} in {}\n", Counted(launches.size(), "launch record"), run.run_id,
                                     options.records);
}

// The history as it could have been scraped; to a file, or to standard output.
void ExportHistory(const ExportOptions& options, Store& store, const Streams& streams) {
  const double since = options.since.empty() ? 0 : ParseSince(options.since);
  std::ostringstream text;
  const Backfilled done = WriteHistory(store, since, ParseLabels(options.labels, "--label"), text);
  if (options.openmetrics == "-") {
    // A label's value knows no escape for a control character.
    streams.out << XmlAllowed(text.view()) << std::flush;
  } else {
    WriteFileAtomically(options.openmetrics, text.view());
  }
  streams.err << fmt::format("{} of {}, {} and {}{}\n", Counted(done.samples, "sample"), Counted(done.gates, "gate"),
                             Counted(done.runs, "run"), Counted(done.calibrations, "calibration"),
                             options.since.empty() ? "" : " since " + options.since);
}

void ExportNow(const ExportOptions& options, Store& store) {
  const ConstantLabels grouping = ParseLabels(options.grouping, "--grouping");
  const ConstantLabels labels = ParseLabels(options.labels, "--label");
  auto families = CollectMetrics(store);
  if (!options.push.empty()) {
    PushMetrics({options.push, grouping, options.ca, options.credentials, options.insecure}, families);
  }
  if (options.textfile.empty()) return;
  AddConstantLabels(labels, families);
  WriteFileAtomically(options.textfile, MetricsText(families));
}

void CheckOptions(const ExportOptions& options) {
  const bool files = !options.textfile.empty() || !options.openmetrics.empty();
  if (!files && options.push.empty() && options.records.empty()) {
    throw UsageError(
        "no output was given: --textfile FILE, --push URL, --openmetrics FILE or --records FOLDER; see mpigauge export "
        "--help");
  }
  if (!files && !options.labels.empty()) {
    throw UsageError("--label is for --textfile and --openmetrics; a push has --grouping");
  }
  if (!options.since.empty()) ParseSince(options.since);
}

ExitCode Execute(const ExportOptions& options, CommandContext& context) {
  CheckOptions(options);
  Store store = context.OpenStore(Store::Access::kRead);
  if (!options.records.empty()) ExportRecords(options, store, context);
  if (!options.openmetrics.empty()) ExportHistory(options, store, context.streams);
  if (!options.textfile.empty() || !options.push.empty()) ExportNow(options, store);
  return ExitCode::kPass;
}

void AddPushOptions(CLI::App& command, ExportOptions& options) {
  CLI::Option* push =
      command.add_option("--push", options.push, "Push to the Pushgateway at this address")->type_name("URL");
  command.add_option("--grouping", options.grouping, "A grouping label of the push; its value may hold anything")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->needs(push);
  command.add_option("--ca", options.ca, "Trust these certificates (PEM) instead of the machine's")
      ->type_name("FILE")
      ->needs(push);
  CLI::Option* credentials = command
                                 .add_option("--credentials", options.credentials,
                                             "A file whose first line is user:password of the Pushgateway")
                                 ->type_name("FILE")
                                 ->needs(push);
  command.add_flag("--insecure", options.insecure, "Send that password over a network in the clear, by http://")
      ->needs(credentials);
}

}  // namespace

void AddExportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write metrics for Prometheus, or launch records");
  command->footer(R"(Examples:
  mpigauge export --textfile /var/lib/prometheus/node-exporter/mpigauge.prom
  mpigauge export --textfile mpigauge.prom --label cluster=alps
  mpigauge export --push http://127.0.0.1:9091 --grouping cluster=alps
  mpigauge export --push https://gateway:9091 --ca ca.pem --credentials gateway.txt
  mpigauge export --openmetrics history.om --since 2026-01-01 --label cluster=alps
  mpigauge export --records records/ --run latest)");
  command->add_option("--textfile", options->textfile, "A file for node_exporter's textfile collector")
      ->type_name("FILE");
  command->add_option("--label", options->labels, "A label of all time series in files; a push has --grouping")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  AddPushOptions(*command, *options);
  CLI::Option* openmetrics =
      command->add_option("--openmetrics", options->openmetrics, "Write the history to this file, for promtool, or -")
          ->type_name("FILE");
  command->add_option("--since", options->since, "Write the history from this day on")
      ->type_name("DATE")
      ->needs(openmetrics);
  command->add_option("--records", options->records, "Write launch record files into this folder")->type_name("FOLDER");
  command->add_option("--run", options->run, "The run whose launch records are written")->capture_default_str();
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

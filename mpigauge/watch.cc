#include "ci/pipeline/watch.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/units.h"
#include "dashboards/metrics/deliver.h"
#include "dashboards/server/http_server.h"
#include "dashboards/server/site.h"
#include "mpigauge/commands.h"

namespace mpigauge {
namespace {

struct WatchOptions {
  std::string config = "mpigauge.toml";
  std::string interval = "5min";
  std::string listen = "127.0.0.1:9465";
};

ExitCode Execute(const WatchOptions& options, CommandContext& context) {
  context.RefuseStore(options.config);
  context.WarnOfLibraries(options.config);
  const double interval = ParseSeconds(options.interval, "--interval");
  const PipelineConfig config = ReadPipelineConfig(options.config);  // a mistake in it is said now
  WatchMetrics metrics(config);
  const Site site([&metrics] { return MetricsText(metrics.Families()); });
  AccessLog log(AccessLog::Kind::kRefused, "", context.streams.err);
  const HttpServer server(
      {ParseListenAddress(options.listen)}, [&site](const HttpRequest& request) { return site.Answer(request); }, log);
  context.streams.err << fmt::format("watching {} sources every {}, metrics at {}/metrics\n", config.libraries.size(),
                                     options.interval, server.Url())
                      << std::flush;
  WatchPipeline(options.config, interval, {context.streams.err, context.streams.err_terminal, true}, metrics);
  return ExitCode::kPass;
}

}  // namespace

void AddWatchCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<WatchOptions>();
  CLI::App* command = app.add_subcommand("watch", "Run mpigauge ci again and again, as a daemon");
  command->footer(R"(Examples:
  mpigauge watch --config /etc/mpigauge.toml --interval 10min --listen 0.0.0.0:9465
The daemon ends by SIGTERM or Ctrl-C; the next start resumes.)");
  command->add_option("--config", options->config, "The pipeline's configuration")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--interval", options->interval, "The time between two looks")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_option("--listen", options->listen, "Host and port of the metrics; port 0 takes a free one")
      ->capture_default_str();
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

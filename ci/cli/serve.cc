#include <fmt/format.h>
#include <signal.h>

#include <memory>

#include "ci/cli/commands.h"
#include "dashboards/metrics/collect.h"
#include "dashboards/metrics/deliver.h"

namespace mpigauge {
namespace {

// Blocks the signals that end us, before any thread is made, so that one place waits for them.
sigset_t BlockedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

ExitCode Execute(const std::string& address, CommandContext& context) {
  context.OpenStore(Store::Access::kRead);  // a mistake in its name is said now, not at the first scrape
  const sigset_t signals = BlockedSignals();
  const std::string store = context.store;
  ServeMetrics(
      address, [store] { return CollectMetricsFrom(store); },
      [&](int port) {
        const std::string host = address.substr(0, address.rfind(':'));
        context.streams.out << fmt::format("serving http://{}:{}/metrics; Ctrl-C ends it\n", host, port) << std::flush;
      },
      [&] {
        int signal = 0;
        sigwait(&signals, &signal);
      });
  return ExitCode::kPass;
}

}  // namespace

void AddServeCommand(CLI::App& app, CommandContext& context) {
  auto address = std::make_shared<std::string>("127.0.0.1:9464");
  CLI::App* command = app.add_subcommand("serve", "Serve metrics for Prometheus to scrape");
  command->footer("Example:\n  mpigauge serve --listen 0.0.0.0:9464");
  command->add_option("--listen", *address, "Host and port; port 0 takes a free one")->capture_default_str();
  command->callback(
      [address, &context] { context.selected = [address, &context] { return Execute(*address, context); }; });
}

}  // namespace mpigauge

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <memory>
#include <thread>

#include "base/escape.h"
#include "dashboards/metrics/collector.h"
#include "dashboards/metrics/deliver.h"
#include "dashboards/report/report.h"
#include "dashboards/server/http_server.h"
#include "dashboards/server/site.h"
#include "mpigauge/commands.h"

namespace mpigauge {
namespace {

struct ServeOptions {
  std::string address = "127.0.0.1:9464";
  bool web = false;
  std::string certificate;
  std::string key;
  std::string users;
  std::vector<std::string> host_names;
  std::string access_log = "refused";
  std::string log_file;
  std::vector<std::string> labels;
};

// Blocks the signals that we wait for, before any thread is made, so that one place waits for them.
sigset_t BlockedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Ends the process after three seconds, because an answer may wait for the store. Nothing is lost: the server only
// reads.
void EndSoon() {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    _exit(static_cast<int>(ExitCode::kPass));
  }).detach();
}

bool HasTerminal() {
  const int file = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (file >= 0) close(file);
  return file >= 0;
}

// SIGHUP also says that the terminal has gone, and then nobody can end a server that was started from it.
bool EndsWithItsTerminal() {
  struct sigaction action {};
  sigaction(SIGHUP, nullptr, &action);
  return HasTerminal() && action.sa_handler != SIG_IGN;  // nohup ignores it
}

void ReadAgain(HttpServer& server, AccessLog& log, const Streams& streams) {
  try {
    server.ReadAgain();
    log.OpenAnew();
    streams.err << "SIGHUP: certificate, key and users were read again, and the log was opened anew\n" << std::flush;
  } catch (const Error& error) {
    streams.err << "SIGHUP: " << ErrorEscaped(error.what()) << "; what was read before stays\n" << std::flush;
  }
}

// Waits for the signal that ends the server.
void WaitForTheEnd(HttpServer& server, AccessLog& log, const sigset_t& signals, const Streams& streams) {
  const bool ends_with_terminal = EndsWithItsTerminal();
  for (int signal = 0;;) {
    sigwait(&signals, &signal);
    if (signal != SIGHUP || (ends_with_terminal && !HasTerminal())) return;
    ReadAgain(server, log, streams);
  }
}

void SayWhere(const std::string& url, const ServeOptions& options, bool is_loopback, const Streams& streams) {
  if (options.web && options.users.empty() && !is_loopback) {
    streams.err << "everybody who reaches this address can read the pages; --users asks for a password\n" << std::flush;
  }
  streams.out << fmt::format("serving {}{}/metrics; Ctrl-C ends it\n", options.web ? url + "/ and " : "", url)
              << std::flush;
}

ExitCode Execute(const ServeOptions& options, CommandContext& context) {
  context.OpenStore(Store::Access::kRead);  // a mistake in its name is said now, not at the first request
  const HttpSettings settings{ParseListenAddress(options.address), options.certificate, options.key, options.users,
                              options.host_names};
  const ConstantLabels labels = ParseLabels(options.labels, "--label");
  const sigset_t signals = BlockedSignals();
  const std::string store = context.store;
  const auto collector = std::make_shared<MetricCollector>(store, labels);
  const auto metrics = [collector] { return MetricsText(collector->Collect()); };
  const Site site = options.web ? Site(metrics, store, PageHtml({{"kind", "web"}})) : Site(metrics);
  AccessLog log(AccessLog::ParseKind(options.access_log), options.log_file, context.streams.err);
  HttpServer server(
      settings, [&](const HttpRequest& request) { return site.Answer(request); }, log);
  SayWhere(server.Url(), options, settings.address.IsLoopback(), context.streams);
  WaitForTheEnd(server, log, signals, context.streams);
  EndSoon();
  return ExitCode::kPass;
}

}  // namespace

void AddServeCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand("serve", "Serve metrics for Prometheus, and pages for a browser");
  command->footer(R"(Examples:
  mpigauge serve                                metrics, for a Prometheus on this machine
  mpigauge serve --label cluster=alps           a label, where Prometheus has none
  mpigauge serve --web                          pages: http://127.0.0.1:9464/
  mpigauge serve --web --listen 127.0.0.1:0     a free port; the address is printed
  mpigauge serve --web --tls-certificate host.pem --tls-key host.key --users users
  htpasswd -nB ada >> users                     add a user to that file
  mpigauge serve --web --host-name bench.example.org     behind a proxy that has this name
  mpigauge serve --web --access-log all --log-file access.log
  ssh -L 9464:127.0.0.1:9464 HOST mpigauge serve --web   from another machine

The server only reads. --users needs TLS unless it listens on loopback.
SIGHUP reads certificate, key and users again and opens the log anew.)");
  command->add_option("--listen", options->address, "Host and port; port 0 takes a free one")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command->add_flag("--web", options->web, "Also serve the page");
  CLI::Option* certificate = command
                                 ->add_option("--tls-certificate", options->certificate,
                                              "Serve HTTPS with this certificate and its chain (PEM)")
                                 ->type_name("FILE");
  CLI::Option* key =
      command->add_option("--tls-key", options->key, "The key of the certificate (PEM)")->type_name("FILE");
  certificate->needs(key);
  key->needs(certificate);
  command
      ->add_option("--users", options->users,
                   "The users who may look: lines of user:HASH, as htpasswd and mkpasswd make them")
      ->type_name("FILE");
  command
      ->add_option("--host-name", options->host_names,
                   "A name by which requests may call the server; no others are then answered")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--access-log", options->access_log,
                   "The requests that are logged: refused (those that were turned away), all or off")
      ->type_name("WHICH")
      ->capture_default_str();
  command->add_option("--log-file", options->log_file, "The file of that log, instead of standard error")
      ->type_name("FILE");
  command->add_option("--label", options->labels, "A label of all metrics, such as cluster=alps")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

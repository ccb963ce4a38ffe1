#include "dashboards/server/http_server.h"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "dashboards/server/connection.h"

namespace mpigauge {
namespace {

using boost::asio::ip::tcp;

constexpr std::size_t kMostConnections = 512;
constexpr std::size_t kWorkers = 64;
constexpr std::chrono::milliseconds kUntilNextAccept(100);

void CheckSettings(const HttpSettings& settings) {
  if (settings.certificate.empty() != settings.key.empty()) {
    throw UsageError("--tls-certificate and --tls-key belong together");
  }
  if (!settings.users.empty() && settings.certificate.empty() && !settings.address.IsLoopback()) {
    throw UsageError(
        "--users: passwords would cross the network in the clear; give --tls-certificate and --tls-key, or listen on "
        "loopback");
  }
  for (const std::string& name : settings.host_names) CheckHostName(name);
}

// Listens at the first of the host's addresses that can be had.
tcp::acceptor Bound(boost::asio::io_context& io, const ListenAddress& address) {
  boost::system::error_code error;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, error);
  std::string reason = "no such host";
  for (const auto& one : found) {
    tcp::acceptor acceptor(io);
    acceptor.open(one.endpoint().protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(one.endpoint(), error);
    if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
    if (!error) return acceptor;
    reason = error.message();
  }
  throw NotMeasured("{}: cannot listen there ({}); is the port taken, or the address not of this host?", address.Text(),
                    reason);
}

}  // namespace

struct HttpServer::Parts {
  // The settings that may be read again while the server runs.
  struct Secrets {
    std::shared_ptr<boost::asio::ssl::context> tls;  // null: no TLS
    std::shared_ptr<const Users> users;              // null: nobody is asked
  };

  static Secrets ReadSecrets(const HttpSettings& settings) {
    Secrets secrets;
    if (!settings.certificate.empty()) {
      secrets.tls = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_server);
      SetUpTls(*secrets.tls->native_handle(), settings.certificate, settings.key);
    }
    if (!settings.users.empty()) secrets.users = std::make_shared<const Users>(Users::Read(settings.users));
    return secrets;
  }

  Parts(const HttpSettings& its_settings, HttpAnswerer answer, AccessLog& log)
      : settings(its_settings),
        secrets(ReadSecrets(settings)),
        front(settings.address, settings.host_names, std::move(answer)),
        connections{front, log, workers, !settings.users.empty(), [this] { GoOn(); }},
        acceptor(Bound(io, settings.address)),
        again(io),
        workers(kWorkers) {
    front.SetUsers(secrets.users);
    Accept();
    thread = std::thread([this] { io.run(); });
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    ending = true;
    io.stop();
    thread.join();
    workers.stop();
    workers.join();
  }

  // From here on: of the one thread that runs `io`.

  void Accept() {
    acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      // A connection that has asked nothing gives way to the next one; so it does where no file is left to open.
      if (error || connections.open >= kMostConnections) connections.DropOldest();
      if (error) return AcceptLater();
      std::make_shared<Connection>(std::move(socket), connections)->Start(Tls());
      full = connections.open >= kMostConnections && connections.waiting.empty();
      if (!full) Accept();
    });
  }

  void AcceptLater() {
    again.expires_after(kUntilNextAccept);
    again.async_wait([this](const boost::system::error_code&) { Accept(); });
  }

  // A connection has ended.
  void GoOn() {
    if (!full || ending) return;
    full = false;
    Accept();
  }

  std::shared_ptr<boost::asio::ssl::context> Tls() {
    const std::lock_guard lock(changing);
    return secrets.tls;
  }

  const HttpSettings settings;
  std::mutex changing;
  Secrets secrets;
  Front front;
  bool full = false;
  std::atomic<bool> ending = false;
  Connections connections;
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> busy = boost::asio::make_work_guard(io);
  tcp::acceptor acceptor;
  boost::asio::steady_timer again;
  boost::asio::thread_pool workers;  // destroyed before `io`, since what it has not begun holds connections
  std::thread thread;
};

HttpServer::HttpServer(const HttpSettings& settings, HttpAnswerer answer, AccessLog& log) {
  CheckSettings(settings);
  parts_ = std::make_unique<Parts>(settings, std::move(answer), log);
}

HttpServer::~HttpServer() = default;

std::string HttpServer::Url() const {
  const ListenAddress bound{parts_->settings.address.host, parts_->acceptor.local_endpoint().port()};
  return (parts_->settings.certificate.empty() ? "http://" : "https://") + bound.Text();
}

void HttpServer::ReadAgain() {
  Parts::Secrets secrets = Parts::ReadSecrets(parts_->settings);
  parts_->front.SetUsers(secrets.users);
  const std::lock_guard lock(parts_->changing);
  parts_->secrets = std::move(secrets);
}

}  // namespace mpigauge

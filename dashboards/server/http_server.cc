#include "dashboards/server/http_server.h"

#include <httplib.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/json.h"
#include "dashboards/server/gzip.h"
#include "dashboards/server/listening.h"
#include "dashboards/server/users.h"

namespace mpigauge {
namespace {

constexpr std::size_t kConnections = 64;
constexpr std::size_t kMostParameters = 64;
constexpr int kSilenceSeconds = 5;  // after which a client that should send or take something is left
constexpr std::size_t kWorthPacking = 1024;

HttpAnswer ErrorAnswer(int status, const std::string& text) {
  return {status, "application/json; charset=utf-8",
          Json({{"error", text}}).dump(-1, ' ', true, Json::error_handler_t::replace)};
}

// The socket does without SO_REUSEPORT, which the library sets: a port that is taken is taken.
void ReuseAddress(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void Write(const httplib::Request& request, HttpAnswer answer, httplib::Response& response) {
  const std::string policy = answer.policy.empty() ? "default-src 'none'" : answer.policy;
  response.status = answer.status;
  response.set_header("Content-Security-Policy", policy + "; frame-ancestors 'none'");
  if (answer.body.size() >= kWorthPacking && AcceptsGzip(request.get_header_value("Accept-Encoding"))) {
    answer.body = Gzip(answer.body);
    response.set_header("Content-Encoding", "gzip");
  }
  response.set_header("Vary", "Accept-Encoding");
  // A provider of a known length: the library packs other bodies itself, with Brotli at its slowest.
  const std::size_t size = answer.body.size();
  if (size == 0) return;
  response.set_content_provider(
      size, answer.type,
      [body = std::move(answer.body)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body.data() + offset, length);
      });
}

class Front {
 public:
  Front(const HttpSettings& settings, const std::function<HttpAnswer(const HttpRequest&)>& answer)
      : settings_(settings), answer_(answer) {}

  HttpAnswer Answer(const httplib::Request& request, httplib::Response& response) const {
    if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      return ErrorAnswer(405, "this server only answers GET and HEAD");
    }
    const std::string host = request.get_header_value("Host");
    if (settings_.address.IsLoopback() && !NamesLoopback(host, settings_.address.host)) {
      return ErrorAnswer(421,
                         "this server listens on a loopback address and answers only requests for this host "
                         "(localhost, 127.0.0.1); --listen with a network address serves others");
    }
    if (settings_.users) {
      if (const auto refused = Refused(request, response)) return *refused;
    }
    if (request.params.size() > kMostParameters) return ErrorAnswer(400, "too many parameters");
    try {
      return answer_({request.path, {request.params.begin(), request.params.end()}});
    } catch (const std::exception& error) {
      return ErrorAnswer(500, error.what());
    }
  }

 private:
  std::optional<HttpAnswer> MustWait(const httplib::Request& request, httplib::Response& response) const {
    const auto wait = throttle_.Wait(request.remote_addr, Throttle::Time::clock::now());
    if (wait.count() == 0) return std::nullopt;
    response.set_header("Retry-After", std::to_string(wait.count()));
    return ErrorAnswer(429, "too many wrong passwords from this address; try again later");
  }

  // The answer to a client who may not look; nothing if the client may.
  std::optional<HttpAnswer> Refused(const httplib::Request& request, httplib::Response& response) const {
    const std::string authorization = request.get_header_value("Authorization");
    if (auto wait = MustWait(request, response)) return wait;
    if (!authorization.empty()) {
      // One after the other, and looked at again, so that many at once have no more tries. Nobody holds it for longer
      // than the hashes take: a client that must wait has an answer at once.
      const std::lock_guard lock(logging_in_);
      if (auto wait = MustWait(request, response)) return wait;
      if (settings_.users->Accept(authorization)) return std::nullopt;
      throttle_.Failed(request.remote_addr, Throttle::Time::clock::now());
    }
    response.set_header("WWW-Authenticate", "Basic realm=\"mpigauge\", charset=\"UTF-8\"");
    return ErrorAnswer(401, "a user and a password are needed");
  }

  const HttpSettings& settings_;
  const std::function<HttpAnswer(const HttpRequest&)>& answer_;
  mutable std::mutex logging_in_;
  mutable Throttle throttle_;
};

std::unique_ptr<httplib::Server> MakeServer(const HttpSettings& settings) {
  if (settings.certificate.empty()) return std::make_unique<httplib::Server>();
  return std::make_unique<httplib::SSLServer>([&](SSL_CTX& context) {
    SetUpTls(context, settings.certificate, settings.key);
    return true;
  });
}

void Configure(httplib::Server& server, const Front& front) {
  server.new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
  server.set_socket_options(ReuseAddress);
  server.set_tcp_nodelay(true);
  // One request a connection: none waits for a client that has nothing to ask, and nothing is left of a body that was
  // not read.
  server.set_keep_alive_max_count(1);
  server.set_read_timeout(kSilenceSeconds);
  server.set_write_timeout(kSilenceSeconds);
  server.set_default_headers({{"Accept-Ranges", "none"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Cache-Control", "no-store"}});
  // Before the library's own routes, all of which are for more than we do.
  server.set_pre_routing_handler([&front](const httplib::Request& request, httplib::Response& response) {
    // A server may pass over Range, and answers are small. The library sends what ranges name as often as they name it:
    // 420 MB of a page. It hands its own request on as const.
    const_cast<httplib::Request&>(request).ranges.clear();  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    Write(request, front.Answer(request, response), response);
    return httplib::Server::HandlerResponse::Handled;
  });
  // The library refuses some requests by itself.
  const auto refused = [](const httplib::Request& request, httplib::Response& response) {
    if (!response.has_header("Content-Security-Policy")) {
      const char* text = response.status == 414 ? "the address is too long" : "the request was not understood";
      Write(request, ErrorAnswer(response.status, text), response);
    }
    return httplib::Server::HandlerResponse::Handled;
  };
  server.set_error_handler(httplib::Server::HandlerWithResponse(refused));
}

int Bind(httplib::Server& server, const ListenAddress& address) {
  errno = 0;
  const int port = address.port == 0                                 ? server.bind_to_any_port(address.host)
                   : server.bind_to_port(address.host, address.port) ? address.port
                                                                     : -1;
  if (port > 0) return port;
  throw NotMeasured("{}: cannot listen there ({}); is the port taken, or the address not of this host?", address.Text(),
                    errno == 0 ? "no such host" : std::strerror(errno));
}

// Answers as long as it lives.
class Listening {
 public:
  explicit Listening(httplib::Server& server) : server_(server), thread_([&server] { server.listen_after_bind(); }) {
    while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening() {
    server_.stop();
    thread_.join();
  }

 private:
  httplib::Server& server_;
  std::thread thread_;
};

}  // namespace

void ServeHttp(const HttpSettings& settings, const std::function<HttpAnswer(const HttpRequest&)>& answer,
               const std::function<void(const std::string& url)>& started, const std::function<void()>& wait) {
  if (settings.certificate.empty() != settings.key.empty()) {
    throw UsageError("--tls-certificate and --tls-key belong together");
  }
  if (settings.users && settings.certificate.empty() && !settings.address.IsLoopback()) {
    throw UsageError(
        "--users: passwords would cross the network in the clear; give --tls-certificate and --tls-key, or listen on "
        "loopback");
  }
  const Front front(settings, answer);
  const auto server = MakeServer(settings);
  Configure(*server, front);
  const ListenAddress bound{settings.address.host, Bind(*server, settings.address)};
  const Listening listening(*server);
  started((settings.certificate.empty() ? "http://" : "https://") + bound.Text());
  wait();
}

}  // namespace mpigauge

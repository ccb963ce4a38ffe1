#include "dashboards/server/connection.h"

#include <fmt/chrono.h>

#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/detect_ssl.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <iterator>

#include "dashboards/server/gzip.h"

namespace mpigauge {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::chrono::seconds kForRequest(5);    // until it has arrived, and before that for TLS
constexpr std::chrono::seconds kForSomeBytes(5);  // until the client has taken some of the answer
constexpr std::chrono::seconds kForGoodbye(1);
constexpr unsigned kMostHeadBytes = 32 * 1024;
constexpr std::size_t kWorthPacking = 1024;
constexpr std::size_t kLongestLine = 200;  // of what is no request, in the log

// The address of the other side, an IPv4 one as such where the socket speaks IPv6; "" where it has gone.
std::string AddressOf(const asio::ip::tcp::socket& socket) {
  beast::error_code error;
  const auto address = socket.remote_endpoint(error).address();
  if (error) return "";
  const bool mapped = address.is_v6() && address.to_v6().is_v4_mapped();
  return mapped ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string() : address.to_string();
}

http::response<http::string_body> ResponseOf(HttpAnswer answer, bool gzip) {
  http::response<http::string_body> response;
  response.version(11);
  response.result(static_cast<unsigned>(answer.status));
  response.set(http::field::date, fmt::format("{:%a, %d %b %Y %H:%M:%S GMT}", fmt::gmtime(std::time(nullptr))));
  // One request a connection: none waits for a client that has nothing to ask, and nothing is left of a body that was
  // not read.
  response.set(http::field::connection, "close");
  response.set(http::field::accept_ranges, "none");
  response.set(http::field::cache_control, "no-store");
  response.set(http::field::vary, "Accept-Encoding");
  response.set("Content-Security-Policy",
               (answer.policy.empty() ? "default-src 'none'" : answer.policy) + "; frame-ancestors 'none'");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set("Referrer-Policy", "no-referrer");
  response.set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : answer.headers) response.set(name, value);
  if (gzip && answer.body.size() >= kWorthPacking) {
    answer.body = Gzip(answer.body);
    response.set(http::field::content_encoding, "gzip");
  }
  if (!answer.body.empty()) response.set(http::field::content_type, answer.type);
  response.body() = std::move(answer.body);
  if (response.result() != http::status::no_content) response.content_length(response.body().size());
  return response;
}

}  // namespace

void Connections::DropOldest() {
  if (!waiting.empty()) waiting.front()->Close();
}

Connection::Connection(asio::ip::tcp::socket socket, Connections& all)
    : all_(all),
      place_(all.waiting.insert(all.waiting.end(), this)),
      client_(AddressOf(socket)),
      stream_(std::move(socket)) {
  ++all_.open;
  parser_.header_limit(kMostHeadBytes);
  beast::error_code error;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
}

Connection::~Connection() {
  StopWaiting();
  --all_.open;
  all_.one_ended();
}

void Connection::Start(std::shared_ptr<asio::ssl::context> tls) {
  context_ = std::move(tls);
  stream_.expires_after(kForRequest);
  if (!context_) return ReadHead();
  beast::async_detect_ssl(stream_, buffer_, [self = shared_from_this()](const ErrorCode& error, bool is_tls) {
    if (error) return;
    if (is_tls) return self->ShakeHands();
    self->ReadHead();  // to say what is wrong
  });
}

void Connection::Close() {
  StopWaiting();
  stream_.close();
}

void Connection::StopWaiting() {
  if (waiting_) all_.waiting.erase(place_);
  waiting_ = false;
}

void Connection::ShakeHands() {
  tls_.emplace(stream_, *context_);
  tls_->async_handshake(asio::ssl::stream_base::server, buffer_.data(),
                        [self = shared_from_this()](const ErrorCode& error, std::size_t used) {
                          self->buffer_.consume(used);
                          if (error.category() == asio::error::get_ssl_category()) {
                            self->begin_ = std::chrono::steady_clock::now();
                            return self->Log(400, 0, "TLS: " + error.message());
                          }
                          if (error) return;
                          self->stream_.expires_after(kForRequest);
                          self->ReadHead();
                        });
}

void Connection::ReadHead() {
  OnStream([this](auto& stream) {
    http::async_read_header(stream, buffer_, parser_,
                            [self = shared_from_this()](const ErrorCode& error, std::size_t) { self->OnHead(error); });
  });
}

void Connection::OnHead(const ErrorCode& error) {
  begin_ = std::chrono::steady_clock::now();
  const bool not_http = error.category() == make_error_code(http::error::bad_method).category() &&
                        error != http::error::end_of_stream && error != http::error::partial_message;
  if (error && !not_http) return;  // the client has gone, or was too slow
  StopWaiting();
  if (error == http::error::header_limit) {
    const bool has_line = beast::buffers_to_string(buffer_.data()).find("\r\n") != std::string::npos;
    return Refuse(has_line ? ErrorAnswer(431, "the headers of the request are too large")
                           : ErrorAnswer(414, "the address is too long"));
  }
  if (error) return Refuse(ErrorAnswer(400, "the request was not understood"));
  if (context_ && !tls_)
    return Refuse(ErrorAnswer(400, "this port speaks HTTPS; write https:// in front of the address"));
  asio::post(all_.workers, [self = shared_from_this(), head = Head()]() mutable {
    self->Prepare(self->all_.front.Answer(head));
    const auto executor = self->stream_.get_executor();
    // Moved: a connection ends in the one thread of all connections.
    asio::post(executor, [self = std::move(self)] { self->WriteSome(); });
  });
}

RequestHead Connection::Head() const {
  const auto& request = parser_.get();
  RequestHead head;
  head.client = client_;
  head.method = std::string(request.method_string());
  head.target = std::string(request.target());
  head.http_1_1 = request.version() >= 11;
  const auto [begin, end] = request.equal_range(http::field::host);
  for (auto one = begin; one != end; ++one) head.hosts.emplace_back(one->value());
  head.authorization = std::string(request[http::field::authorization]);
  head.header_count = static_cast<std::size_t>(std::distance(request.begin(), request.end()));
  return head;
}

void Connection::Prepare(HttpAnswer answer) {
  response_ = ResponseOf(std::move(answer), AcceptsGzip(std::string(parser_.get()[http::field::accept_encoding])));
  serializer_.emplace(response_);
  if (parser_.get().method() == http::verb::head) serializer_->split(true);
}

void Connection::Refuse(const HttpAnswer& answer) {
  Prepare(answer);
  WriteSome();
}

void Connection::WriteSome() {
  stream_.expires_after(kForSomeBytes);
  OnStream([this](auto& stream) {
    http::async_write_some(stream, *serializer_, [self = shared_from_this()](const ErrorCode& error, std::size_t) {
      const bool done =
          self->serializer_->is_done() || (self->serializer_->split() && self->serializer_->is_header_done());
      if (error || done) return self->Finish();
      self->WriteSome();
    });
  });
}

void Connection::Finish() {
  Log(static_cast<int>(response_.result_int()), serializer_->split() ? 0 : response_.body().size(), RequestLine());
  SayGoodbye();
}

void Connection::Log(int status, std::size_t bytes, const std::string& request) {
  const std::string user = all_.has_users ? UserOf(std::string(parser_.get()[http::field::authorization])) : "";
  all_.log.Write({client_, user, request, status, bytes, std::chrono::steady_clock::now() - begin_});
}

std::string Connection::RequestLine() const {
  const auto& request = parser_.get();
  if (!request.method_string().empty()) {
    return std::string(request.method_string()) + " " + std::string(request.target()) +
           (request.version() == 10 ? " HTTP/1.0" : " HTTP/1.1");
  }
  const std::string begin = beast::buffers_to_string(buffer_.data()).substr(0, kLongestLine);
  return begin.substr(0, begin.find("\r\n"));
}

// Tells the other side that nothing follows, and takes what it still sends: a socket that is closed before that takes
// its answer back.
void Connection::SayGoodbye() {
  place_ = all_.waiting.insert(all_.waiting.begin(), this);
  waiting_ = true;
  stream_.expires_after(kForGoodbye);
  if (tls_) return tls_->async_shutdown([self = shared_from_this()](const ErrorCode&) { self->Drain(); });
  Drain();
}

void Connection::Drain() {
  ErrorCode error;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) return;
  stream_.async_read_some(asio::buffer(discarded_), [self = shared_from_this()](const ErrorCode& ended, std::size_t) {
    if (!ended) self->Drain();
  });
}

}  // namespace mpigauge

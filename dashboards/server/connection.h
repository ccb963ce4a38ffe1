#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "dashboards/server/access_log.h"
#include "dashboards/server/front.h"

namespace mpigauge {

class Connection;

// The connections of a server, and the things that they share. One thread does everything but making answers.
struct Connections {
  const Front& front;
  AccessLog& log;
  boost::asio::thread_pool& workers;  // make the answers
  bool has_users = false;
  std::function<void()> one_ended;
  std::list<Connection*> waiting = {};  // those that have no whole request, or have their answer; the oldest first
  std::size_t open = 0;

  // Closes the connection that has been waiting for longest, if there is one.
  void DropOldest();
};

// One request and its answer, over TCP or TLS. It lives as long as something is under way.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Connections& all);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // Begins. Speaks TLS by this context, unless it is null.
  void Start(std::shared_ptr<boost::asio::ssl::context> tls);
  void Close();

 private:
  using ErrorCode = boost::beast::error_code;
  using PlainStream = boost::beast::tcp_stream;

  template <typename Act>
  void OnStream(Act act) {
    if (tls_) {
      act(*tls_);
    } else {
      act(stream_);
    }
  }
  void ShakeHands();
  void ReadHead();
  void OnHead(const ErrorCode& error);
  void StopWaiting();
  RequestHead Head() const;
  void Prepare(HttpAnswer answer);
  void Refuse(const HttpAnswer& answer);
  void WriteSome();
  void Finish();
  void Log(int status, std::size_t bytes, const std::string& request);
  std::string RequestLine() const;
  void SayGoodbye();
  void Drain();

  Connections& all_;
  std::list<Connection*>::iterator place_;  // in all_.waiting
  bool waiting_ = true;
  std::string client_;
  PlainStream stream_;
  std::shared_ptr<boost::asio::ssl::context> context_;
  std::optional<boost::asio::ssl::stream<PlainStream&>> tls_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::empty_body> parser_;
  std::chrono::steady_clock::time_point begin_;
  boost::beast::http::response<boost::beast::http::string_body> response_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>> serializer_;
  std::array<char, 4096> discarded_{};
};

}  // namespace mpigauge

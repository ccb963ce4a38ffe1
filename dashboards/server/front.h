#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dashboards/server/listening.h"
#include "dashboards/server/users.h"

namespace mpigauge {

// A GET or HEAD request of a client; other methods are refused.
struct HttpRequest {
  std::string path;  // decoded
  std::multimap<std::string, std::string> query;
};

struct HttpAnswer {
  int status = 200;
  std::string type;  // of the body, with its character set
  std::string body;
  // Content-Security-Policy of a page; nothing is allowed where it is empty. frame-ancestors 'none' is added.
  std::string policy = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  // more of them
};

// The head of a request as it came.
struct RequestHead {
  std::string client;  // its address
  std::string method;
  std::string target;
  bool http_1_1 = true;            // not HTTP/1.0
  std::vector<std::string> hosts;  // all Host headers
  std::string authorization;
  std::size_t header_count = 0;
};

using HttpAnswerer = std::function<HttpAnswer(const HttpRequest&)>;

// An error as the page expects it.
HttpAnswer ErrorAnswer(int status, const std::string& text);

// Decides whether a request is answered: its method, its form, the host that it names, its user. May be used by many
// threads at once.
class Front {
 public:
  Front(ListenAddress address, std::vector<std::string> host_names, HttpAnswerer answer);

  // Nobody is asked for a password where it is null. Requests that are being answered keep theirs.
  void SetUsers(std::shared_ptr<const Users> users);

  HttpAnswer Answer(const RequestHead& head) const;

 private:
  std::optional<HttpAnswer> MustWait(const std::string& client) const;
  std::optional<HttpAnswer> RefusedHost(const RequestHead& head, const std::optional<std::string>& authority) const;
  std::optional<HttpAnswer> RefusedUser(const RequestHead& head) const;

  ListenAddress address_;
  std::vector<std::string> host_names_;
  HttpAnswerer answer_;
  mutable std::mutex changing_users_;
  std::shared_ptr<const Users> users_;
  mutable std::mutex logging_in_;
  mutable Throttle throttle_;
};

}  // namespace mpigauge

#include "dashboards/server/front.h"

#include <fmt/format.h>

#include "base/json.h"
#include "dashboards/server/request_target.h"

namespace mpigauge {

HttpAnswer ErrorAnswer(int status, const std::string& text) {
  return {status, "application/json; charset=utf-8",
          Json({{"error", text}}).dump(-1, ' ', true, Json::error_handler_t::replace)};
}

namespace {

constexpr std::size_t kMostParameters = 64;
constexpr std::size_t kMostHeaders = 100;
constexpr std::size_t kLongestTarget = 8192;

// The answer to what is no request that we take; nothing if it is one.
std::optional<HttpAnswer> RefusedForm(const RequestHead& head) {
  if (head.method != "GET" && head.method != "HEAD") {
    HttpAnswer answer = ErrorAnswer(405, "this server only answers GET and HEAD");
    answer.headers.emplace_back("Allow", "GET, HEAD");
    return answer;
  }
  if (head.target.size() > kLongestTarget) return ErrorAnswer(414, "the address is too long");
  if (head.header_count > kMostHeaders) return ErrorAnswer(431, "the request has too many headers");
  return std::nullopt;
}

}  // namespace

Front::Front(ListenAddress address, std::vector<std::string> host_names, HttpAnswerer answer)
    : address_(std::move(address)), host_names_(std::move(host_names)), answer_(std::move(answer)) {}

void Front::SetUsers(std::shared_ptr<const Users> users) {
  const std::lock_guard lock(changing_users_);
  users_ = std::move(users);
}

HttpAnswer Front::Answer(const RequestHead& head) const {
  if (auto refused = RefusedForm(head)) return *std::move(refused);
  auto target = ParseRequestTarget(head.target);
  if (!target) return ErrorAnswer(400, "the address of the request was not understood");
  if (auto refused = RefusedHost(head, target->authority)) return *std::move(refused);
  if (auto refused = RefusedUser(head)) return *std::move(refused);
  if (target->query.size() > kMostParameters) return ErrorAnswer(400, "too many parameters");
  try {
    return answer_({std::move(target->path), std::move(target->query)});
  } catch (const std::exception& error) {
    return ErrorAnswer(500, error.what());
  }
}

// RFC 9112, 3.2: one Host header, which the absolute form overrules; HTTP/1.0 may go without.
std::optional<HttpAnswer> Front::RefusedHost(const RequestHead& head,
                                             const std::optional<std::string>& authority) const {
  if (head.hosts.size() > 1) return ErrorAnswer(400, "the request has more than one Host header");
  if (head.hosts.empty() && head.http_1_1) return ErrorAnswer(400, "the request has no Host header");
  const std::string named = head.hosts.empty() ? "" : head.hosts[0];
  const auto host = HostOfAuthority(named);
  const auto called = authority ? HostOfAuthority(*authority) : host;
  if (!host || !called) return ErrorAnswer(400, "the request names no host that can be");
  if (MayBeCalled(*called, address_, host_names_)) return std::nullopt;
  if (!host_names_.empty()) {
    return ErrorAnswer(421, "this server does not answer by that name; --host-name gives it further ones");
  }
  return ErrorAnswer(421,
                     "this server listens on a loopback address and answers only requests for this host (localhost, "
                     "127.0.0.1); --host-name NAME allows the name that a proxy in front of it has, and --listen with "
                     "a network address serves others");
}

std::optional<HttpAnswer> Front::MustWait(const std::string& client) const {
  const auto wait = throttle_.Wait(client, Throttle::Time::clock::now());
  if (wait.count() == 0) return std::nullopt;
  HttpAnswer answer = ErrorAnswer(429, "too many wrong passwords from this address; try again later");
  answer.headers.emplace_back("Retry-After", std::to_string(wait.count()));
  return answer;
}

// The answer to a client who may not look; nothing if the client may.
std::optional<HttpAnswer> Front::RefusedUser(const RequestHead& head) const {
  const auto users = [&] {
    const std::lock_guard lock(changing_users_);
    return users_;
  }();
  if (!users) return std::nullopt;
  if (auto wait = MustWait(head.client)) return wait;
  if (!head.authorization.empty()) {
    // One after the other, and looked at again, so that many at once have no more tries. Nobody holds it for longer
    // than the hashes take: a client that must wait has an answer at once.
    const std::lock_guard lock(logging_in_);
    if (auto wait = MustWait(head.client)) return wait;
    if (users->Accept(head.authorization)) return std::nullopt;
    throttle_.Failed(head.client, Throttle::Time::clock::now());
  }
  HttpAnswer answer = ErrorAnswer(401, "a user and a password are needed");
  answer.headers.emplace_back("WWW-Authenticate", "Basic realm=\"mpigauge\", charset=\"UTF-8\"");
  return answer;
}

}  // namespace mpigauge

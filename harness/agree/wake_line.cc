#include "harness/agree/wake_line.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <sstream>
#include <utility>

namespace mpigauge {
namespace {

using Deadline = TcpListener::Deadline;
constexpr int kSpins = 1000;                           // before the processor is given away, in turn
constexpr std::chrono::milliseconds kOneAddress{400};  // an address behind a firewall does not answer
constexpr std::chrono::milliseconds kStranger{200};    // somebody who calls and says nothing

Deadline Earlier(Deadline deadline, std::chrono::milliseconds from_now) {
  return std::min(deadline, std::chrono::steady_clock::now() + from_now);
}

// Whether the socket is ready for these events by the deadline.
bool Ready(int descriptor, short events, Deadline deadline) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd one{descriptor, events, 0};
    const int ready = poll(&one, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

bool SendText(int descriptor, const std::string& text) {
  return send(descriptor, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

// Returns so many bytes; fewer where the other end is gone or has not sent them by the deadline.
std::string Receive(int descriptor, std::size_t size, Deadline deadline) {
  std::string text;
  char buffer[128];
  while (text.size() < size && Ready(descriptor, POLLIN, deadline)) {
    const ssize_t got = recv(descriptor, buffer, std::min(sizeof buffer, size - text.size()), MSG_DONTWAIT);
    if (got <= 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

void SendAtOnce(int descriptor) {
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);  // a host that is gone is noticed some time
}

// The two halves of a greeting, so that each end knows that the other one is of the same launch.
std::string Hello(const std::string& secret, std::uint32_t number) { return fmt::format("{}{:08x}", secret, number); }
std::string Answer(const std::string& secret) { return std::string(secret.rbegin(), secret.rend()) + "!"; }

std::string AddressesOfHost() {
  std::string usual;
  std::string loopback;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return "";
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, text, sizeof text);
    ((one->ifa_flags & IFF_LOOPBACK) != 0 ? loopback : usual) += fmt::format(" {}", text);
  }
  freeifaddrs(all);
  return usual.empty() ? loopback : usual;
}

WakeLine CallAddress(const std::string& address, std::uint16_t port, Deadline deadline) {
  WakeLine line(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(port);
  if (!line.there() || inet_pton(AF_INET, address.c_str(), &there.sin_addr) != 1) return {};
  if (connect(line.descriptor(), reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0) {
    int error = errno;
    socklen_t size = sizeof error;
    if (error != EINPROGRESS || !Ready(line.descriptor(), POLLOUT, deadline)) return {};
    if (getsockopt(line.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) return {};
  }
  fcntl(line.descriptor(), F_SETFL, fcntl(line.descriptor(), F_GETFL) & ~O_NONBLOCK);
  SendAtOnce(line.descriptor());
  return line;
}

}  // namespace

WakeLine::WakeLine(WakeLine&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

WakeLine& WakeLine::operator=(WakeLine&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

WakeLine::~WakeLine() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool WakeLine::Send() { return SendText(descriptor_, "."); }

bool WakeLine::SleepUntilSent() {
  char byte = 0;
  ssize_t got = 0;
  do got = recv(descriptor_, &byte, 1, 0);
  while (got < 0 && errno == EINTR);
  return got == 1;
}

bool WakeLine::SpinUntilSent() {
  char byte = 0;
  for (int spins = 0; true; ++spins) {
    const ssize_t got = recv(descriptor_, &byte, 1, MSG_DONTWAIT);
    if (got >= 0) return got == 1;
    if (errno != EAGAIN && errno != EINTR) return false;
    if (spins >= kSpins) sched_yield();
  }
}

TcpListener::TcpListener() : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof here;
  auto* address = reinterpret_cast<sockaddr*>(&here);
  if (descriptor_ < 0 || bind(descriptor_, address, size) != 0 || listen(descriptor_, SOMAXCONN) != 0) return;
  const std::string addresses = AddressesOfHost();
  if (addresses.empty() || getsockname(descriptor_, address, &size) != 0) return;
  place_ = fmt::format("{}{}", ntohs(here.sin_port), addresses);
}

TcpListener::~TcpListener() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<TcpListener::Call> TcpListener::Accept(const std::string& secret, Deadline deadline) {
  const std::size_t size = Hello(secret, 0).size();
  while (Ready(descriptor_, POLLIN, deadline)) {
    WakeLine line(accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
    if (!line.there()) continue;
    const std::string hello = Receive(line.descriptor(), size, Earlier(deadline, kStranger));
    if (hello.size() != size || !hello.starts_with(secret)) continue;
    std::uint32_t number = 0;
    if (std::from_chars(hello.data() + secret.size(), hello.data() + size, number, 16).ptr != hello.data() + size)
      continue;
    SendAtOnce(line.descriptor());
    if (SendText(line.descriptor(), Answer(secret))) return Call{number, std::move(line)};
  }
  return std::nullopt;
}

WakeLine CallListener(const std::string& place, const std::string& secret, std::uint32_t number, Deadline deadline) {
  std::istringstream words(place);
  std::uint16_t port = 0;
  std::string address;
  words >> port;
  while (words >> address) {
    WakeLine line = CallAddress(address, port, Earlier(deadline, kOneAddress));
    if (!line.there() || !SendText(line.descriptor(), Hello(secret, number))) continue;
    if (Receive(line.descriptor(), Answer(secret).size(), Earlier(deadline, kOneAddress)) == Answer(secret))
      return line;
  }
  return {};
}

}  // namespace mpigauge

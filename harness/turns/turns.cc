#include "harness/turns/turns.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr int kGone = 3;                  // the exit code of a launch that cannot go on
constexpr std::int64_t kMostLines = 256;  // of rank 0: each takes a file descriptor

[[noreturn]] void EndWithoutCircle() {
  std::fputs("mpigauge-bench: the mpigauge that gives launches their turns is gone; giving up\n", stderr);
  std::_Exit(kGone);
}

struct CircleName {
  std::string id;
  std::string number;
  std::string socket;
};

CircleName Parse(const std::string& circle) {
  const auto first = circle.find(',');
  const auto second = first == std::string::npos ? first : circle.find(',', first + 1);
  if (second == std::string::npos || first == 0 || second == first + 1 || second + 1 == circle.size()) {
    throw UsageError("--circle: '{}' is not ID,NUMBER,SOCKET; `mpigauge` sets it", circle);
  }
  return {circle.substr(0, first), circle.substr(first + 1, second - first - 1), circle.substr(second + 1)};
}

}  // namespace

Turns::Turns(const Control& control, const std::string& circle) : control_(control) {
  const CircleName name = Parse(circle);  // all ranks have the same arguments
  id_ = name.id;
  int error = Connect(name.socket, name.number);
  std::string there;  // a letter for each rank
  for (const std::string& one : control_.GatherToRoot(error == 0 ? "+" : "-")) there += one;
  control_.Broadcast(there);
  const std::int64_t reached = std::count(there.begin(), there.end(), '+');
  control_.Broadcast(error);  // rank 0's
  if (error != 0) {
    throw NotMeasured("--circle: rank 0 does not reach the socket {}: {}; does it run on another host than mpigauge?",
                      name.socket, std::strerror(error));
  }
  remote_ = reached < control_.size();
  if (remote_ && control_.size() - reached <= kMostLines) {
    std::vector<int> callees;
    for (const char one : there) callees.push_back(one == '+' ? -1 : 0);
    lines_ = ConnectLines(control_, callees);
  }
  if (control_.root()) Say(fmt::format("ranks {}\n", reached));
}

int Turns::Connect(const std::string& name, const std::string& number) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() + 1 > sizeof address.sun_path) throw UsageError("--circle: the socket's name is too long: {}", name);
  std::memcpy(address.sun_path + 1, name.data(), name.size());  // behind a zero: abstract
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  socket_ = WakeLine(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket_.there()) return errno;
  int connected = -1;
  do connected = connect(socket_.descriptor(), reinterpret_cast<const sockaddr*>(&address), length);
  while (connected != 0 && errno == EINTR);
  if (connected != 0) {
    const int error = errno;
    socket_ = {};
    return error;
  }
  Say(fmt::format("rank {} {}\n", number, control_.rank()));
  return 0;
}

void Turns::Say(const std::string& line) const {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = send(socket_.descriptor(), line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) EndWithoutCircle();
    done += static_cast<std::size_t>(written);
  }
}

void Turns::Sleep() {
  WakeLine* own = socket_.there() ? &socket_ : lines_.empty() ? nullptr : &lines_.begin()->second;
  if (own == nullptr) {
    control_.SleepUntilBroadcast();
  } else if (!own->SleepUntilSent()) {
    EndWithoutCircle();
  }
}

void Turns::Await(int pass, const std::string& series) {
  if (control_.root()) Say(fmt::format("want {} {}\n", pass, series));
  waited_.Add([this] { Sleep(); });
  if (!remote_) return;
  if (control_.root()) {
    for (auto& [rank, line] : lines_) line.Send();  // if the rank is gone, the broadcast meets that
  }
  bool called = true;
  control_.Broadcast(called);
}

}  // namespace mpigauge

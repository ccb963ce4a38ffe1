#include "ci/launch/circle.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <sstream>

#include "base/error.h"
#include "base/uuid.h"
#include "ci/process/open_files.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

constexpr int kBacklog = 4096;        // ranks that connect at once
constexpr double kLongestTurn = 1e8;  // seconds: three years

[[noreturn]] void ThrowNoTurns(const std::string& what, int error) {
  throw NotMeasured("launches cannot take turns: {}: {}; --turns off needs none", what, FileErrorText(error));
}

// Makes as many events as are asked for: each readable when it is signalled.
std::vector<int> MakeEvents(int count) {
  std::vector<int> events;
  while (std::ssize(events) < count) {
    const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    const int error = errno;
    if (event >= 0) {
      events.push_back(event);
      continue;
    }
    for (const int one : events) close(one);
    ThrowNoTurns("no event", error);
  }
  return events;
}

void Signal(int event) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event, &one, sizeof one);
}

// Listens on an abstract Unix socket: it is gone with the process, whatever ends that.
int Listen(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) ThrowNoTurns("no socket", errno);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), length) != 0 || listen(listener, kBacklog) != 0) {
    const int error = errno;
    close(listener);
    ThrowNoTurns("no socket @" + name, error);
  }
  return listener;
}

// The process at the other end. Abstract sockets have no permissions: only processes of the same user take part, and of
// others there is nothing.
std::optional<int> OwnPeer(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  const bool known = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
  return known && peer.uid == geteuid() ? std::optional(peer.pid) : std::nullopt;
}

// The processor time of a process with all its threads, in seconds; nothing if the kernel does not tell.
std::optional<double> ProcessorSecondsOf(int process) {
  clockid_t clock{};
  timespec taken{};
  if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &taken) != 0) return {};
  return static_cast<double>(taken.tv_sec) + 1e-9 * static_cast<double>(taken.tv_nsec);
}

}  // namespace

Circle::Circle(int launches, std::uint64_t seed, double turn_seconds)
    : id_(NewUuid()),
      name_("mpigauge-" + id_),
      listener_(Listen(name_)),
      event_(MakeEvents(1)[0]),
      given_up_(MakeEvents(launches)),
      turn_seconds_(turn_seconds > 0 ? std::min(turn_seconds, kLongestTurn) : kLongestTurn),
      members_(static_cast<std::size_t>(launches)),
      random_(seed),
      thread_([this] { Serve(); }) {}

Circle::~Circle() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  Wake();
  thread_.join();
  for (const auto& [socket, connection] : connections_) close(socket);
  close(listener_);
  close(event_);
  for (const int event : given_up_) close(event);
}

std::string Circle::Argument(int number) const { return fmt::format("{},{:03},{}", id_, number, name_); }

bool Circle::WaitUntilItSleeps(int number, double patience_seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience_seconds);
  while (!StopSignals::Requested() && std::chrono::steady_clock::now() < end) {
    {
      const std::lock_guard lock(mutex_);
      Member& member = members_.at(static_cast<std::size_t>(number));
      if (member.ended) return true;
      if (member.Sleeps()) {
        member.asleep = TimesOf(member);
        return true;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // nothing is measured yet
  }
  return StopSignals::Requested();
}

Circle::Reading Circle::TimesOf(const Member& member) const {
  Reading reading{std::chrono::steady_clock::now(), {}};
  for (const int socket : member.ranks) {
    const int process = connections_.at(socket).process;
    if (const auto taken = ProcessorSecondsOf(process)) reading.taken[process] = *taken;
  }
  return reading;
}

std::optional<WaitingUse> Circle::WaitingOf(int number) const {
  const std::lock_guard lock(mutex_);
  const Member& member = members_.at(static_cast<std::size_t>(number));
  if (!member.asleep || member.asleep->taken.empty()) return std::nullopt;
  const Reading now = TimesOf(member);
  WaitingUse use;
  use.seconds = std::chrono::duration<double>(now.at - member.asleep->at).count();
  for (const auto& [process, before] : member.asleep->taken) {
    const auto after = now.taken.find(process);
    if (after == now.taken.end() || use.seconds <= 0) continue;
    const double share = (after->second - before) / use.seconds;
    use.all += share;
    use.most = std::max(use.most, share);
  }
  return use;
}

void Circle::Begin() {
  {
    const std::lock_guard lock(mutex_);
    begun_ = true;
  }
  Wake();
}

void Circle::Ended(int number) {
  {
    const std::lock_guard lock(mutex_);
    members_.at(static_cast<std::size_t>(number)).ended = true;
  }
  Wake();
}

Circle::Progress Circle::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Circle::RequireHeard() const {
  const std::lock_guard lock(mutex_);
  if (!deaf_.empty()) throw NotMeasured("launches cannot take turns: {}", deaf_);
}

void Circle::Wake() const { Signal(event_); }

// The time until the holder's turn is over; -1 if nobody measures.
int Circle::MillisecondsLeft() const {
  if (holder_ < 0) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(turn_ends_ - std::chrono::steady_clock::now());
  constexpr std::int64_t kAMinute = 60'000;  // one looks again then
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kAMinute));
}

// A launch that does not come back from its turn, such as one that somebody stopped, would hold up all others.
void Circle::WatchTheHolder() {
  if (holder_ < 0 || std::chrono::steady_clock::now() < turn_ends_) return;
  members_[static_cast<std::size_t>(holder_)].ended = true;
  Signal(given_up_[static_cast<std::size_t>(holder_)]);
}

void Circle::Serve() {
  while (true) {
    std::vector<pollfd> waiting = {{listener_, POLLIN, 0}, {event_, POLLIN, 0}};
    int patience = -1;
    {
      const std::lock_guard lock(mutex_);
      if (over_) return;
      if (!deaf_.empty()) waiting[0].fd = -1;  // which poll passes over
      for (const auto& [socket, connection] : connections_) waiting.push_back({socket, POLLIN, 0});
      patience = MillisecondsLeft();
    }
    poll(waiting.data(), waiting.size(), patience);
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(event_, &count, sizeof count);
    if (waiting[0].revents != 0) Accept();
    for (std::size_t i = 2; i < waiting.size(); ++i) {
      if (waiting[i].revents != 0 && !Read(waiting[i].fd)) Close(waiting[i].fd);
    }
    WatchTheHolder();
    GoOn();
  }
}

void Circle::Accept() {
  const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  const int error = errno;
  if (socket < 0 && (error == EMFILE || error == ENFILE)) {
    deaf_ = FileErrorText(error);
    for (Member& member : members_) member.ended = true;
  }
  if (socket < 0) return;
  if (const auto process = OwnPeer(socket)) {
    connections_[socket].process = *process;
  } else {
    close(socket);
  }
}

// Returns false if the other end is gone or makes no sense.
bool Circle::Read(int socket) {
  Connection& connection = connections_.at(socket);
  char text[512];
  const ssize_t got = read(socket, text, sizeof text);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  connection.heard.append(text, static_cast<std::size_t>(got));
  for (auto end = connection.heard.find('\n'); end != std::string::npos; end = connection.heard.find('\n')) {
    const std::string line = connection.heard.substr(0, end);
    connection.heard.erase(0, end + 1);
    if (!Take(socket, connection, line)) return false;
  }
  return true;
}

bool Circle::Take(int socket, Connection& connection, const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  if (word == "rank") {
    words >> connection.number >> connection.rank;
    if (!words || connection.number < 0 || connection.number >= static_cast<int>(members_.size())) return false;
    Member& member = members_[static_cast<std::size_t>(connection.number)];
    if (member.ended) return false;  // given up: nobody waits for it
    member.ranks.push_back(socket);
    if (connection.rank == 0) member.root = socket;
    return true;
  }
  if (connection.number < 0) return false;
  Member& member = members_[static_cast<std::size_t>(connection.number)];
  if (word == "ranks") {
    words >> member.expected;
  } else if (word == "want") {
    words >> member.pass;
    words.get();  // the blank; the rest of the line is the name
    member.series.clear();
    std::getline(words, member.series);
    member.wants = true;
    if (holder_ == connection.number) holder_ = -1;
    return true;
  }
  return static_cast<bool>(words);
}

// A launch without its rank 0 never asks for a turn again.
void Circle::Close(int socket) {
  const Connection connection = connections_.at(socket);
  connections_.erase(socket);
  close(socket);
  if (connection.number < 0) return;
  Member& member = members_[static_cast<std::size_t>(connection.number)];
  if (member.root == socket) {
    member.root = -1;
    member.ended = true;
  }
  std::erase(member.ranks, socket);
  if (member.expected > 0) --member.expected;
}

// Closes the connections of launches that nobody waits for any more. Their ranks see that, and end.
void Circle::SendAway() {
  for (Member& member : members_) {
    while (member.ended && !member.ranks.empty()) Close(member.ranks.back());
  }
}

// Where nobody measures, the next one is called.
void Circle::GoOn() {
  SendAway();
  if (!begun_) return;
  if (holder_ >= 0 && members_[static_cast<std::size_t>(holder_)].ended) holder_ = -1;
  while (holder_ < 0) {
    while (!queue_.empty() && members_[static_cast<std::size_t>(queue_.back())].ended) queue_.pop_back();
    if (queue_.empty() && !FindNext()) return;
    holder_ = queue_.back();
    Member& member = members_[static_cast<std::size_t>(holder_)];
    if (!member.Sleeps()) {  // it is on its way: its want comes
      holder_ = -1;
      return;
    }
    queue_.pop_back();
    const bool finishing = member.series.empty();
    Call(member);
    if (finishing) holder_ = -1;  // nobody measures any more: they may all end at once
  }
}

// The series that most want of those who are in the earliest pass; a launch that has lost a series stays with the
// others. False where everybody has ended, or somebody has not said yet what it wants.
bool Circle::FindNext() {
  std::map<std::pair<int, std::string>, std::vector<int>> wanted;
  bool measuring = false;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.ended) continue;
    if (!member.Sleeps()) return false;
    measuring = measuring || !member.series.empty();
    wanted[{member.pass, member.series}].push_back(static_cast<int>(i));
  }
  std::vector<int> best;
  int pass = 0;
  for (const auto& [what, who] : wanted) {  // the earliest pass first
    if (measuring && what.second.empty()) continue;
    if (!best.empty() && what.first > pass) break;
    if (who.size() > best.size()) best = who;
    pass = what.first;
  }
  queue_ = best;
  std::shuffle(queue_.begin(), queue_.end(), random_);
  if (!queue_.empty()) progress_.pass = pass;
  return !queue_.empty();
}

void Circle::Call(Member& member) {
  member.wants = false;
  ++progress_.visits;
  turn_ends_ = std::chrono::steady_clock::now() +
               std::chrono::ceil<std::chrono::steady_clock::duration>(std::chrono::duration<double>(turn_seconds_));
  for (const int socket : member.ranks) {
    [[maybe_unused]] const ssize_t sent = send(socket, ".", 1, MSG_NOSIGNAL);  // one that is gone is closed later
  }
}

}  // namespace mpigauge

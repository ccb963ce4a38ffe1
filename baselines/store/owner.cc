#include "baselines/store/owner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/host_name.h"

namespace mpigauge {
namespace {

struct OwnerProcess {
  std::string host;
  std::string names;  // the namespace of process numbers
  pid_t pid = 0;
  std::string began;  // in ticks since the host did
};

// Returns nothing if that cannot be seen; "" for a process that is dead and was not waited for.
std::optional<std::string> BeganAt(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  const auto name_end = text.rfind(')');  // the name of the program may hold anything
  if (name_end == std::string::npos) return std::nullopt;
  constexpr int kState = 3;
  constexpr int kStartTime = 22;
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  for (int number = kState; number <= kStartTime; ++number) {
    if (!(fields >> field)) return std::nullopt;
    if (number == kState && (field == "Z" || field == "X")) return "";
  }
  return field;
}

// Returns nothing for a text that is none of ThisProcess.
std::optional<OwnerProcess> Parse(std::string_view text) {
  OwnerProcess owner;
  std::istringstream fields{std::string(text)};
  if (!(fields >> owner.host >> owner.names >> owner.pid >> owner.began) || owner.pid <= 0) return std::nullopt;
  return owner;
}

bool IsHere(const OwnerProcess& owner) {
  return owner.host == HostName() && owner.names == ProcessNamespace() && owner.names != "?";
}

}  // namespace

std::string ThisProcess() {
  return fmt::format("{} {} {} {}", HostName(), ProcessNamespace(), getpid(), BeganAt(getpid()).value_or("?"));
}

bool IsGone(std::string_view text) {
  const std::optional<OwnerProcess> owner = Parse(text);
  if (!owner || !IsHere(*owner)) return false;
  if (kill(owner->pid, 0) != 0 && errno == ESRCH) return true;
  const std::optional<std::string> began = BeganAt(owner->pid);
  return began && owner->began != "?" && *began != owner->began;  // another process has the number now
}

bool IsElsewhere(std::string_view text) {
  const std::optional<OwnerProcess> owner = Parse(text);
  return owner && !IsHere(*owner);
}

}  // namespace mpigauge

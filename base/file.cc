#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/host_name.h"
#include "base/trusted_path.h"

namespace mpigauge {
namespace {

// Closes the descriptor and removes the unfinished file, whichever way the function is left.
class TemporaryFile {
 public:
  TemporaryFile(std::string path, mode_t mode)
      : path_(std::move(path)), descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)) {
    // The file is left over from a process that was killed, and perhaps open to everybody.
    if (descriptor_ >= 0 || errno != EEXIST) return;
    unlink(path_.c_str());
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!path_.empty()) unlink(path_.c_str());
  }

  bool Write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      content.remove_prefix(static_cast<std::size_t>(written));
    }
    return fsync(descriptor_) == 0;
  }

  bool RenameTo(const std::string& path) {
    if (rename(path_.c_str(), path.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

  bool opened() const { return descriptor_ >= 0; }

 private:
  std::string path_;
  int descriptor_;
};

constexpr int kMostLinks = 40;  // as many as Linux follows

// Where the name leads: a link stays a link, and the file behind it is replaced. The links of /proc, to which
// /dev/stdout leads too, stand for open files: what is renamed there is the link, or a file that nobody has open.
std::filesystem::path BehindLinks(const std::filesystem::path& name) {
  RequireOwnLinks(name);
  std::error_code error;
  std::filesystem::path path = name;
  for (int links = 0; links < kMostLinks; ++links) {
    const auto folder = std::filesystem::canonical(path.has_parent_path() ? path.parent_path() : ".", error);
    if (error) return name;  // opening it says why
    path = folder / path.filename();
    if (folder.string().starts_with("/proc/")) {
      throw UsageError("{} is an open file of a program and cannot be replaced", name.string());
    }
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) return links == 0 ? name : path;
    path = folder / std::filesystem::read_symlink(path, error);
  }
  throw UsageError("{}: more than {} links, one after the other", name.string(), kMostLinks);
}

// The file that is to be replaced. A rename would put a file in the place of a device or a pipe: by root, in that of
// /dev/null for all programs.
std::filesystem::path TargetOf(const std::filesystem::path& name) {
  std::filesystem::path path = BehindLinks(name);
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  if (std::filesystem::is_other(there))
    throw UsageError("{} is not a regular file and cannot be replaced", path.string());
  if (std::filesystem::is_directory(there)) throw UsageError("{}: is a folder, not a file", path.string());
  return path;
}

constexpr std::string_view kUnfinished = ".tmp";

// This host and the namespace of its processes, in eight letters. Where hosts or containers share a
// file system, a number from elsewhere says nothing of the processes here.
std::string PlaceOfProcesses() {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const char letter : HostName() + ProcessNamespace())
    hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619;
  return fmt::format("{:08x}", hash);
}

// Whether a file of this name was begun here, by a process that is gone.
bool IsAbandoned(const std::string& name, const std::string& place) {
  if (!name.ends_with(kUnfinished)) return false;
  const std::size_t end = name.size() - kUnfinished.size();
  const std::size_t dot = name.substr(0, end).rfind('.');
  if (dot == std::string::npos || !name.substr(0, dot).ends_with("." + place)) return false;
  int process = 0;
  const auto [last, error] = std::from_chars(name.data() + dot + 1, name.data() + end, process);
  if (error != std::errc() || last != name.data() + end || process < 1) return false;
  return kill(process, 0) != 0 && errno == ESRCH;
}

// Once in a process: whoever writes many files into a folder does not look through it as often.
void RemoveUnfinishedOnce(const std::filesystem::path& folder) {
  static std::mutex mutex;
  static std::set<std::string> seen;
  {
    const std::lock_guard lock(mutex);
    if (!seen.insert(folder.string()).second) return;
  }
  RemoveUnfinished(folder);
}

}  // namespace

std::string ReadFile(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw UsageError("{}: is a folder, not a file", path.string());
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError("{}: {}", path.string(), std::strerror(errno));
  std::ostringstream content;
  content << in.rdbuf();
  return std::move(content).str();
}

void WriteFileAtomically(const std::filesystem::path& name, std::string_view content, Readers readers) {
  const std::filesystem::path path = TargetOf(name);
  RemoveUnfinishedOnce(path.has_parent_path() ? path.parent_path() : ".");
  TemporaryFile file(UnfinishedPath(path, getpid()), readers == Readers::kOwner ? 0600 : 0644);
  if (!file.opened() || !file.Write(content) || !file.RenameTo(path.string())) {
    throw NotMeasured("{}: cannot be written: {}", path.string(), std::strerror(errno));
  }
}

void RequireReplaceable(const std::filesystem::path& path) { TargetOf(path); }

std::filesystem::path UnfinishedPath(const std::filesystem::path& path, int process) {
  return fmt::format("{}.{}.{}{}", path.string(), PlaceOfProcesses(), process, kUnfinished);
}

void RemoveUnfinished(const std::filesystem::path& folder) {
  const std::string place = PlaceOfProcesses();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (IsAbandoned(entry.path().filename().string(), place)) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace mpigauge

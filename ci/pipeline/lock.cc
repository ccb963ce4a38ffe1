#include "ci/pipeline/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/host_name.h"
#include "base/trusted_path.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

constexpr double kLookSeconds = 0.5;

// POSIX record locks: they work over NFS, where flock may not.
bool TryLock(int file) {
  struct flock all {};
  all.l_type = F_WRLCK;
  all.l_whence = SEEK_SET;
  return fcntl(file, F_SETLK, &all) == 0;
}

std::string TextOf(int file) {
  char text[256] = "";
  const ssize_t size = pread(file, text, sizeof text - 1, 0);
  const std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return all.substr(0, all.find('\n'));
}

void Sign(int file) {
  const std::string text = fmt::format("process {} on {}\n", getpid(), HostName());
  if (ftruncate(file, 0) != 0 || pwrite(file, text.data(), text.size(), 0) < 0) {
    // Only for people: the lock holds without it.
  }
}

}  // namespace

PipelineLock::PipelineLock(const std::filesystem::path& folder, bool wait) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error)
    RequireTrusted(folder,
                   "and what a pipeline starts is written there; give it a folder of your own: state = \"FOLDER\"");
  const std::string path = folder / "lock";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) throw UsageError("{}: {}", path, std::strerror(errno));
  while (!TryLock(file_)) {
    const std::string who = TextOf(file_);
    if (!wait) {
      close(file_);
      throw PipelineBusy(fmt::format("{}: {} works on this pipeline; --wait waits for it", folder.string(), who));
    }
    if (!StopSignals::Pause(kLookSeconds)) {
      close(file_);
      throw NotMeasured("stopped while waiting for {}", who);
    }
  }
  Sign(file_);
}

PipelineLock::~PipelineLock() { close(file_); }

std::string WhoWorksOn(const std::filesystem::path& folder) {
  const int file = open((folder / "lock").c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return "";
  struct flock all {};
  all.l_type = F_WRLCK;
  all.l_whence = SEEK_SET;
  const bool held = fcntl(file, F_GETLK, &all) == 0 && all.l_type != F_UNLCK;
  std::string who = held ? TextOf(file) : "";
  close(file);
  return who;
}

}  // namespace mpigauge

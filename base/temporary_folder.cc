#include "base/temporary_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr const char* kNameBegin = "mpigauge-";
constexpr const char* kLock = ".lock";

// Whether there is a lock, and nobody holds it.
bool IsAbandoned(const std::filesystem::path& folder) {
  const int lock = open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0) return false;
  const bool free = flock(lock, LOCK_EX | LOCK_NB) == 0;
  close(lock);
  return free;
}

double AgeSeconds(const std::filesystem::path& folder) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(folder / kLock, error);
  if (error) return 0;
  return std::chrono::duration<double>(std::filesystem::file_time_type::clock::now() - time).count();
}

}  // namespace

std::filesystem::path FolderForTemporaryFiles() {
  std::error_code error;
  auto folder = std::filesystem::temp_directory_path(error);
  if (!error) return folder;
  const char* variable = std::getenv("TMPDIR");
  throw NotMeasured("TMPDIR '{}': {}; set it to a folder that exists", variable == nullptr ? "/tmp" : variable,
                    error.message());
}

std::vector<std::filesystem::path> AbandonedFolders(const std::filesystem::path& folder, double least_age_seconds) {
  std::error_code error;
  std::vector<std::filesystem::path> abandoned;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const bool ours = entry.path().filename().string().starts_with(kNameBegin) && entry.is_directory(error) &&
                      !entry.is_symlink(error);
    if (ours && AgeSeconds(entry.path()) >= least_age_seconds && IsAbandoned(entry.path())) {
      abandoned.push_back(entry.path());
    }
  }
  return abandoned;
}

void RemoveAbandonedFolders(const std::filesystem::path& folder, double least_age_seconds) {
  std::error_code error;
  for (const auto& path : AbandonedFolders(folder, least_age_seconds)) std::filesystem::remove_all(path, error);
}

TemporaryFolder::TemporaryFolder(const std::string& what, const std::filesystem::path& below) {
  RemoveAbandonedFolders(below);
  std::string pattern = (below / (kNameBegin + what + "-XXXXXX")).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    const int reason = errno;
    std::error_code error;
    const bool temporary = below == std::filesystem::temp_directory_path(error);
    throw NotMeasured("{}: no folder can be made there: {}; {}", pattern, std::strerror(reason),
                      temporary ? "make room, or set TMPDIR to another folder"
                                : "check that there is room and that you may write there");
  }
  path_ = pattern;
  lock_ = open((path_ / kLock).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock_ >= 0) flock(lock_, LOCK_EX);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace mpigauge

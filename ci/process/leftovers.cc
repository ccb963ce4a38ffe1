#include "ci/process/leftovers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <set>

#include "base/host_name.h"
#include "base/temporary_folder.h"

namespace mpigauge {
namespace {

using Path = std::filesystem::path;
using Kind = Leftover::Kind;

// The room that the files take on the disk; files that cannot be read count nothing.
std::int64_t RoomOf(const Path& path) {
  constexpr std::int64_t kBlock = 512;
  struct stat facts {};
  if (lstat(path.c_str(), &facts) != 0) return 0;
  std::int64_t bytes = facts.st_blocks * kBlock;
  if (!S_ISDIR(facts.st_mode)) return bytes;
  std::error_code error;
  for (auto at = std::filesystem::recursive_directory_iterator(
           path, std::filesystem::directory_options::skip_permission_denied, error);
       !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    if (lstat(at->path().c_str(), &facts) == 0) bytes += facts.st_blocks * kBlock;
  }
  return bytes;
}

double AgeOf(const Path& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  if (error) return 0;
  return std::chrono::duration<double>(std::filesystem::file_time_type::clock::now() - time).count();
}

bool IsOurs(const Path& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid();
}

// All files that processes of this user have in their memory.
std::set<std::string> MappedFiles() {
  std::set<std::string> mapped;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream maps(process.path() / "maps");
    for (std::string line; std::getline(maps, line);) {
      const auto path = line.find('/');
      if (path != std::string::npos) mapped.insert(line.substr(path));
    }
  }
  return mapped;
}

// Whether a file has the name of a segment of Open MPI (4: btl/vader, 5: btl/sm) that a process of this user made on
// this host: "vader_segment.HOST.USER.JOB.RANK". Containers that share the folder have other names of hosts, and their
// processes cannot be seen.
bool IsSegmentOfMpi(const std::string& name) {
  for (const char* kind : {"vader_segment.", "sm_segment."}) {
    if (name.starts_with(kind + HostName() + "." + std::to_string(geteuid()) + ".")) return true;
  }
  return false;
}

void AddSharedMemory(const Path& folder, double least_age_seconds, std::vector<Leftover>& found) {
  std::set<std::string> mapped;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const Path& path = entry.path();
    const std::string name = path.filename();
    if (!(name.starts_with("mpigauge-") || IsSegmentOfMpi(name)) || !IsOurs(path)) continue;
    if (mapped.empty()) mapped = MappedFiles();
    const double age = AgeOf(path);
    if (age < least_age_seconds || mapped.contains(path.string())) continue;
    found.push_back({Kind::kSharedMemory, path, RoomOf(path), age});
  }
}

}  // namespace

const char* LeftoverName(Leftover::Kind kind) {
  return kind == Kind::kTemporaryFolder ? "temporary folder" : kind == Kind::kSharedMemory ? "shared memory" : "cache";
}

Path CacheFolder() {
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && *caches != '\0') return Path(caches) / "mpigauge";
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? Path() : Path(home) / ".cache/mpigauge";
}

std::vector<Leftover> FindLeftovers(const LeftoverPlaces& places, double least_age_seconds) {
  std::vector<Leftover> found;
  for (const Path& folder : places.temporary) {
    for (const Path& path : AbandonedFolders(folder, least_age_seconds)) {
      found.push_back({Kind::kTemporaryFolder, path, RoomOf(path), AgeOf(path)});
    }
  }
  AddSharedMemory(places.shared_memory, least_age_seconds, found);
  std::error_code error;
  if (!places.cache.empty() && std::filesystem::is_directory(places.cache, error)) {
    found.push_back({Kind::kCache, places.cache, RoomOf(places.cache), AgeOf(places.cache)});
  }
  return found;
}

}  // namespace mpigauge

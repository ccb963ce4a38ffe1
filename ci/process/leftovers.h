#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// A file or folder that mpigauge, or the MPI library of a launch, left outside of the folders that people chose,
// because it was killed or to be faster the next time.
struct Leftover {
  enum class Kind { kTemporaryFolder, kSharedMemory, kCache };
  Kind kind = Kind::kTemporaryFolder;
  std::filesystem::path path;
  std::int64_t bytes = 0;
  double age_seconds = 0;  // since it was last changed
};

// "temporary folder", "shared memory", "cache".
const char* LeftoverName(Leftover::Kind kind);

// Where it may be.
struct LeftoverPlaces {
  std::vector<std::filesystem::path> temporary;  // TMPDIR, and where copies of libraries are made
  std::filesystem::path shared_memory = "/dev/shm";
  std::filesystem::path cache;  // empty: none
};

// ${XDG_CACHE_HOME:-$HOME/.cache}/mpigauge, which scripts of the source tree fill; empty where there is no home.
std::filesystem::path CacheFolder();

// Finds leftovers of this user that no process uses: of temporary folders nobody holds the lock, of shared memory
// nobody has a page: mpigauge's own, and segments of Open MPI that processes on this host made. Nothing of the last
// `least_age_seconds`, but for the cache.
std::vector<Leftover> FindLeftovers(const LeftoverPlaces& places, double least_age_seconds = 60);

}  // namespace mpigauge

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// A copy of what an MPI library loads. Its folder is a prefix for FindMpi, and has kCopyFile, which is read back here.
// Paths are in the folder.
struct KeptLibrary {
  std::filesystem::path folder;
  std::string identity;      // LibraryIdentity::hash, of the copy too; the name of the folder
  std::string version;       // as it states itself
  std::string from;          // where it was installed, for people
  std::int64_t kept_at = 0;  // seconds since 1970
  std::int64_t bytes = 0;
  std::string libmpi;                              // lib/libmpi.so.40.30.4
  std::vector<std::string> preload;                // in the order of the library's
  std::map<std::string, std::string> environment;  // variables that name folders of the copy
};

Json ToJson(const KeptLibrary& kept);

// Returns nothing if the folder holds no whole copy. Throws Error (usage) where its file cannot be understood.
std::optional<KeptLibrary> ReadKeptLibrary(const std::filesystem::path& folder);

// The library as it is started from its copy: equal settings, and no launch with another libmpi than the copied one.
Library Moved(const KeptLibrary& kept, Library library);

// "kept 3 days ago, 8 MiB".
std::string AgeAndSize(const KeptLibrary& kept, std::chrono::system_clock::time_point now);

// A short launch of this benchmark program on the library: two ranks, one series. Throws Error (not measured) with the
// program's words where it does not run, or where a rank loaded another libmpi than the library expects.
void TryOut(const Library& library, const std::string& bench);

}  // namespace mpigauge

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// TMPDIR, or /tmp. Throws Error (not measured) where there is no such folder.
std::filesystem::path FolderForTemporaryFiles();

// A folder of this process alone below TMPDIR, or below the folder that is given; it goes with everything in it when
// this object does. Where the process is killed, it goes when a folder is next made in the same place, for whatever
// purpose: a lock tells who is still there.
class TemporaryFolder {
 public:
  // `what` it is for becomes part of its name. Throws Error (not measured) where none can be made.
  explicit TemporaryFolder(const std::string& what) : TemporaryFolder(what, FolderForTemporaryFiles()) {}
  TemporaryFolder(const std::string& what, const std::filesystem::path& below);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

// Returns the folders that killed processes of this user left in `folder`: nobody holds their lock, and they are at
// least `least_age_seconds` old.
std::vector<std::filesystem::path> AbandonedFolders(const std::filesystem::path& folder, double least_age_seconds);

// Removes them.
void RemoveAbandonedFolders(const std::filesystem::path& folder, double least_age_seconds = 60);

}  // namespace mpigauge

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ci/bisect/commits.h"

namespace mpigauge {

// Builds commits by a shell command, each once: what came of it is kept, failures too, and found again by the next
// process. In the state folder:
//   builds/HASH/out         what the command left in MPIGAUGE_OUT
//   builds/HASH/log         what it printed
//   builds/HASH/build.json  its exit code; where it is missing, the build did not come to its end and is done again
//   checkouts/HASH          the working tree, while it is built
class Builds {
 public:
  Builds(const Commits& commits, std::filesystem::path state, std::string command, int jobs);

  // Builds those that were not built before, `jobs` at once. Throws Error (not measured) where somebody stops it or
  // there is something else than the command that fails.
  void Build(const std::vector<std::size_t>& wanted);

  bool Known(std::size_t commit) const { return known_.contains(commit); }
  // Why commits that are known cannot be measured; those that can are not there.
  std::map<std::size_t, std::string> Failures() const;
  // It was built, but is of no use. Kept as well.
  void MarkUnusable(std::size_t commit, const std::string& why);

  std::filesystem::path Out(std::size_t commit) const { return Folder(commit) / "out"; }
  std::filesystem::path Log(std::size_t commit) const { return Folder(commit) / "log"; }
  std::size_t known() const { return known_.size(); }

 private:
  std::filesystem::path Folder(std::size_t commit) const { return state_ / "builds" / commits_.hash(commit); }
  std::filesystem::path Checkout(std::size_t commit) const { return state_ / "checkouts" / commits_.hash(commit); }
  void BuildAtOnce(const std::vector<std::size_t>& commits);
  std::string BuildOne(std::size_t commit) const;
  void Keep(std::size_t commit, const std::string& failure);

  const Commits& commits_;
  std::filesystem::path state_;
  std::string command_;
  int jobs_;
  std::map<std::size_t, std::string> known_;  // by commit: why it cannot be measured, or nothing
};

}  // namespace mpigauge

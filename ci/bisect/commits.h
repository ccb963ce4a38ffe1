#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// The commits that a bisection is over, in a repository that belongs to somebody: nothing in its working tree, index or
// branches is ever changed.
class Commits {
 public:
  // The line from `good` (a commit, tag or branch) to `bad`: `git rev-list --first-parent --reverse good..bad`, the
  // good end before it. Throws Error (usage): no repository, no such commit, good is not an ancestor of bad, both are
  // the same.
  Commits(const std::filesystem::path& repository, const std::string& good, const std::string& bad);

  // From the good end, 0, to the bad one, suspects().
  const std::string& hash(std::size_t commit) const { return hashes_.at(commit); }
  std::size_t suspects() const { return hashes_.size() - 1; }
  std::string ShortHash(std::size_t commit) const { return hash(commit).substr(0, 10); }
  // The first line of its message, as it can be shown: no control characters, valid UTF-8.
  std::string Subject(std::size_t commit) const;

  // Checks it out into a working tree of its own in `folder`, whatever was there before. Hooks are not run. Throws
  // Error (not measured).
  void CheckOut(std::size_t commit, const std::filesystem::path& folder) const;
  // Takes such a working tree away again; nothing where there is none.
  void Remove(const std::filesystem::path& folder) const;

  const std::string& repository() const { return repository_; }

 private:
  std::string Resolve(const std::string& name, const std::string& option) const;

  std::string repository_;  // absolute
  std::vector<std::string> hashes_;
};

// Without control characters, and valid UTF-8: what a terminal and a JSON file can take.
std::string Printable(const std::string& text);

}  // namespace mpigauge

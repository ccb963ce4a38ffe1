#pragma once

#include <filesystem>
#include <map>
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

  // The commits are numbered from the good end, 0, to the bad one, suspects().
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

// Returns the text without control characters, and as valid UTF-8: what a terminal and a JSON file can take.
std::string Printable(const std::string& text);

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

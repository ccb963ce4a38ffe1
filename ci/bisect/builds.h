#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "ci/process/process.h"

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

  // Checks it out into a working tree of its own in `folder`, whatever was there before. Hooks are not run. What git
  // answered: an exit code other than 0 where that cannot be.
  [[nodiscard]] ProcessResult CheckOut(std::size_t commit, const std::filesystem::path& folder) const;
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
// process with the same commands. In the state folder:
//   builds/HASH/out           what the command left in MPIGAUGE_OUT
//   builds/HASH/log           what it printed
//   builds/HASH/checkout.log  what the command `checkout` printed, or git where it could not check the commit out
//   builds/HASH/build.json    the commands and why they failed; where it is missing, the build did not finish
//                             and is done again
//   checkouts/HASH            the working tree, while it is built
class Builds {
 public:
  // `checkout`: a shell command that fills MPIGAUGE_SOURCE; where there is none, Commits::CheckOut does.
  Builds(const Commits& commits, std::filesystem::path state, std::string command, int jobs, std::string checkout = "");

  // Builds those that were not built before, `jobs` at once. A commit that cannot be checked out is one that does not
  // build. Throws Error (not measured) where somebody stops it or there is something else than the commands that fails.
  void Build(const std::vector<std::size_t>& wanted);

  bool Known(std::size_t commit) const { return known_.contains(commit); }
  // Why commits that are known cannot be measured; those that can are not there.
  std::map<std::size_t, std::string> Failures() const;
  // It was built, but cannot be measured. Kept as well.
  void MarkUnusable(std::size_t commit, const std::string& why);

  std::filesystem::path Out(std::size_t commit) const { return Folder(commit) / "out"; }
  // The build's log, or that of the checkout where no build was begun.
  std::filesystem::path Log(std::size_t commit) const;
  std::size_t known() const { return known_.size(); }

 private:
  std::filesystem::path Folder(std::size_t commit) const { return state_ / "builds" / commits_.hash(commit); }
  std::filesystem::path BuildLog(std::size_t commit) const { return Folder(commit) / "log"; }
  std::filesystem::path CheckoutLog(std::size_t commit) const { return Folder(commit) / "checkout.log"; }
  std::filesystem::path Checkout(std::size_t commit) const { return state_ / "checkouts" / commits_.hash(commit); }
  void BuildAtOnce(const std::vector<std::size_t>& commits);
  std::string BuildOne(std::size_t commit);
  std::string CheckOut(std::size_t commit);
  std::string RunCheckout(std::size_t commit) const;
  void Keep(std::size_t commit, const std::string& failure);

  const Commits& commits_;
  std::filesystem::path state_;
  std::string command_;
  int jobs_;
  std::string checkout_;
  std::mutex checking_out_;
  std::map<std::size_t, std::string> known_;  // by commit: why it cannot be measured, or nothing
};

}  // namespace mpigauge

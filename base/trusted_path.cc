#include "base/trusted_path.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deque>
#include <functional>
#include <vector>

#include "base/error.h"
#include "base/escape.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinksOnTheWay = 40;  // as many as Linux follows

// A name on the way to a path, and the folder in which it is.
struct Step {
  fs::path path;
  struct stat facts;   // of the name itself, also where it is a link
  struct stat folder;  // "/" is in itself
};

// Goes the way to a path as the kernel does, from "/", through every link. Ends where `look` returns false, and where
// there is nothing.
void GoTo(const fs::path& wanted, const std::function<bool(const Step&)>& look) {
  std::error_code error;
  const fs::path whole = wanted.is_absolute() ? wanted : fs::current_path(error) / wanted;
  std::deque<fs::path> left(whole.begin(), whole.end());
  fs::path at = "/";
  Step step;
  if (stat("/", &step.folder) != 0) return;
  for (int links = 0; !left.empty();) {
    const fs::path name = left.front();
    left.pop_front();
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      at = at.parent_path();
      if (stat(at.c_str(), &step.folder) != 0) return;
      step.path = at;
      step.facts = step.folder;
      if (!look(step)) return;
      continue;
    }
    step.path = at / name;
    if (lstat(step.path.c_str(), &step.facts) != 0 || !look(step)) return;
    if (!S_ISLNK(step.facts.st_mode)) {
      at = step.path;
      step.folder = step.facts;
      continue;
    }
    const fs::path target = fs::read_symlink(step.path, error);
    if (error || ++links > kMostLinksOnTheWay) return;
    left.insert(left.begin(), target.begin(), target.end());
    if (target.is_absolute() && stat((at = "/").c_str(), &step.folder) != 0) return;
  }
}

// Many systems make a group for each user, and let it write by default.
bool IsGroupOfThisUserAlone(gid_t group) {
  std::vector<char> text(1 << 16);
  struct group facts {};
  struct group* found = nullptr;
  if (getgrgid_r(group, &facts, text.data(), text.size(), &found) != 0 || found == nullptr) return false;
  std::vector<char> user_text(1 << 16);
  struct passwd user {};
  struct passwd* found_user = nullptr;
  if (getpwuid_r(geteuid(), &user, user_text.data(), user_text.size(), &found_user) != 0 || found_user == nullptr)
    return false;
  const std::string name = user.pw_name;
  if (user.pw_gid != group || name != facts.gr_name) return false;
  for (char** member = facts.gr_mem; *member != nullptr; ++member) {
    if (*member != name) return false;
  }
  return true;
}

bool OthersMayWrite(const struct stat& facts) {
  if (S_ISLNK(facts.st_mode)) return false;  // the mode of a link says nothing
  return (facts.st_mode & S_IWOTH) != 0 || ((facts.st_mode & S_IWGRP) != 0 && !IsGroupOfThisUserAlone(facts.st_gid));
}

bool IsAnothers(const struct stat& facts) { return facts.st_uid != 0 && facts.st_uid != geteuid(); }

bool IsSticky(const struct stat& facts) { return S_ISDIR(facts.st_mode) && (facts.st_mode & S_ISVTX) != 0; }

// The reason that others may change what has these facts; empty: they may not.
std::string WhyOthersMayChange(const fs::path& path, const struct stat& facts) {
  if (IsAnothers(facts)) return fmt::format("{} belongs to another user", path.string());
  if (!OthersMayWrite(facts)) return "";
  const std::string remedy = IsSticky(facts) ? "" : fmt::format(" (`chmod go-w {}`)", ShellText({path.string()}));
  return fmt::format("{}: others may write to it{}", path.string(), remedy);
}

}  // namespace

std::string WhyUntrusted(const fs::path& path) {
  std::string why;  // of the last name: the way goes on through a folder with the sticky bit, not through others
  const auto look = [&](const fs::path& name, const struct stat& facts) {
    why = WhyOthersMayChange(name, facts);
    return why.empty() || (IsSticky(facts) && !IsAnothers(facts));
  };
  struct stat root {};
  if (stat("/", &root) == 0 && look("/", root))
    GoTo(path, [&](const Step& step) { return look(step.path, step.facts); });
  return why;
}

void RequireTrusted(const fs::path& path, std::string_view why) {
  const std::string reason = WhyUntrusted(path);
  if (!reason.empty()) throw UsageError("{}, {}", reason, why);
}

fs::path ForeignLink(const fs::path& path) {
  fs::path foreign;
  GoTo(path, [&](const Step& step) {
    const bool open = (step.folder.st_mode & S_ISVTX) != 0 && (step.folder.st_mode & S_IWOTH) != 0;
    const bool theirs = step.facts.st_uid != geteuid() && step.facts.st_uid != step.folder.st_uid;
    if (S_ISLNK(step.facts.st_mode) && open && theirs) foreign = step.path;
    return foreign.empty();
  });
  return foreign;
}

void RequireOwnLinks(const fs::path& path) {
  const fs::path link = ForeignLink(path);
  if (link.empty()) return;
  throw UsageError("{}: is another user's symbolic link in a folder where everybody may write, and is not followed{}",
                   link.string(), link == path ? "" : fmt::format(" on the way to {}", path.string()));
}

}  // namespace mpigauge

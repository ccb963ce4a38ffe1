#include "ci/bisect/commits.h"

#include <fmt/format.h>

#include <sstream>

#include "ci/git/git.h"
#include "harness/base/error.h"
#include "harness/base/json.h"

namespace mpigauge {
namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::size_t Count(const std::string& text) { return text.empty() ? 0 : std::stoul(text); }

}  // namespace

std::string Printable(const std::string& text) {
  // The JSON library replaces what is not UTF-8.
  const std::string escaped = JsonLine(Json(text));
  std::string valid = Json::parse(escaped).get<std::string>();
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    if (byte < 0x20 || byte == 0x7f) valid[i] = '?';
    // U+0080 to U+009F, which some terminals obey.
    if (byte == 0xc2 && i + 1 < valid.size() && static_cast<unsigned char>(valid[i + 1]) < 0xa0) {
      valid.replace(i, 2, "?");
    }
  }
  return valid;
}

Commits::Commits(const std::filesystem::path& repository, const std::string& good, const std::string& bad)
    : repository_(std::filesystem::absolute(repository).lexically_normal()) {
  if (!std::filesystem::is_directory(repository_)) throw UsageError("--repo {}: no such folder", repository.string());
  const ProcessResult inside = Git(repository_, {"rev-parse", "--git-dir"});
  if (inside.exit_code != 0) throw UsageError("--repo {}: {}", repository.string(), FirstLine(inside.err));
  hashes_.push_back(Resolve(good, "--good"));
  const std::string end = Resolve(bad, "--bad");
  const std::string range = hashes_[0] + ".." + end;
  if (end == hashes_[0]) throw UsageError("--good {} and --bad {} are the same commit", good, bad);
  if (Git(repository_, {"merge-base", "--is-ancestor", hashes_[0], end}).exit_code != 0) {
    throw UsageError(
        "--good {} is not an ancestor of --bad {}: there is no line of commits from one to the other (exchanged? a "
        "shallow clone?)",
        good, bad);
  }
  std::istringstream lines(Git(repository_, {"rev-list", "--first-parent", "--reverse", range}).out);
  for (std::string line; std::getline(lines, line);) hashes_.push_back(line);
  // Of very long output only the end is kept.
  const ProcessResult count = Git(repository_, {"rev-list", "--first-parent", "--count", range});
  if (hashes_.size() - 1 != Count(count.out)) {
    throw UsageError("{}..{}: more commits than can be looked at ({}); choose ends that are closer", good, bad,
                     FirstLine(count.out));
  }
}

std::string Commits::Resolve(const std::string& name, const std::string& option) const {
  const ProcessResult result =
      Git(repository_, {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
  if (result.exit_code != 0) throw UsageError("{} {}: no such commit in {}", option, name, repository_);
  return FirstLine(result.out);
}

std::string Commits::Subject(std::size_t commit) const {
  return Printable(FirstLine(Git(repository_, {"show", "--no-patch", "--format=%s", hash(commit)}).out));
}

void Commits::CheckOut(std::size_t commit, const std::filesystem::path& folder) const {
  AddWorktree(repository_, hash(commit), folder);
}

void Commits::Remove(const std::filesystem::path& folder) const { RemoveWorktree(repository_, folder); }

}  // namespace mpigauge

#include "ci/bisect/builds.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "ci/process/git.h"
#include "ci/process/process.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::size_t Count(const std::string& text) { return text.empty() ? 0 : std::stoul(text); }

constexpr std::size_t kMostReason = 300;  // bytes

// The last lines that are not empty, as one that can be shown. A carriage return ends one as well: behind it, programs
// write their progress anew.
std::string LastLines(const std::string& text, int count) {
  constexpr const char* kEnds = "\r\n";
  std::string lines;
  std::size_t end = text.find_last_not_of(kEnds);
  for (; count > 0 && end != std::string::npos; --count) {
    const std::size_t before = text.find_last_of(kEnds, end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::string line = text.substr(begin, end + 1 - begin);
    lines = lines.empty() ? line : line + "; " + lines;
    end = begin == 0 ? std::string::npos : text.find_last_not_of(kEnds, before);
  }
  return Printable(lines.substr(0, kMostReason));
}

}  // namespace

std::string Printable(const std::string& text) {
  // The JSON library replaces what is not UTF-8.
  const std::string escaped = JsonLine(Json(text));
  std::string valid = Json::parse(escaped).get<std::string>();
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    if (byte == '\n')
      valid[i] = ' ';
    else if (byte < 0x20 || byte == 0x7f)
      valid[i] = '?';
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
  const ProcessResult ancestry = Git(repository_, {"merge-base", "--is-ancestor", hashes_[0], end});
  if (ancestry.exit_code != 0) {
    throw UsageError(
        "--good {} is not an ancestor of --bad {}: there is no line of commits from one to the other (exchanged? a "
        "shallow clone?){}",
        good, bad, ancestry.err.empty() ? "" : "; git: " + FirstLine(ancestry.err));
  }
  const ProcessResult listed = Git(repository_, {"rev-list", "--first-parent", "--reverse", range});
  if (listed.exit_code != 0) throw UsageError("--repo {}: {}", repository_, FirstLine(listed.err));
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) hashes_.push_back(line);
  // ProcessResult keeps only the end of very long output.
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
  // Not by git show, which reads the trees of the parents, too: they may be missing.
  return Printable(FirstLine(Git(repository_, {"log", "--max-count=1", "--format=%s", hash(commit)}).out));
}

ProcessResult Commits::CheckOut(std::size_t commit, const std::filesystem::path& folder) const {
  return AddWorktree(repository_, hash(commit), folder);
}

void Commits::Remove(const std::filesystem::path& folder) const { RemoveWorktree(repository_, folder); }

namespace {

constexpr int kSkipCode = 125;  // as for `git bisect run`

std::string NotCheckedOut(int exit_code, const std::string& why) {
  return fmt::format("cannot be checked out (exit code {}){}{}", exit_code, why.empty() ? "" : ": ", why);
}

}  // namespace

Builds::Builds(const Commits& commits, std::filesystem::path state, std::string command, int jobs, std::string checkout)
    : commits_(commits),
      state_(std::move(state)),
      command_(std::move(command)),
      jobs_(jobs),
      checkout_(std::move(checkout)) {
  for (std::size_t commit = 0; commit <= commits.suspects(); ++commit) {
    const auto file = Folder(commit) / "build.json";
    if (!std::filesystem::exists(file)) continue;
    const Json json = ReadJson(file);
    ReadingJson(file.string(), [&] {
      // Where an end failed there is no state of a bisection yet, and the next try may be one with other commands.
      if (json.value("build", command_) != command_ || json.value("checkout", std::string()) != checkout_) return;
      known_[commit] = json.at("failure").get<std::string>();
    });
  }
}

void Builds::Build(const std::vector<std::size_t>& wanted) {
  std::vector<std::size_t> open;
  for (const std::size_t commit : wanted) {
    if (!Known(commit)) open.push_back(commit);
  }
  const auto at_once = static_cast<std::size_t>(jobs_);
  for (std::size_t begin = 0; begin < open.size(); begin += at_once) {
    BuildAtOnce({open.begin() + static_cast<std::ptrdiff_t>(begin),
                 open.begin() + static_cast<std::ptrdiff_t>(std::min(open.size(), begin + at_once))});
  }
}

void Builds::BuildAtOnce(const std::vector<std::size_t>& commits) {
  std::vector<std::future<std::string>> running;
  bool stopped = false;
  {
    const StopSignals signals;  // lives longer than those of the processes
    for (const std::size_t commit : commits) {
      running.push_back(std::async(std::launch::async, [this, commit] { return BuildOne(commit); }));
    }
    for (const auto& one : running) one.wait();
    stopped = StopSignals::Requested();
  }
  for (const std::size_t commit : commits) commits_.Remove(Checkout(commit));
  if (stopped) throw NotMeasured("stopped while building; the same command resumes");
  for (std::size_t i = 0; i < commits.size(); ++i) Keep(commits[i], running[i].get());
}

// Why it failed; nothing where it did not.
std::string Builds::BuildOne(std::size_t commit) {
  std::filesystem::remove_all(Folder(commit));
  std::filesystem::create_directories(Out(commit));
  if (std::string why = CheckOut(commit); !why.empty()) return why;
  const int exit_code = RunBuildCommand(
      command_, Checkout(commit), {{"MPIGAUGE_COMMIT", commits_.hash(commit)}, {"MPIGAUGE_OUT", Out(commit).string()}},
      BuildLog(commit));
  if (exit_code == 0) return "";
  return exit_code == kSkipCode ? "the build command says skip (exit code 125)"
                                : fmt::format("does not build (exit code {})", exit_code);
}

// One after the other: git does not add two working trees at once. Why it failed; nothing where it did not.
std::string Builds::CheckOut(std::size_t commit) {
  const std::lock_guard alone(checking_out_);
  if (StopSignals::Requested()) return "stopped";  // BuildAtOnce keeps nothing then
  if (!checkout_.empty()) return RunCheckout(commit);
  const ProcessResult git = commits_.CheckOut(commit, Checkout(commit));
  if (git.exit_code == 0) return "";
  WriteFileAtomically(CheckoutLog(commit), git.err);
  return NotCheckedOut(git.exit_code, LastLines(git.err, 2));  // the last line but one says which object is missing
}

std::string Builds::RunCheckout(std::size_t commit) const {
  const std::filesystem::path folder = Checkout(commit);
  commits_.Remove(folder);
  std::filesystem::create_directories(folder);
  const int exit_code = RunBuildCommand(checkout_, folder,
                                        {{"MPIGAUGE_REPO", commits_.repository()},
                                         {"MPIGAUGE_COMMIT", commits_.hash(commit)},
                                         {"MPIGAUGE_SOURCE", folder.string()},
                                         {"GIT_TERMINAL_PROMPT", "0"}},
                                        CheckoutLog(commit));
  return exit_code == 0 ? "" : NotCheckedOut(exit_code, LastLines(ReadFile(CheckoutLog(commit)), 1));
}

std::filesystem::path Builds::Log(std::size_t commit) const {
  const std::filesystem::path log = BuildLog(commit);
  return std::filesystem::exists(log) ? log : CheckoutLog(commit);
}

void Builds::Keep(std::size_t commit, const std::string& failure) {
  const Json kept = {
      {"commit", commits_.hash(commit)}, {"build", command_}, {"checkout", checkout_}, {"failure", failure}};
  WriteFileAtomically(Folder(commit) / "build.json", JsonText(kept), Readers::kOwner);
  known_[commit] = failure;
}

void Builds::MarkUnusable(std::size_t commit, const std::string& why) { Keep(commit, Printable(why)); }

std::map<std::size_t, std::string> Builds::Failures() const {
  std::map<std::size_t, std::string> failures = known_;
  std::erase_if(failures, [](const auto& one) { return one.second.empty(); });
  return failures;
}

}  // namespace mpigauge

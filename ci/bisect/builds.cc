#include "ci/bisect/builds.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "ci/process/build_command.h"
#include "ci/process/stop_signals.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/json.h"

namespace mpigauge {
namespace {

constexpr int kSkipCode = 125;  // as for `git bisect run`

}  // namespace

Builds::Builds(const Commits& commits, std::filesystem::path state, std::string command, int jobs)
    : commits_(commits), state_(std::move(state)), command_(std::move(command)), jobs_(jobs) {
  for (std::size_t commit = 0; commit <= commits.suspects(); ++commit) {
    const auto file = Folder(commit) / "build.json";
    if (!std::filesystem::exists(file)) continue;
    const Json json = ReadJson(file);
    known_[commit] = ReadingJson(file.string(), [&] { return json.at("failure").get<std::string>(); });
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
  // git does not add two working trees at once.
  for (const std::size_t commit : commits) commits_.CheckOut(commit, Checkout(commit));
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
std::string Builds::BuildOne(std::size_t commit) const {
  std::filesystem::remove_all(Out(commit));
  std::filesystem::create_directories(Out(commit));
  const int exit_code = RunBuildCommand(
      command_, Checkout(commit), {{"MPIGAUGE_COMMIT", commits_.hash(commit)}, {"MPIGAUGE_OUT", Out(commit).string()}},
      Log(commit));
  if (exit_code == 0) return "";
  return exit_code == kSkipCode ? "the build command says skip (exit code 125)"
                                : fmt::format("does not build (exit code {})", exit_code);
}

void Builds::Keep(std::size_t commit, const std::string& failure) {
  WriteFileAtomically(Folder(commit) / "build.json",
                      JsonText({{"commit", commits_.hash(commit)}, {"failure", failure}}));
  known_[commit] = failure;
}

void Builds::MarkUnusable(std::size_t commit, const std::string& why) { Keep(commit, Printable(why)); }

std::map<std::size_t, std::string> Builds::Failures() const {
  std::map<std::size_t, std::string> failures = known_;
  std::erase_if(failures, [](const auto& one) { return one.second.empty(); });
  return failures;
}

}  // namespace mpigauge

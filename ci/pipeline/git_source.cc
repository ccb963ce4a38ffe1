#include "ci/pipeline/git_source.h"

#include <fmt/format.h>

#include "ci/process/process.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/json.h"

namespace mpigauge {
namespace {

std::string Git(const std::vector<std::string>& arguments, const std::string& what) {
  std::vector<std::string> words = {"git"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  // It must not ask anybody for a password.
  const ProcessResult result = RunProcess({words, {{"GIT_TERMINAL_PROMPT", "0"}}, 3600});
  if (result.interrupted) throw NotMeasured("stopped");
  if (result.exit_code != 0) throw NotMeasured("{}: {}\n{}", what, ShellText(words), result.err);
  return result.out.substr(0, result.out.find_last_not_of('\n') + 1);
}

void CheckOut(const LibrarySource& source, const std::filesystem::path& repository, const std::string& commit,
              const std::filesystem::path& checkout) {
  const std::string where = repository.string();
  std::filesystem::remove_all(checkout);
  Git({"-C", where, "worktree", "prune"}, source.git);
  Git({"-C", where, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--quiet", "--detach", checkout.string(),
       commit},
      source.git);
}

int RunBuild(const LibrarySource& source, const std::string& commit, const std::filesystem::path& folder) {
  std::filesystem::remove_all(folder / "install");
  std::filesystem::create_directories(folder / "install");
  const std::string script = fmt::format("cd {} && {{ {}\n}} >{} 2>&1", ShellText({(folder / "checkout").string()}),
                                         source.build, ShellText({(folder / "log").string()}));
  const ProcessResult result =
      RunProcess({{"/bin/sh", "-c", script}, {{"PREFIX", (folder / "install").string()}, {"COMMIT", commit}}, 0});
  if (result.interrupted) throw NotMeasured("stopped while commit {} was built", commit);
  return result.exit_code;
}

}  // namespace

GitInstall InstallFromGit(const LibrarySource& source, const std::filesystem::path& folder) {
  const std::filesystem::path repository = folder / "repository";
  if (!std::filesystem::exists(repository / "HEAD")) {
    std::filesystem::create_directories(folder);
    std::filesystem::remove_all(repository);
    Git({"clone", "--quiet", "--mirror", "--", source.git, repository.string()}, source.git);
  } else {
    Git({"-C", repository.string(), "fetch", "--quiet", "--prune", "origin"}, source.git);
  }
  const std::string commit = Git(
      {"-C", repository.string(), "rev-parse", "--verify", "--end-of-options", source.ref + "^{commit}"}, source.git);
  const std::filesystem::path here = folder / commit.substr(0, 12);
  const std::filesystem::path built = here / "build.json";
  if (!std::filesystem::exists(built)) {
    CheckOut(source, repository, commit, here / "checkout");
    const int exit_code = RunBuild(source, commit, here);
    std::filesystem::remove_all(here / "checkout");
    WriteFileAtomically(built, JsonText({{"commit", commit}, {"exit_code", exit_code}, {"command", source.build}}));
  }
  const int exit_code = ReadingJson(built.string(), [&] { return ReadJson(built).at("exit_code").get<int>(); });
  if (exit_code != 0) {
    throw NotMeasured("commit {} of {} does not build (exit code {}): see {}; to try again remove {}",
                      commit.substr(0, 12), source.git, exit_code, (here / "log").string(), built.string());
  }
  return {commit, (here / "install").string()};
}

}  // namespace mpigauge

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version_order.h"
#include "ci/pipeline/look.h"
#include "ci/process/git.h"
#include "ci/process/process.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

// Returns the output of git, without the end of the line.
std::string Ask(const LibrarySource& source, const std::filesystem::path& folder,
                const std::vector<std::string>& arguments) {
  const ProcessResult result = Git(folder.string(), arguments);
  if (result.interrupted) throw NotMeasured("stopped");
  if (result.exit_code != 0) {
    throw NotMeasured("{}: git {}{}", source.git, ShellText(arguments), FurtherLines(result.err));
  }
  return result.out.substr(0, result.out.find_last_not_of('\n') + 1);
}

int Build(const LibrarySource& source, const std::filesystem::path& repository, const std::string& commit,
          const std::filesystem::path& here) {
  std::filesystem::remove_all(here / "install");
  std::filesystem::create_directories(here / "install");
  const ProcessResult checkout = AddWorktree(repository.string(), commit, here / "checkout");
  if (checkout.exit_code != 0) throw NotMeasured("cannot check out {}: {}", commit.substr(0, 10), checkout.err);
  const int exit_code = RunBuildCommand(source.build, here / "checkout",
                                        {{"PREFIX", (here / "install").string()}, {"COMMIT", commit}}, here / "log");
  RemoveWorktree(repository.string(), here / "checkout");
  return exit_code;
}

}  // namespace

GitInstall InstallFromGit(const LibrarySource& source, const std::filesystem::path& folder) {
  const std::filesystem::path repository = folder / "repository";
  if (!std::filesystem::exists(repository / "HEAD")) {
    std::filesystem::create_directories(folder);
    std::filesystem::remove_all(repository);
    Ask(source, folder, {"clone", "--quiet", "--mirror", "--", source.git, repository.string()});
  } else {
    Ask(source, repository, {"fetch", "--quiet", "--prune", "origin"});
  }
  const std::string commit =
      Ask(source, repository, {"rev-parse", "--verify", "--end-of-options", source.ref + "^{commit}"});
  const std::filesystem::path here = folder / commit.substr(0, 12);
  const std::filesystem::path built = here / "build.json";
  if (!std::filesystem::exists(built)) {
    const int exit_code = Build(source, repository, commit, here);
    WriteFileAtomically(built, JsonText({{"commit", commit}, {"exit_code", exit_code}, {"command", source.build}}));
  }
  const int exit_code = ReadingValues(built.string(), [&] { return SmallCountAt(ReadJson(built), "exit_code", -1); });
  if (exit_code != 0) {
    throw NotMeasured("commit {} of {} does not build (exit code {}): see {}; to try again remove {}",
                      commit.substr(0, 12), source.git, exit_code, (here / "log").string(), built.string());
  }
  return {commit, (here / "install").string()};
}

namespace {

// The folders, in the order of their versions.
std::vector<std::string> Matching(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  std::erase_if(paths, [](const std::string& path) { return !std::filesystem::is_directory(path); });
  std::sort(paths.begin(), paths.end(), IsOlderVersion);
  return paths;
}

// The prefix of the MPI that an environment module puts into PATH. A login shell knows `module`.
std::string PrefixOfModule(const std::string& module) {
  const std::string script = "module load " + ShellText({module}) + " && { command -v mpirun || command -v mpiexec; }";
  const ProcessResult result = RunProcess({{"bash", "-lc", script}, {}, 60});
  const std::string launcher = result.out.substr(0, result.out.find('\n'));
  if (result.exit_code != 0 || !launcher.starts_with('/')) {
    throw NotMeasured("module {}: cannot be loaded, or has no mpirun: {}", module, result.err);
  }
  return std::filesystem::canonical(std::filesystem::path(launcher).parent_path()).parent_path();
}

class Finder {
 public:
  Finder(const PipelineConfig& config, GitSources git) : config_(config), git_(git) {}

  void Look(const LibrarySource& source) {
    for (const std::string& pattern : source.prefixes) {
      const std::vector<std::string> prefixes = Matching(pattern);
      if (prefixes.empty()) found_.problems.push_back(fmt::format("{}: no folder {}", source.name, pattern));
      for (const std::string& prefix : prefixes) Add(source, prefix, prefix);
    }
    if (!source.mpi.empty()) Add(source, source.mpi, "the machine's " + source.mpi);
    for (const std::string& module : source.modules) {
      Try(source, [&] { Add(source, PrefixOfModule(module), "module " + module); });
    }
    if (!source.git.empty() && git_ == GitSources::kLeave) {
      found_.later.push_back(fmt::format("{}: {} of {} is fetched, and built where it has moved, by mpigauge ci",
                                         source.name, source.ref, source.git));
    } else if (!source.git.empty()) {
      Try(source, [&] {
        const GitInstall install = InstallFromGit(source, config_.state / "git" / source.name);
        Add(source, install.prefix, fmt::format("commit {} of {}", install.commit.substr(0, 12), source.git));
      });
    }
  }

  FoundLibraries Result() { return std::move(found_); }

 private:
  void Add(const LibrarySource& source, const std::string& mpi, const std::string& place) {
    found_.libraries.push_back({&source, {"", mpi, source.preload, source.environment, ""}, place});
  }

  template <typename Action>
  void Try(const LibrarySource& source, Action action) {
    try {
      action();
    } catch (const Error& error) {
      found_.problems.push_back(fmt::format("{}: {}", source.name, error.what()));
    }
  }

  const PipelineConfig& config_;
  const GitSources git_;
  FoundLibraries found_;
};

}  // namespace

FoundLibraries FindLibraries(const PipelineConfig& config, GitSources git) {
  Finder finder(config, git);
  for (const LibrarySource& source : config.libraries) finder.Look(source);
  return finder.Result();
}

}  // namespace mpigauge

#include "ci/pipeline/source.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>

#include "ci/pipeline/git_source.h"
#include "ci/process/process.h"
#include "harness/base/error.h"
#include "harness/base/shell.h"

namespace mpigauge {
namespace {

std::vector<std::string> Matching(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  std::erase_if(paths, [](const std::string& path) { return !std::filesystem::is_directory(path); });
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

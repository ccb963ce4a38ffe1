#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/pipeline/config.h"
#include "ci/pipeline/update.h"

namespace mpigauge {

// An install that was built from a commit.
struct GitInstall {
  std::string commit;
  std::string prefix;
};

// Builds and installs the present commit of the source's ref. In `folder`:
//   repository          a clone
//   COMMIT/checkout     the working tree, while it is built
//   COMMIT/install      $PREFIX
//   COMMIT/log          what the command printed
//   COMMIT/build.json   its exit code; where it is missing, the build did not finish and is done again
// A commit is built once; one that does not build is remembered, and said again each time until build.json is removed.
// The build command runs by /bin/sh in the checkout with PREFIX and COMMIT set. Throws Error (not measured).
GitInstall InstallFromGit(const LibrarySource& source, const std::filesystem::path& folder);

// An install that is there now. Whether it was judged already is not known yet.
struct FoundLibrary {
  const LibrarySource* source = nullptr;
  Library library;
  std::string place;  // "/opt/openmpi-5.0.7", "module openmpi/5.0", "commit 3f2a77c1 of https://..."
};

struct FoundLibraries {
  std::vector<FoundLibrary> libraries;
  std::vector<std::string>
      problems;                    // a place that is configured and has no library; the others are found all the same
  std::vector<std::string> later;  // repositories that were left alone
};

// How repositories are treated: fetch them and build refs that have moved, or leave them alone.
enum class GitSources { kBuild, kLeave };

// Looks at every place that the configuration names, in its order; folders of one pattern in the order of versions.
FoundLibraries FindLibraries(const PipelineConfig& config, GitSources git);

// The findings of a look at the places of a pipeline.
struct LibraryNews {
  std::vector<Update> fresh;          // libraries that were not known, as they begin; not written
  std::vector<Update> known;          // libraries that are there and were done before
  std::vector<std::string> later;     // libraries that may not be whole yet
  std::vector<std::string> problems;  // places without a library, libraries that do not start
};

// Looks at every place that the configuration names; `updates` are those known so far. Ends early where somebody asked
// the process to stop.
LibraryNews LookForLibraries(const PipelineConfig& config, const std::vector<Update>& updates, GitSources git,
                             const std::string& mpigauge);

}  // namespace mpigauge

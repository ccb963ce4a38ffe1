#pragma once

#include <filesystem>
#include <string>

#include "ci/pipeline/config.h"

namespace mpigauge {

// An install that was built from a commit.
struct GitInstall {
  std::string commit;
  std::string prefix;
};

// What the source's ref is now, built and installed. In `folder`:
//   repository          a clone
//   COMMIT/checkout     the working tree, while it is built
//   COMMIT/install      $PREFIX
//   COMMIT/log          what the command printed
//   COMMIT/build.json   its exit code; where it is missing, the build did not come to its end and is done again
// A commit is built once; one that does not build is remembered, and said again each time until build.json is removed.
// The build command runs by /bin/sh in the checkout with PREFIX and COMMIT set. Throws Error (not measured).
GitInstall InstallFromGit(const LibrarySource& source, const std::filesystem::path& folder);

}  // namespace mpigauge

#pragma once

#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/pipeline/config.h"

namespace mpigauge {

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

// What is done about repositories: fetch them and build what has moved, or leave them alone.
enum class GitSources { kBuild, kLeave };

// Looks at every place that the configuration names.
FoundLibraries FindLibraries(const PipelineConfig& config, GitSources git);

}  // namespace mpigauge

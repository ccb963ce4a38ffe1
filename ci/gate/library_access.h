#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ci/launch/launches.h"
#include "ci/launch/plan.h"
#include "ci/library/kept_libraries.h"

namespace mpigauge {

// The questions that a gate has about libraries, and that their files, or a process of theirs, must answer.
class LibraryAccess {
 public:
  virtual ~LibraryAccess() = default;

  // Finds out which library a plan names now (LibraryIdentity::hash). Throws Error where that cannot be known.
  virtual std::string IdentityOf(const Library& library) const = 0;

  // The library of this plan as the copy that is kept of it (KeptLibraries::Take). Throws Error with the reason where
  // there is none that works.
  virtual KeptStart TakeKept(const LaunchPlan& baseline, const std::string& candidate_bench) const = 0;

  // The names of the series that a launch of this plan measures. Throws Error where they are not known here, or not
  // before `deadline`.
  virtual std::vector<std::string> SeriesOf(const LaunchPlan& plan, const Launches::Deadline& deadline) const = 0;

  // The implementation that launches of this library will find, as the environment of a launch names it ("Open MPI").
  // Empty where that is not known before a launch.
  virtual std::string ImplementationOf(const Library& library) const = 0;
};

// Asks libraries themselves, by the program `mpigauge` (Identify), and takes copies from `kept`. `jobs` is the folder
// of Slurm jobs that start them, whose file system must have the copies, too; empty: they are started on this host.
std::shared_ptr<const LibraryAccess> InstalledLibraries(KeptLibraries kept, const std::filesystem::path& jobs = {},
                                                        const std::string& mpigauge = "/proc/self/exe");

}  // namespace mpigauge

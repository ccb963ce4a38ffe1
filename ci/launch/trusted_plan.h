#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "ci/launch/plan.h"

namespace mpigauge {

// A store is data, and others may have written it: a plan from there names programs to start. They are started only if
// nobody but root and this user can change them (WhyUntrusted).

// Throws Error (not measured) where somebody else could change the install, the benchmark program or a preloaded
// library of a stored plan. An MPI that is named "openmpi", "mpich" or not at all is the one of this user's PATH.
void RequireTrusted(const LaunchPlan& plan);

// The reason that somebody else could change what is started from a prefix: the folder, the folders of programs,
// libraries, plugins and parameters in it, its launchers and libmpi. Empty: nobody could.
std::string WhyUntrustedInstall(const std::filesystem::path& prefix);

// Throws Error (not measured) where a variable of a stored plan could make the dynamic linker, the library or its
// launcher start something else: it names a file that somebody else could change, or it is no plain word, since some
// variables are command lines.
void RequirePlainVariables(const std::map<std::string, std::string>& environment);

}  // namespace mpigauge

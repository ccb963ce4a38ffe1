#pragma once

#include <map>
#include <string>

namespace mpigauge {

// An MPI that can start programs here.
struct MpiInstall {
  enum class Kind { kOpenMpi, kMpich, kIntel };
  Kind kind = Kind::kOpenMpi;
  std::string launcher;  // path of its mpirun or mpiexec
  std::string version;   // "4.1.4"
  // The variables that make programs load this install's libraries and not another's.
  std::map<std::string, std::string> environment;

  std::string Name() const;      // "Open MPI 4.1.4"
  std::string KindName() const;  // "openmpi", "mpich" or "intel": as options, settings and file names have it
};

// In the prefix of a copy that mpigauge keeps (ci/library): a JSON file whose "environment" names the variables that
// must be set besides, with folders of the copy.
inline constexpr const char* kCopyFile = "mpigauge-library.json";

// Finds an install: "" is the machine's default (Open MPI before MPICH), "openmpi" and "mpich" are by name,
// anything else is a prefix such as /opt/openmpi-5. Throws Error (usage) that names what was looked for.
MpiInstall FindMpi(const std::string& wanted);

}  // namespace mpigauge

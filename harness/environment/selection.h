#pragma once

#include <map>
#include <string>

namespace mpigauge {

// What the MPI library selected, as far as it tells: text by name.
//   NAME                its control variables that decide components, algorithms and thresholds (control_variables.h)
//   NAME.contents       of a variable that names a file of rules: "213 bytes, CRC-32 1a2b3c4d"
//   components.NAME     what is loaded of a framework or transport, "self tcp vader" (selection_filter.h)
//   available.NAME      which components the library has of a framework, where they are built in and nobody can see
//   which
//                       of them are in use
//   device              MPICH's, "ch4:ucx"
// Takes 0.2 s with Open MPI 4, which loads all of its components for it (not in this process): for the end of a launch.
std::map<std::string, std::string> CaptureSelection();

// "213 bytes, CRC-32 1a2b3c4d", as `crc32` prints it; "cannot be read" where it cannot.
std::string FileFingerprint(const std::string& path);

}  // namespace mpigauge

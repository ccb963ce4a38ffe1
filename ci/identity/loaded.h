#pragma once

#include <string>
#include <vector>

#include "harness/base/json.h"

namespace mpigauge {

// What an MPI library is when it runs: asked of itself, in this process, without being linked to it.
struct LoadedMpi {
  std::string library;                       // libmpi, where the dynamic linker found it
  std::string version;                       // MPI_Get_library_version, its first line
  std::vector<std::string> files;            // what it loaded of itself: libmpi, its plugins, transports below it
  std::vector<std::string> parameter_files;  // what it reads settings from, where they exist
};

// Loads the first of these libraries that is there ("libmpi.so.40", as the dynamic linker finds it), initializes it,
// and looks at what it loaded and which parameter files it names. Works with any MPI, whatever its binary interface:
// the functions that are called take no handles. Once in a process. Throws Error (not measured) with the linker's
// words.
LoadedMpi LoadMpi(const std::vector<std::string>& sonames);

Json ToJson(const LoadedMpi& loaded);
LoadedMpi LoadedMpiFromJson(const Json& json, std::string_view what);

}  // namespace mpigauge

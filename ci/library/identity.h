#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// The identity of the library that a plan names: two libraries with the same identity run the same code with the same
// settings.
struct LibraryIdentity {
  // SHA-256, in hexadecimal digits, of what is loaded when it runs and the version that it states; not of dates or
  // places, so that a copy of an install is the same library.
  std::string hash;
  std::string version;                       // as it states itself, "Open MPI v4.1.4, ..."
  std::vector<std::string> files;            // whose contents are in the hash, sorted
  std::string libmpi;                        // among them: the library itself
  std::vector<std::string> parameter_files;  // among them: what it reads settings from
  std::int64_t changed_at = 0;               // when the newest of these files was changed, seconds since 1970
};

// Starts one process of it, which loads the library and tells what it is (LoadMpi); plugins that lie beside loaded ones
// count too, since they are loaded when they are needed. Preloaded libraries and the environment of the plan's
// library are part of it. `mpigauge` is the program that is started (`mpigauge loaded`). Takes about half a second.
// Throws Error (usage) where the MPI is not there, Error (not measured) with its own words where it does not start.
LibraryIdentity Identify(const Library& library, const std::string& mpigauge = "/proc/self/exe");

// The number in a version that a library states: "5.0.9rc1" of "Open MPI v5.0.9rc1, package: ...". Empty where there is
// none.
std::string VersionNumber(const std::string& stated);

// How runs of a library are labelled: "openmpi 5.0.9 1a2b3c4d", or without the number where that is not known.
std::string LibraryLabel(const std::string& name, const LibraryIdentity& identity);

// Its hash; empty where it cannot be found out here (the compute nodes may have an MPI that this host has not).
std::string IdentityIfKnown(const Library& library);

Json ToJson(const LibraryIdentity& identity);

// An MPI library that was loaded into this process, without being linked to it, and asked what it is.
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

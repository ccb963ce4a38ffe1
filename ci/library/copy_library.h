#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ci/launch/mpi_install.h"
#include "ci/library/identity.h"

namespace mpigauge {

// The files of an install, and where they go in a copy of it.
struct CopyList {
  std::map<std::filesystem::path, std::filesystem::path> files;  // in the copy -> what is copied there
  std::map<std::filesystem::path, std::string> links;            // in the copy -> the file beside it
  std::map<std::string, std::string> environment;                // variables that name folders of the copy
  std::string libmpi;                                            // in the copy
  std::vector<std::string> preload;                              // in the copy
};

// Lists the files that Identify names of the library, the launcher with its helpers and its own libraries, plugins of
// the libraries below (PMIx, hwloc, UCX) and texts of errors. A shared library goes to what is behind the last folder
// of its path that is called lib or so, whatever prefix it was in. Left where they are: the C library, which belongs to
// the program, and libraries of drivers, which belong to the kernel. Throws Error (not measured) where a folder of it
// cannot be read.
CopyList ListCopy(const MpiInstall& install, const Library& library, const LibraryIdentity& identity);

// Throws Error (not measured) that names a file that cannot be read.
std::int64_t BytesOf(const CopyList& list);

// Copies them into this folder. Throws Error (not measured) that names what could not be copied, and why.
void MakeCopy(const CopyList& list, const std::filesystem::path& folder);

}  // namespace mpigauge

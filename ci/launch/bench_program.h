#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/mpi_install.h"

namespace mpigauge {

// An installation has a benchmark program for each binary interface of MPI libraries: bin/mpigauge-bench for the MPI
// that it was built with, and lib/mpigauge/programs/mpigauge-bench.LIBRARY for others, such as
// mpigauge-bench.libmpi.so.12. Each is for the MPIs that offer the library that it needs.

// The libraries by which programs find an MPI of this kind, such as libmpi.so.40, without those of the standard
// interface.
std::vector<std::string> MpiLibraryNames(MpiInstall::Kind kind);

// The libraries of an MPI.
struct OfferedLibraries {
  std::vector<std::string> names;  // empty: none was found
  std::filesystem::path folder;    // that has them
};

// The first of `folders` that has a library of this kind.
OfferedLibraries OfferedIn(const std::vector<std::filesystem::path>& folders, MpiInstall::Kind kind);

// Looks beside the launcher of this install, and then where the dynamic linker looks in its environment.
OfferedLibraries OfferedBy(const MpiInstall& install);

// The MPI library that a program needs; empty where that cannot be told from the file.
std::string NeededMpi(const std::filesystem::path& program);

// Whether the program may run with these libraries. Where one side is not known, it may.
bool MayRunWith(const std::filesystem::path& program, const OfferedLibraries& offered);

// The programs that lie in the installation of `mpigauge`, the file of this command, besides bin/mpigauge-bench.
std::vector<std::filesystem::path> OtherPrograms(const std::filesystem::path& mpigauge);

// A program for one MPI.
struct BenchProgram {
  std::string path;
  std::string note;  // which it is and why; empty for the first one
};

// The first of `programs` that may run with the libraries of this install. Throws Error (usage) that says what each
// side has, and how a program is built for this MPI, `mpi` on the command line.
BenchProgram ChooseProgram(const std::vector<std::filesystem::path>& programs, const MpiInstall& install,
                           const OfferedLibraries& offered, const std::string& mpi);

// Finds the program for an MPI: `given`, else MPIGAUGE_BENCH, else the one of this installation that fits. `mpi` is as
// given to FindMpi; for an MPI that is not installed on this host, bin/mpigauge-bench is taken. Throws Error (usage).
BenchProgram FindBenchFor(const std::string& mpi, const std::string& given);

}  // namespace mpigauge

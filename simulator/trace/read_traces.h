#pragma once

#include <filesystem>
#include <map>

#include "simulator/trace/trace_file.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {

struct ReadTracesOptions {
  // A rank's file that is cut off or damaged ends where it makes no sense (RankTrace::damage says so), and files
  // without MPI_Finalize are taken: of a program that was killed.
  bool incomplete = false;
};

// The folder's trace files by rank. Throws Error (usage) where there is no folder, no trace in it, or two of one rank.
std::map<int, std::filesystem::path> TraceFilesIn(const std::filesystem::path& folder);

// The files of all ranks in the folder. Throws Error (usage) that names what is wrong: no such folder or no trace in
// it; ranks whose files are missing; files of different runs; a file of another rank than its name says; files that
// are damaged, or end before MPI_Finalize.
TraceSet ReadTraces(const std::filesystem::path& folder, const ReadTracesOptions& options = {});

}  // namespace mpigauge

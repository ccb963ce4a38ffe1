#include "harness/program/needs.h"

#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "harness/base/error.h"

namespace mpigauge {

std::set<Need> Available(const Control& control, const Options& options) {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  MPI_Comm host = MPI_COMM_NULL;
  PMPI_Comm_split_type(control.communicator(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int on_host = 0;
  PMPI_Comm_size(host, &on_host);
  PMPI_Comm_free(&host);
  std::array<std::int64_t, 2> all = {level == MPI_THREAD_MULTIPLE, control.root() ? on_host > 1 : 1};
  control.MinToRoot(all);
  control.Broadcast(all);
  std::set<Need> available;
  if (all[0] != 0) available.insert(Need::kThreads);
  if (all[1] != 0) available.insert(Need::kSharedHost);
  if (!options.io_directory.empty()) available.insert(Need::kIoDirectory);
  return available;
}

void RefuseBadDirectory(const Control& control, const std::string& directory) {
  if (directory.empty()) return;
  std::optional<Fault> mine;
  if (!std::filesystem::is_directory(directory)) {
    mine = Fault{FaultKind::kError, 0, "no such folder"};
  } else if (access(directory.c_str(), W_OK | X_OK) != 0) {
    mine = Fault{FaultKind::kError, 0, std::strerror(errno)};
  }
  if (const auto fault = control.Agree(mine)) {
    throw UsageError("--io-directory {}: {} (rank {})", directory, fault->message, fault->rank);
  }
}

}  // namespace mpigauge

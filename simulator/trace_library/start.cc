// How a trace begins.
#include <mpi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/error.h"
#include "simulator/trace/codec.h"
#include "simulator/trace_library/recorder.h"

namespace mpigauge {
namespace {

// The same on all ranks: rank 0's.
std::string AgreeOnRunId() {
  std::array<char, 40> text{};
  std::random_device random;
  std::snprintf(text.data(), text.size(), "%08x%08x", random(), random());
  PMPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text.data();
}

std::string Utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::string ProgramName() {
  std::ifstream file("/proc/self/cmdline");
  std::string name;
  std::getline(file, name, '\0');
  return name;
}

std::string HostName() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string LibraryName() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  const std::string all(text.data());
  return all.substr(0, all.find('\n'));
}

std::string ThreadLevelName(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE: return "single";
    case MPI_THREAD_FUNNELED: return "funneled";
    case MPI_THREAD_SERIALIZED: return "serialized";
    default: return "multiple";
  }
}

bool WithCpu() {
  const char* text = std::getenv("MPIGAUGE_TRACE_CPU");
  if (text == nullptr || *text == '\0' || std::strcmp(text, "thread") == 0) return true;
  if (std::strcmp(text, "off") == 0) return false;
  throw UsageError("MPIGAUGE_TRACE_CPU: '{}' is not known (thread, off)", text);
}

// Removes the files of ranks that an earlier, larger run in the same folder had.
void RemoveStale(const std::filesystem::path& folder, int ranks) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (RankOfTraceFile(entry.path().filename().string()) >= ranks) std::filesystem::remove(entry.path(), ignored);
  }
}

// True if MPI_Comm_spawn started the process: then its world is not the one that the trace's ranks are numbered in.
bool StartedByOthers() {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  return parent != MPI_COMM_NULL;
}

}  // namespace

std::string Recorder::MakeFolder(const std::string& run_id, int rank, int ranks) {
  const char* given = std::getenv("MPIGAUGE_TRACE");
  std::string folder = given != nullptr && *given != '\0' ? given : "mpigauge-trace-" + run_id;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw NotMeasured("{}: cannot be made: {}; give a folder with MPIGAUGE_TRACE", folder, error.message());
  if (rank == 0) RemoveStale(folder, ranks);
  return folder;
}

void Recorder::Start(const int* given_level) {
  const int thread_level = given_level != nullptr ? *given_level : MPI_THREAD_SINGLE;
  TraceHeader header;
  PMPI_Comm_rank(MPI_COMM_WORLD, &header.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &header.ranks);
  if (StartedByOthers()) {
    if (header.rank == 0) std::fprintf(stderr, "libmpigauge_trace: processes of MPI_Comm_spawn are not traced\n");
    return;
  }
  header.run_id = AgreeOnRunId();
  try {
    with_cpu_ = WithCpu();
    empty_burst_ = MeasureEmptyBurst(with_cpu_);
    many_threads_ = thread_level == MPI_THREAD_MULTIPLE;
    header.program = ProgramName();
    header.host = HostName();
    header.library = LibraryName();
    header.thread_level = ThreadLevelName(thread_level);
    header.cpu_clock = with_cpu_ ? "thread" : "off";
    header.clock_cost_seconds = static_cast<double>(empty_burst_.cpu) * 1e-9;
    header.started_at = Utc();
    const std::filesystem::path folder = MakeFolder(header.run_id, header.rank, header.ranks);
    writer_ = std::make_unique<TraceWriter>((folder / TraceFileName(header.rank)).string(), header);
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_trace: %s\n", error.what());
    PMPI_Abort(MPI_COMM_WORLD, static_cast<int>(error.code()));
  }
  process_ = getpid();
  on_ = true;
  Write({.call = TraceCall::kInit, .name = given_level != nullptr ? "MPI_Init_thread" : ""});
}

}  // namespace mpigauge

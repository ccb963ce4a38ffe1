#include "simulator/trace_library/testing/traced.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "simulator/trace/codec.h"
#include "simulator/trace/trace_file.h"

namespace mpigauge {

TracedRun RunTraced(int ranks, const std::string& command, const std::string& variables) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "trace";
  std::filesystem::remove_all(folder);
  const std::string library = std::filesystem::absolute("simulator/trace_library/libmpigauge_trace.so").string();
  const std::string line = fmt::format("bazel/mpi/mpiexec -n {} env LD_PRELOAD={} MPIGAUGE_TRACE={} {} {} 2>&1", ranks,
                                       library, folder.string(), variables, command);
  TracedRun run;
  FILE* const pipe = popen(line.c_str(), "r");
  std::array<char, 4096> piece{};
  for (std::size_t got = 0; (got = fread(piece.data(), 1, piece.size(), pipe)) > 0;)
    run.output.append(piece.data(), got);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::vector<std::filesystem::path> files;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (RankOfTraceFile(entry.path().filename().string()) >= 0) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) run.ranks.push_back(ReadRankTrace(file, OnDamage::kKeepWhatIsBefore));
  return run;
}

TracedRun RunScene(int ranks, const std::string& scene, const std::string& variables) {
  return RunTraced(ranks, "simulator/trace_library/testing/calls " + scene, variables);
}

std::vector<TraceEvent> Calls(const RankTrace& trace) {
  std::vector<TraceEvent> calls;
  for (TraceEvent event : trace.events) {
    if (event.call == TraceCall::kInit || event.call == TraceCall::kFinalize) continue;
    event.cpu_nanoseconds = event.before_nanoseconds = event.inside_nanoseconds = 0;
    calls.push_back(std::move(event));
  }
  return calls;
}

void PrintTo(const TraceEvent& event, std::ostream* out) {
  *out << fmt::format(
      "{{call {} mode {} nonblocking {} thread {} communicator {:x} peer {} tag {} bytes {} second {} {}",
      static_cast<int>(event.call), static_cast<int>(event.mode), event.nonblocking, event.thread, event.communicator,
      event.peer, event.tag, event.bytes, event.second_peer, event.second_tag);
  *out << fmt::format(" flag {} name '{}' requests", event.flag, event.name);
  for (const std::uint32_t request : event.requests) *out << " " << request;
  for (const TraceMatch& match : event.matches) {
    *out << fmt::format(" match({} {} {} {} {})", match.request, match.source, match.tag, match.bytes, match.cancelled);
  }
  *out << fmt::format(" made {:x} of {}}}\n", event.made.id, event.made.members.size());
}

}  // namespace mpigauge

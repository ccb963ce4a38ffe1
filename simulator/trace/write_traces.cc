#include "simulator/trace/write_traces.h"

#include <system_error>

#include "harness/base/error.h"
#include "simulator/trace/codec.h"
#include "simulator/trace/writer.h"

namespace mpigauge {

void WriteTraces(const TraceSet& traces, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UsageError("{}: {}", folder.string(), error.message());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (RankOfTraceFile(entry.path().filename().string()) < 0) continue;
    throw UsageError("{}: there are traces already; give a new folder", folder.string());
  }
  for (const RankTrace& rank : traces.ranks) {
    TraceWriter writer((folder / TraceFileName(rank.header.rank)).string(), rank.header);
    for (const TraceEvent& event : rank.events) writer.Add(event);
    writer.Flush();
  }
}

}  // namespace mpigauge

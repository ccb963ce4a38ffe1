#include "record/osu_names.h"

#include <algorithm>

namespace mpigauge {

const std::vector<OsuBenchmark>& OsuBenchmarks() {
  static const std::vector<OsuBenchmark> kBenchmarks = {
      {"MPI Latency", "ping_pong", "point-to-point"},
      {"MPI Bandwidth", "bandwidth", "bandwidth", OsuFigure::kBandwidth},
      {"MPI Bi-Directional Bandwidth", "bidirectional_bandwidth", "bandwidth", OsuFigure::kBandwidth},
      {"MPI Multiple Bandwidth / Message Rate", "message_rate", "bandwidth", OsuFigure::kRate},
      {"MPI Allgather Latency", "allgather", "collective"},
      {"MPI Allgatherv Latency", "allgatherv", "collective"},
      {"MPI Allreduce Latency", "allreduce", "collective"},
      {"MPI All-to-All Personalized Exchange Latency", "alltoall", "collective"},
      {"MPI All-to-Allv Personalized Exchange Latency", "alltoallv", "collective"},
      {"MPI Barrier Latency", "barrier", "collective"},
      {"MPI Broadcast Latency", "bcast", "collective"},
      {"MPI Gather Latency", "gather", "collective"},
      {"MPI Gatherv Latency", "gatherv", "collective"},
      {"MPI Reduce Latency", "reduce", "collective"},
      {"MPI Reduce_scatter Latency", "reduce_scatter", "collective"},
      {"MPI Scatter Latency", "scatter", "collective"},
      {"MPI Scatterv Latency", "scatterv", "collective"},
  };
  return kBenchmarks;
}

std::optional<OsuBenchmark> OsuBenchmarkOf(std::string_view case_name) {
  const auto& all = OsuBenchmarks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.case_name == case_name; });
  if (found == all.end()) return std::nullopt;
  return *found;
}

}  // namespace mpigauge

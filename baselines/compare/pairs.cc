#include "baselines/compare/pairs.h"

#include <algorithm>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

// The case's series under the name of the pair.
void AddCase(const LaunchRecord& launch, const std::string& case_name, const std::string& pair, LaunchRecord& out) {
  for (const SeriesRecord& series : launch.series) {
    if (series.case_name != case_name) continue;
    SeriesRecord renamed = series;
    renamed.case_name = pair;
    renamed.name = SeriesName(pair, series.parameters);
    renamed.case_version = 1;  // of two cases: it says nothing
    out.series.push_back(std::move(renamed));
  }
}

bool Has(const Side& run, const std::string& case_name) {
  return std::any_of(run.launches.begin(), run.launches.end(), [&](const LaunchRecord& launch) {
    return std::any_of(launch.series.begin(), launch.series.end(),
                       [&](const SeriesRecord& series) { return series.case_name == case_name; });
  });
}

LaunchRecord WithoutSeries(LaunchRecord launch) {
  launch.series.clear();
  return launch;
}

}  // namespace

const std::vector<CasePair>& CasePairs() {
  static const std::vector<CasePair> kPairs = {
      {"ping_pong", "ping_pong_isend"},
      {"ping_pong", "ping_pong_irecv"},
      {"ping_pong", "ping_pong_nonblocking"},
      {"ping_pong", "ping_pong_synchronous"},
      {"ping_pong", "ping_pong_buffered"},
      {"ping_pong", "ping_pong_ready"},
      {"ping_pong", "ping_pong_persistent"},
      {"ping_pong", "ping_pong_any_tag"},
      {"ping_pong", "ping_pong_any_source"},
      {"ping_pong", "ping_pong_iprobe"},
      {"ping_pong", "ping_pong_mprobe"},
      {"head_to_head", "head_to_head_sendrecv"},
      {"head_to_head", "head_to_head_nonblocking"},
      {"head_to_head_sendrecv", "head_to_head_sendrecv_replace"},
      {"bandwidth", "bidirectional_bandwidth"},
      {"reduce", "scan"},
      {"reduce", "allreduce"},
      {"scan", "exscan"},
      {"bcast", "scatter"},
      {"bcast", "ibcast"},
      {"gather", "allgather"},
      {"gather", "gatherv"},
      {"scatter", "scatterv"},
      {"allgather", "allgatherv"},
      {"allgather", "alltoall"},
      {"alltoall", "alltoallv"},
      {"allreduce", "iallreduce"},
      {"allreduce", "allreduce_in_place"},
      {"barrier", "ibarrier"},
      {"reduce_scatter", "reduce_scatter_block"},
  };
  return kPairs;
}

Comparison ComparePairs(const Side& run, const CompareSettings& settings) {
  Side first{"the first of each pair in " + run.label, {}};
  Side second{"the second of each pair in " + run.label, {}};
  for (const LaunchRecord& launch : run.launches) {
    first.launches.push_back(WithoutSeries(launch));
    second.launches.push_back(WithoutSeries(launch));
    for (const CasePair& pair : CasePairs()) {
      if (!Has(run, pair.first) || !Has(run, pair.second)) continue;
      const std::string name = pair.second + " vs " + pair.first;
      AddCase(launch, pair.first, name, first.launches.back());
      AddCase(launch, pair.second, name, second.launches.back());
    }
  }
  if (std::all_of(first.launches.begin(), first.launches.end(),
                  [](const LaunchRecord& launch) { return launch.series.empty(); })) {
    throw UsageError("{}: has no two cases that make a pair; `mpigauge run --suite standard` measures them", run.label);
  }
  return Compare(first, second, settings);
}

}  // namespace mpigauge

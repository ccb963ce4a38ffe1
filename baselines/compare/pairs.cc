#include "baselines/compare/pairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr const char* kSize = "bytes";

// One side of a pair.
struct Part {
  std::string case_name;
  std::optional<std::int64_t> bytes;  // that it has; nothing: any

  bool Has(const SeriesRecord& series) const {
    return series.case_name == case_name && (!bytes || ParameterOr(series.parameters, kSize, -1) == *bytes);
  }
};

Part First(const CasePair& pair) { return {pair.first, pair.first_bytes}; }
Part Second(const CasePair& pair) { return {pair.second, pair.second_bytes}; }

// The part's series under the name of the pair.
void AddPart(const LaunchRecord& launch, const Part& part, const std::string& pair, LaunchRecord& out) {
  for (const SeriesRecord& series : launch.series) {
    if (!part.Has(series)) continue;
    SeriesRecord renamed = series;
    renamed.case_name = pair;
    if (part.bytes) std::erase_if(renamed.parameters, [](const auto& one) { return one.first == kSize; });
    renamed.name = SeriesName(pair, renamed.parameters);
    renamed.case_version = 1;  // of two cases: it says nothing
    out.series.push_back(std::move(renamed));
  }
}

bool Has(const Side& run, const Part& part) {
  return std::any_of(run.launches.begin(), run.launches.end(), [&](const LaunchRecord& launch) {
    return std::any_of(launch.series.begin(), launch.series.end(),
                       [&](const SeriesRecord& series) { return part.Has(series); });
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
      {"ping_pong", "head_to_head_sendrecv"},
      {"ping_pong", "head_to_head_sendrecv_replace"},
      {"master_worker_waitsome", "master_worker_waitany"},
      {"master_worker_send", "master_worker_isend"},
      {"master_worker_send", "master_worker_ssend"},
      {"bcast", "bcast", 256, 65536},
      {"alltoall", "alltoall", 256, 65536},
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

std::string CasePair::Name() const {
  if (first_bytes && second_bytes) return fmt::format("{} with {} B vs {} B", second, *second_bytes, *first_bytes);
  return second + " vs " + first;
}

PairSides SidesOfPairs(const Side& run) {
  PairSides sides{{"the first of each pair in " + run.label, {}}, {"the second of each pair in " + run.label, {}}, {}};
  for (const LaunchRecord& launch : run.launches) {
    sides.first.launches.push_back(WithoutSeries(launch));
    sides.second.launches.push_back(WithoutSeries(launch));
    for (const CasePair& pair : CasePairs()) {
      if (!Has(run, First(pair)) || !Has(run, Second(pair))) continue;
      sides.names.insert(pair.Name());
      AddPart(launch, First(pair), pair.Name(), sides.first.launches.back());
      AddPart(launch, Second(pair), pair.Name(), sides.second.launches.back());
    }
  }
  return sides;
}

Comparison ComparePairs(const Side& run, const CompareSettings& settings) {
  const PairSides sides = SidesOfPairs(run);
  if (sides.names.empty()) {
    throw UsageError("{}: has no two cases that make a pair; `mpigauge run --suite standard` measures them", run.label);
  }
  return Compare(sides.first, sides.second, settings);
}

}  // namespace mpigauge

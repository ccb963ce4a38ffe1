#include "simulator/impact/curves.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

// Cases by the collective that they measure. Those with "_uneven", "_in_place" and the like behind their names are
// others.
std::optional<CollectiveKind> KindOf(const SeriesRecord& series) {
  if (series.family != "collective") return std::nullopt;
  if (series.case_name == "reduce_scatter_block") return CollectiveKind::kReduceScatter;
  if (!IsCollective(series.case_name)) return std::nullopt;
  return ParseCollectiveKind(series.case_name, series.name);
}

// The library's own call of equal blocks, where both were measured.
bool IsSecondChoice(const SeriesRecord& series) { return series.case_name == "reduce_scatter_block"; }

// As collective.h counts: the cases have the block of one rank in a reduce_scatter, it has the whole vector.
std::int64_t BytesOf(CollectiveKind kind, const SeriesRecord& series) {
  const std::int64_t bytes = ParameterOr(series.parameters, "bytes", 0);
  return kind == CollectiveKind::kReduceScatter ? bytes * ParameterOr(series.parameters, "ranks", 1) : bytes;
}

// Any other parameter makes another operation of it.
bool HasOnlyBytesAndRanks(const SeriesRecord& series) {
  return ParameterOr(series.parameters, "ranks", 0) > 0 &&
         std::all_of(series.parameters.begin(), series.parameters.end(),
                     [](const auto& one) { return one.first == "bytes" || one.first == "ranks"; });
}

bool IsUsable(const SeriesRecord& series) {
  return !series.fault && series.summary.count > 0 && series.summary.median > 0;
}

}  // namespace

bool IsCurvePoint(const SeriesRecord& series) { return KindOf(series).has_value() && HasOnlyBytesAndRanks(series); }

CollectiveCosts CurvesOf(const std::vector<LaunchRecord>& launches) {
  std::map<std::tuple<CollectiveKind, int, std::int64_t>, std::array<std::vector<double>, 2>> medians;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (!IsCurvePoint(series) || !IsUsable(series)) continue;
      const CollectiveKind kind = *KindOf(series);
      const auto ranks = static_cast<int>(ParameterOr(series.parameters, "ranks", 0));
      auto& both = medians[{kind, ranks, BytesOf(kind, series)}];
      both[IsSecondChoice(series) ? 1 : 0].push_back(series.summary.median);
    }
  }
  CollectiveCosts costs;
  for (auto& [point, both] : medians) {
    auto& seconds = both[both[0].empty() ? 1 : 0];
    std::sort(seconds.begin(), seconds.end());
    costs.Add(std::get<0>(point), std::get<1>(point), std::get<2>(point), Quantile(seconds, 0.5));
  }
  return costs;
}

}  // namespace mpigauge

#include "ci/impact/library_costs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "ci/impact/table_model.h"
#include "simulator/fit/fit_network.h"
#include "simulator/fit/resample.h"
#include "simulator/fit/samples.h"
#include "stats/summary.h"

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

// Counts bytes as collective.h does: the cases have the block of one rank in a reduce_scatter, it has the whole vector.
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

// Whether the series says how long a collective takes.
bool IsCurvePoint(const SeriesRecord& series) { return KindOf(series).has_value() && HasOnlyBytesAndRanks(series); }

}  // namespace

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

namespace {

constexpr std::array<std::string_view, 5> kNetworks = {"table", "piecewise", "loggps", "blocks", "hockney"};

constexpr double kMoved = 2;  // times as long, from the nearest to the farthest

constexpr std::array kMessageCases = {
    kOneWayCase,     kSendOverheadCase,     kReceiveOverheadCase,     kGapCase,     kUnmatchedSendCase,
    kColdOneWayCase, kColdSendOverheadCase, kColdReceiveOverheadCase, kPingPongCase};

// Returns the launches without the parts that costs are not made of, as launches are copied over and over.
std::vector<LaunchRecord> Relevant(const std::vector<LaunchRecord>& launches) {
  std::vector<LaunchRecord> kept;
  for (const LaunchRecord& launch : launches) {
    LaunchRecord one;
    one.launch_id = launch.launch_id;
    for (const SeriesRecord& series : launch.series) {
      const bool message =
          std::find(kMessageCases.begin(), kMessageCases.end(), series.case_name) != kMessageCases.end();
      if (!message && !IsCurvePoint(series)) continue;
      one.series.push_back(series);
      one.series.back().rank_reports.clear();
      for (Pass& pass : one.series.back().passes) {
        pass.local_seconds.clear();
        if (launches.size() > 1) pass.observations_seconds.clear();
      }
    }
    kept.push_back(std::move(one));
  }
  return kept;
}

LibraryCosts TableCosts(const std::vector<LaunchRecord>& launches, Caches caches) {
  LibraryCosts costs;
  for (const NetworkSamples& samples : SamplesOf(launches, caches)) {
    if (!samples.one_way.empty()) costs.networks[samples.distance] = TableModel(samples);
  }
  costs.collectives = CurvesOf(launches);
  return costs;
}

std::vector<LaunchRecord> Drawn(const std::vector<LaunchRecord>& launches, const std::vector<std::size_t>& places) {
  std::vector<LaunchRecord> drawn;
  for (const std::size_t place : places) drawn.push_back(launches[place]);
  return drawn;
}

void Resample(const std::vector<LaunchRecord>& launches, const CostOptions& options, MeasuredCosts& measured) {
  for (const auto& places : ResampledLaunches(launches.size(), options.resamples, options.seed)) {
    LibraryCosts costs = TableCosts(Drawn(launches, places), options.caches);
    // A resample may lack series that only some launches have.
    costs.networks.insert(measured.costs.networks.begin(), measured.costs.networks.end());
    measured.resampled.push_back(std::move(costs));
  }
}

// Fitted models in the place of tables. Their resamples are of the same launches.
void TakeFits(const std::vector<LaunchRecord>& launches, const CostOptions& options, MeasuredCosts& measured) {
  for (const NetworkSamples& samples : SamplesOf(launches, options.caches)) {
    const NetworkFit fit = FitNetwork(samples, {.resamples = options.resamples, .seed = options.seed});
    const FittedModel* model = fit.Find(options.network);
    if (model == nullptr) {
      std::vector<std::string> kinds = {"table"};
      for (const FittedModel& one : fit.models) kinds.push_back(one.kind);
      throw UsageError("{}: no model '{}' of the network ({}); there are {}", measured.name, options.network,
                       samples.distance, fmt::join(kinds, ", "));
    }
    measured.costs.networks[samples.distance] = model->model;
    for (std::size_t i = 0; i < std::min(measured.resampled.size(), model->resampled.size()); ++i) {
      measured.resampled[i].networks[samples.distance] = model->resampled[i];
    }
  }
}

// Times that belong to no one state of the machine.
void NoteMovedProcessors(const std::vector<LaunchRecord>& launches, MeasuredCosts& measured) {
  const std::vector<double> handovers = Handovers(launches);
  if (handovers.empty()) return;
  const double low = Quantile(handovers, 0.05);
  const double high = Quantile(handovers, 0.95);
  if (high < kMoved * low) return;
  measured.notes.push_back(fmt::format(
      "{}: processors were moved while it was measured: a cache line took {} to {} from rank to rank (9 of 10 times); "
      "--handover picks passes by it",
      measured.name, FormatSeconds(low), FormatSeconds(high)));
}

// Notes what is not known about messages.
void AddNotes(const std::vector<LaunchRecord>& launches, Caches caches, MeasuredCosts& measured) {
  for (const NetworkSamples& samples : SamplesOf(launches, caches)) {
    if (samples.distance == kUnknownDistance) {
      measured.notes.push_back(
          fmt::format("{}: the cost of messages is that of ping_pong at {} sizes; overheads, gap and eager limit are "
                      "not known: measure "
                      "them with mpigauge run --suite network",
                      measured.name, samples.one_way.bytes.size()));
    } else if (!samples.largest_eager_bytes && !samples.smallest_rendezvous_bytes) {
      measured.notes.push_back(fmt::format("{}: the eager limit ({}) was not measured: every send is eager",
                                           measured.name, samples.distance));
    }
  }
  if (measured.launches < 2) {
    measured.notes.push_back(
        fmt::format("{}: one launch; how launches differ is unknown, so there is no interval", measured.name));
  }
}

}  // namespace

MeasuredCosts CostsOf(const std::vector<LaunchRecord>& launches, const std::string& name, const CostOptions& options) {
  if (std::find(kNetworks.begin(), kNetworks.end(), options.network) == kNetworks.end()) {
    throw UsageError("no model '{}' of the network; there are {}", options.network, fmt::join(kNetworks, ", "));
  }
  std::vector<LaunchRecord> chosen = launches;
  if (options.handover) KeepPasses(*options.handover, name, chosen);
  const std::vector<LaunchRecord> relevant = Relevant(chosen);
  MeasuredCosts measured{name, TableCosts(relevant, options.caches), {}, std::ssize(relevant), {}};
  if (measured.costs.networks.empty()) {
    throw UsageError(
        "{}: the cost of messages was not measured; mpigauge run --suite network measures it (a suite with ping_pong "
        "is enough for a rough answer)",
        name);
  }
  if (!options.handover) NoteMovedProcessors(relevant, measured);
  AddNotes(relevant, options.caches, measured);
  if (relevant.size() > 1) Resample(relevant, options, measured);
  if (options.network != "table") TakeFits(relevant, options, measured);
  return measured;
}

}  // namespace mpigauge

#include <algorithm>
#include <cmath>
#include <vector>

#include "dashboards/data/shown_timeline.h"
#include "dashboards/report/examples.h"
#include "simulator/page/page.h"

namespace mpigauge {
namespace {

Json PartOf(const char* operation, int bytes, const std::string& label, double change) {
  return {{"operation", operation},
          {"bytes", bytes},
          {"label", label},
          {"calls", 4000},
          {"ratio", 1 + change},
          {"low", 1 + change * 0.8 - 0.0005},
          {"high", 1 + change * 1.2 + 0.0005}};
}

Json ApplicationOf(const std::string& name, double ratio, double low, double high, Json parts) {
  return {{"application", name},
          {"trace", "traces/" + name},
          {"ranks", 16},
          {"baseline_seconds", 2.5},
          {"candidate_seconds", 2.5 * ratio},
          {"ratio", ratio},
          {"low", low},
          {"high", high},
          {"confidence", 0.95},
          {"hangs", nullptr},
          {"verdict", nullptr},
          {"parts", std::move(parts)},
          {"notes", Json::array({"MPI_Put is not modelled"})}};
}

Json ImpactOf(const std::string& kind, const std::string& mark) {
  const Json solver = {PartOf("allreduce", 65536, "allreduce 64 KiB" + mark, 0.011),
                       PartOf("send", 512, "send 512 B" + mark, 0.0022), PartOf("bcast", 8, "bcast 8 B", -0.0001)};
  const Json halo = {PartOf("send", 4096, "send 4 KiB", -0.0002), PartOf("allreduce", 8, "allreduce 8 B", 0.0004)};
  Json applications = {ApplicationOf("halo" + mark, 1.0002, 0.999, 1.0011, halo),
                       ApplicationOf("solver" + mark, 1.013, 1.009, 1.017, solver)};
  if (kind == "extreme") {
    applications.push_back(
        ApplicationOf("quadruple", 4.1, 3.9, 4.4, Json::array({PartOf("gather", 8, "gather 8 B", 3.1)})));
    applications.push_back(ApplicationOf("stuck", 1, 1, 1, Json::array()));
    for (const char* key : {"ratio", "low", "high"}) applications.back()[key] = nullptr;
    applications.back()["hangs"] = "rank 0 waits in MPI_Recv for rank 1";
    applications.back()["verdict"] = "fail";
  }
  Json sensitivity = Json::array();
  for (const Json& application : applications) {
    for (const Json& part : application.at("parts")) {
      sensitivity.push_back({{"application", application.at("application")},
                             {"operation", part.at("operation")},
                             {"bytes", part.at("bytes")},
                             {"calls", part.at("calls")},
                             {"label", part.at("label")},
                             {"cost_of_one_percent", 0.0004 * static_cast<double>(1 + sensitivity.size())}});
    }
  }
  return {{"applications", applications}, {"fail_impact", 0.02}, {"verdict", "pass"}, {"sensitivity", sensitivity}};
}

// Ranks in a ring: each computes, sends to the next, and waits for the one before; the last of them computes longest.
Timeline Ring(int ranks, int steps, double transit_seconds) {
  constexpr double kOverhead = 5e-6;
  Timeline timeline(ranks);
  std::vector<double> now(static_cast<std::size_t>(ranks), 0);
  std::vector<double> sent(now.size());
  for (int step = 0; step < steps; ++step) {
    for (int rank = 0; rank < ranks; ++rank) {
      const auto at = static_cast<std::size_t>(rank);
      const double computed = now[at] + 1e-4 * (1 + 0.5 * rank / ranks + 0.1 * ((rank + step) % 3));
      timeline.OnSpan(rank, Activity::kCompute, now[at], computed);
      sent[at] = computed + kOverhead;
      timeline.OnSpan(rank, Activity::kOverhead, computed, sent[at]);
    }
    for (int rank = 0; rank < ranks; ++rank) {
      const int from = (rank + ranks - 1) % ranks;
      const double posted = sent[static_cast<std::size_t>(rank)];
      const double arrived = sent[static_cast<std::size_t>(from)] + transit_seconds;
      const double received = std::max(posted, arrived);
      if (received > posted) timeline.OnSpan(rank, Activity::kBlocked, posted, received);
      timeline.OnMessage({.from = from,
                          .to = rank,
                          .bytes = 4096,
                          .sent = sent[static_cast<std::size_t>(from)],
                          .posted = posted,
                          .arrived = arrived,
                          .received = received});
      now[static_cast<std::size_t>(rank)] = received;
    }
  }
  return timeline;
}

ApplicationTimeline TimelineOf(const std::string& kind, const std::string& mark) {
  if (kind == "large") return ShownTimeline("solver", Ring(500, 50, 4e-5), nullptr);
  if (kind == "extreme") return ShownTimeline("idle", Timeline(2), nullptr);
  const Timeline slower = Ring(8, 12, 6e-5);
  return ShownTimeline("solver" + mark, Ring(8, 12, 4e-5), &slower);
}

FittedValue Value(double value) { return {value, value * 0.97, value * 1.04}; }

FittedModel ModelOf(const char* kind, std::vector<FittedPiece> pieces, const std::vector<std::int64_t>& sizes,
                    const std::vector<double>& measured) {
  FittedModel model;
  model.kind = kind;
  model.pieces = std::move(pieces);
  double squares = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const FittedPiece* piece = &model.pieces[0];
    for (const FittedPiece& one : model.pieces) {
      if (one.from_bytes <= sizes[i]) piece = &one;
    }
    const auto bytes = static_cast<double>(sizes[i]);
    model.predicted_seconds.push_back(piece->seconds.value + piece->seconds_per_byte.value * bytes);
    squares += std::pow(measured[i] / model.predicted_seconds[i] - 1, 2);
  }
  model.relative_rms = std::sqrt(squares / static_cast<double>(sizes.size()));
  return model;
}

// A network that switches its protocol behind `eager` bytes, and what a line and two pieces say of it.
NetworkFit FitOf(const std::string& distance, std::int64_t eager, double seconds_per_byte) {
  constexpr double kStart = 0.5e-6;
  constexpr double kJump = 1.5e-6;
  NetworkFit fit;
  fit.distance = distance;
  fit.launches = 10;
  for (std::int64_t bytes = 1; bytes <= 1048576; bytes *= 2) {
    const auto size = static_cast<double>(bytes);
    const double noise = 1 + 0.02 * std::sin(size);
    fit.bytes.push_back(bytes);
    fit.measured_seconds.push_back((kStart + (bytes > eager ? kJump : 0) + seconds_per_byte * size) * noise);
  }
  const FittedPiece first = {0, Value(kStart), Value(seconds_per_byte)};
  const FittedPiece second = {2 * eager, Value(kStart + kJump), Value(seconds_per_byte)};
  const FittedPiece line = {0, Value(kStart + 0.4 * kJump), Value(seconds_per_byte)};
  fit.models = {ModelOf("blocks", {line}, fit.bytes, fit.measured_seconds),
                ModelOf("piecewise", {first, second}, fit.bytes, fit.measured_seconds)};
  fit.models[0].block_bytes = FittedValue{8192, 8192, 8192};
  fit.switches = {{eager, 2 * eager, kJump}};
  fit.eager_limit_bytes = eager;
  return fit;
}

Json NetworkOf(const std::string& kind, const std::string& mark) {
  if (kind == "extreme") return NetworkJson({FitOf("same-host", 4096, 2e-10)}, {});
  return NetworkJson({FitOf("same-host" + mark, 4096, 2e-10), FitOf("other-host", 16384, 9e-10)},
                     {FitOf("same-host" + mark, 4096, 2.2e-10)});
}

}  // namespace

void AddSimulated(const std::string& kind, const std::string& mark, ComparisonView& view) {
  view.comparison.impact = ImpactSectionFromJson(ImpactOf(kind, mark), kind);
  view.comparison.timeline = TimelineOf(kind, mark);
  view.network = NetworkOf(kind, mark);
}

}  // namespace mpigauge

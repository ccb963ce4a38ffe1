#include "simulator/replay/gradient.h"

#include <array>

namespace mpigauge {
namespace {

constexpr double kLittle = 1e-14;        // seconds, or seconds per byte
constexpr double kLittleFactor = 1e-10;  // of the compute factor

Curve Shifted(const Curve& curve, double seconds, double seconds_per_byte) {
  std::vector<Piece> pieces = curve.pieces();
  for (Piece& piece : pieces) {
    piece.seconds += seconds;
    piece.seconds_per_byte += seconds_per_byte;
  }
  return {std::move(pieces), "gradient"};
}

// One parameter, the one that this lane is for.
void Shift(NetworkModel& model, std::size_t lane) {
  if (lane == 1) model.link = Shifted(model.link, kLittle, 0);
  if (lane == 1) model.hop_seconds += kLittle;
  if (lane == 2) model.link = Shifted(model.link, 0, kLittle);
  if (lane == 3) model.send_overhead = Shifted(model.send_overhead, kLittle, 0);
  if (lane == 4) model.receive_overhead = Shifted(model.receive_overhead, kLittle, 0);
  if (lane == 5) model.gap = Shifted(model.gap, kLittle, 0);
  if (lane == 6) model.gap = Shifted(model.gap, 0, kLittle);
}

}  // namespace

Gradient GradientOf(const Program& program, const Topology& topology, const Scenario& scenario,
                    const ReplayOptions& options) {
  std::array<Scenario, 8> scenarios;
  scenarios.fill(scenario);
  for (std::size_t lane = 1; lane < 7; ++lane) {
    Shift(scenarios[lane].model, lane);
    if (scenario.same_host) Shift(*scenarios[lane].same_host, lane);
  }
  scenarios[7].compute_factor += kLittleFactor;
  const auto results = ReplayOrderFree(program, topology, scenarios, options);
  const double time = results[0].parallel_seconds;
  const auto slope = [&](std::size_t lane, double step) { return (results[lane].parallel_seconds - time) / step; };
  return {.parallel_seconds = time,
          .link_seconds = slope(1, kLittle),
          .link_seconds_per_byte = slope(2, kLittle),
          .send_overhead_seconds = slope(3, kLittle),
          .receive_overhead_seconds = slope(4, kLittle),
          .gap_seconds = slope(5, kLittle),
          .gap_seconds_per_byte = slope(6, kLittle),
          .compute_factor = slope(7, kLittleFactor)};
}

}  // namespace mpigauge

#include "simulator/replay/critical_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using Kind = PathPiece::Kind;

constexpr double kNs = 1e-9;

// Without ties: no time is a round number.
NetworkModel Model() {
  NetworkModel model;
  model.link = Curve(203.1 * kNs, 0.37 * kNs);
  model.send_overhead = Curve(101.7 * kNs, 0);
  model.receive_overhead = Curve(97.3 * kNs, 0);
  model.gap = Curve(3.3 * kNs, 0);
  model.eager_limit_bytes = 1000;
  return model;
}

std::vector<PathPiece> PathOf(const Program& program, const Scenario& scenario, double* seconds = nullptr) {
  Timeline timeline(program.ranks());
  const auto result = ReplayInTime(program, *CompleteNetwork(program.ranks()), scenario, {}, &timeline);
  if (seconds != nullptr) *seconds = result.parallel_seconds;
  return CriticalPath(timeline);
}

std::vector<std::pair<Kind, int>> KindsOf(const std::vector<PathPiece>& path) {
  std::vector<std::pair<Kind, int>> kinds;
  for (const auto& piece : path) kinds.emplace_back(piece.kind, piece.rank);
  return kinds;
}

std::vector<std::pair<Kind, int>> PathOfText(const std::string& text) {
  return KindsOf(PathOf(*ParseProgram(text, "p").program, {.model = Model()}));
}

TEST(CriticalPath, FollowsTheMessage) {
  EXPECT_THAT(PathOfText("ranks 2\nrank 0\ncalc 400\nsend 1 8\nrank 1\ncalc 5\nrecv 0\ncalc 200"),
              ElementsAre(std::pair{Kind::kCompute, 0}, std::pair{Kind::kOverhead, 0}, std::pair{Kind::kMessage, 0},
                          std::pair{Kind::kOverhead, 1}, std::pair{Kind::kCompute, 1}));
}

TEST(CriticalPath, StaysWhereNobodyWaits) {
  EXPECT_THAT(PathOfText("ranks 2\nrank 0\nsend 1 8\nrank 1\ncalc 5000\nrecv 0\ncalc 200"),
              ElementsAre(std::pair{Kind::kCompute, 1}, std::pair{Kind::kOverhead, 1}, std::pair{Kind::kCompute, 1}));
}

// A sender that waits for a receiver that comes late.
TEST(CriticalPath, GoesBackToTheReceiverOfARendezvous) {
  EXPECT_THAT(PathOfText("ranks 2\nrank 0\nsend 1 2000\ncalc 9000\nrank 1\ncalc 5000\nrecv 0"),
              ElementsAre(std::pair{Kind::kCompute, 1}, std::pair{Kind::kMessage, 1}, std::pair{Kind::kCompute, 0}));
}

// On larger programs: the path has no gaps, is as long as the program takes, and has as much of everything as the
// gradient, which comes from the other engine, says.
TEST(CriticalPath, AgreesWithTheGradient) {
  for (int seed = 0; seed < 12; ++seed) {
    const std::int64_t bytes = seed % 3 == 0 ? 1500 : 100;  // rendezvous, or eager
    const auto program = StencilProgram({.width = 3 + seed % 4,
                                         .height = 5,
                                         .iterations = 8,
                                         .bytes = bytes,
                                         .calc_ns = 900 + 17 * seed,
                                         .jitter = 0.7});
    const Scenario scenario{.model = Model(), .compute_factor = 1.0123};
    double seconds = 0;
    const auto path = PathOf(*program, scenario, &seconds);
    const auto gradient = GradientOf(*program, *CompleteNetwork(program->ranks()), scenario);
    double now = 0;
    double compute = 0;
    double overhead = 0;
    int messages = 0;
    for (const auto& piece : path) {
      EXPECT_EQ(piece.begin, now);
      now = piece.end;
      if (piece.kind == Kind::kCompute) compute += piece.end - piece.begin;
      if (piece.kind == Kind::kOverhead) overhead += piece.end - piece.begin;
      if (piece.kind == Kind::kMessage) ++messages;
    }
    EXPECT_EQ(now, seconds);
    EXPECT_NEAR(compute, gradient.compute_factor * scenario.compute_factor, 1e-3 * seconds);
    const double overheads =
        gradient.send_overhead_seconds * 101.7 * kNs + gradient.receive_overhead_seconds * 97.3 * kNs;
    EXPECT_NEAR(overhead, overheads, 1e-3 * seconds);
    if (bytes == 100) {
      EXPECT_NEAR(messages, gradient.link_seconds, 1e-3) << "seed " << seed;
    }
    EXPECT_GT(messages, 0);
  }
}

}  // namespace
}  // namespace mpigauge

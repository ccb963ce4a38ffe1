// Several ranks on one host, in both engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/critical_path.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Within a host a link takes 10 ns and a tenth of a nanosecond per byte.
Scenario TwoModels() {
  NetworkModel near = ExampleModel();
  near.link = Curve(10 * kNs, 0.1 * kNs);
  near.eager_limit_bytes = 100;
  return {.model = ExampleModel(), .same_host = near};
}

double Seconds(const std::string& text, const Scenario& scenario, const ReplayOptions& options, int hosts) {
  const auto parsed = ParseProgram(text, "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto network = Grid({hosts}, true);
  const auto free = ReplayOrderFree(program, *network, {&scenario, 1}, options)[0];
  const auto timed = ReplayInTime(program, *network, scenario, options);
  EXPECT_EQ(free.finish_seconds, timed.finish_seconds);
  return free.parallel_seconds;
}

TEST(Hosts, MessagesWithinAndBetween) {
  const ReplayOptions options{.hosts = {0, 0, 3, 1}};
  // Overhead 10, link 10 + 5, overhead 20.
  EXPECT_NEAR(Seconds("ranks 4\nrank 0\nsend 1 50\nrank 1\nrecv 0", TwoModels(), options, 4), 45 * kNs, 1e-15);
  // On a ring of four, host 3 is next to host 0, and two hops from host 1.
  EXPECT_NEAR(Seconds("ranks 4\nrank 0\nsend 2 50\nrank 2\nrecv 0", TwoModels(), options, 4), 180 * kNs, 1e-15);
  EXPECT_NEAR(Seconds("ranks 4\nrank 3\nsend 2 50\nrank 2\nrecv 3", TwoModels(), options, 4), 330 * kNs, 1e-15);
}

// The eager limit is that of the model: within a host 200 bytes wait for their receive.
TEST(Hosts, EachModelHasItsEagerLimit) {
  const std::string text = "ranks 2\nrank 0\nsend 1 200\nrank 1\ncalc 500\nrecv 0";
  // Answered at 510, 30 ns, overhead 20; on two hosts it was there long before.
  EXPECT_NEAR(Seconds(text, TwoModels(), {.hosts = {0, 0}}, 4), 560 * kNs, 1e-15);
  EXPECT_NEAR(Seconds(text, TwoModels(), {.hosts = {0, 1}}, 4), 520 * kNs, 1e-15);
}

TEST(Hosts, LinksWithinAHostAreNotBusy) {
  const auto parsed = ParseProgram("ranks 3\nrank 0\nrecv 1\nrecv 2\nrank 1\nsend 0 50\nrank 2\nsend 0 50", "p");
  const auto result = ReplayInTime(*parsed.program, *Bus(2), TwoModels(), {.hosts = {0, 0, 0}, .busy_links = true});
  EXPECT_NEAR(result.parallel_seconds, (10 + 15 + 20 + 20) * kNs, 1e-15);
}

TEST(Hosts, GradientsAreOfBothModels) {
  const auto parsed = ParseProgram("ranks 3\nrank 0\nsend 1 50\nrank 1\nrecv 0\nsend 2 50\nrank 2\nrecv 1", "p");
  const auto gradient = GradientOf(*parsed.program, *CompleteNetwork(2), TwoModels(), {.hosts = {0, 0, 1}});
  EXPECT_NEAR(gradient.link_seconds, 2, 1e-3);
}

std::string ErrorOf(const ReplayOptions& options, const Scenario& scenario) {
  return mpigauge::ErrorOf([&] {
    const auto parsed = ParseProgram("ranks 2\nrank 0\nbarrier\nrank 1\nbarrier", "p");
    ReplayOrderFree(ExpandedProgram(*parsed.program, *parsed.communicators), *CompleteNetwork(2), {&scenario, 1},
                    options);
  });
}

TEST(Hosts, Errors) {
  EXPECT_THAT(ErrorOf({.hosts = {0}}, TwoModels()), HasSubstr("hosts are given for 1"));
  EXPECT_THAT(ErrorOf({.hosts = {0, 2}}, TwoModels()), HasSubstr("on host 2, but the network has 2"));
  EXPECT_THAT(ErrorOf({.hosts = {1, 1}}, {.model = ExampleModel()}), HasSubstr("no model of messages within a host"));
  EXPECT_EQ(ErrorOf({.hosts = {1, 1}}, TwoModels()), "no error");
}

}  // namespace
}  // namespace mpigauge

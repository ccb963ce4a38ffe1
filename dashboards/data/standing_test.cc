#include "dashboards/data/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;

const std::map<std::string, std::string> kLibraries = {{"r7", "5.0.7"}, {"r8", "5.0.8"}};

GateResult Gate(const std::string& id, const std::string& run, const std::string& verdict,
                const std::string& forgotten_at = "") {
  return {id, "2026-11-20T16:00:00Z", run, "release", verdict, Json(), forgotten_at};
}

std::vector<std::string> Ids(const std::vector<GateResult>& newest_first) {
  std::vector<std::string> ids;
  for (const Standing& one : WhereThingsStand(newest_first, kLibraries)) ids.push_back(one.gate.gate_id);
  return ids;
}

TEST(Standing, AFailureIsNotHiddenByAnotherLibraryThatPasses) {
  EXPECT_THAT(Ids({Gate("g2", "r8", "pass"), Gate("g1", "r7", "fail")}), ElementsAre("g2", "g1"));
  const auto standing = WhereThingsStand({Gate("g2", "r8", "pass"), Gate("g1", "r7", "fail")}, kLibraries);
  EXPECT_TRUE(standing[0].newest);
  EXPECT_FALSE(standing[1].newest);
  EXPECT_EQ(standing[1].library, "5.0.7");
}

TEST(Standing, AFailureStandsUntilThatLibraryPassesOrSomebodyForgetsIt) {
  EXPECT_THAT(Ids({Gate("g3", "r8", "pass"), Gate("g2", "r7", "pass"), Gate("g1", "r7", "fail")}), ElementsAre("g3"));
  EXPECT_THAT(Ids({Gate("g2", "r8", "pass"), Gate("g1", "r7", "fail", "2026-11-21T00:00:00Z")}), ElementsAre("g2"));
  // One that could not be decided takes nothing back.
  EXPECT_THAT(Ids({Gate("g2", "r7", "inconclusive"), Gate("g1", "r7", "fail")}), ElementsAre("g2", "g1"));
}

TEST(Standing, BaselinesStandForThemselves) {
  GateResult other = Gate("g1", "r7", "fail");
  other.baseline = "nightly";
  EXPECT_THAT(Ids({Gate("g2", "r7", "pass"), other}), ElementsAre("g2", "g1"));
}

}  // namespace
}  // namespace mpigauge

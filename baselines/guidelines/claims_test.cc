#include "baselines/guidelines/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> Texts(const std::vector<std::string>& names) {
  std::map<std::string, double> medians;
  for (const std::string& name : names) medians[name] = 1e-6;
  std::vector<std::string> texts;
  for (const Claim& claim : ClaimsOn(ExampleLaunch("run", 0, medians).series)) {
    texts.push_back(claim.left + " <= " + claim.RightText());
  }
  return texts;
}

TEST(Claims, ABlockAndAWholeVectorCountBytesDifferently) {
  EXPECT_THAT(Texts({"allgather/bytes:8/ranks:4", "gather/bytes:8/ranks:4", "bcast/bytes:8/ranks:4",
                     "bcast/bytes:32/ranks:4", "bcast/bytes:64/ranks:4"}),
              Contains("allgather/bytes:8/ranks:4 <= gather/bytes:8/ranks:4 + bcast/bytes:32/ranks:4"));
  EXPECT_THAT(Texts({"bcast/bytes:32/ranks:4", "scatter/bytes:8/ranks:4", "allgather/bytes:8/ranks:4"}),
              Contains("bcast/bytes:32/ranks:4 <= scatter/bytes:8/ranks:4 + allgather/bytes:8/ranks:4"));
}

TEST(Claims, TheNextLargerSizeStandsForOneThatWasNotMeasured) {
  EXPECT_THAT(Texts({"scatter/bytes:8/ranks:2", "bcast/bytes:8/ranks:2", "bcast/bytes:64/ranks:2"}),
              Contains("scatter/bytes:8/ranks:2 <= bcast/bytes:64/ranks:2"));
  EXPECT_THAT(Texts({"scatter/bytes:64/ranks:2", "bcast/bytes:64/ranks:2"}), IsEmpty());
}

TEST(Claims, OtherParametersAreTheSameOnBothSides) {
  EXPECT_THAT(Texts({"gather/bytes:8/ranks:2", "allgather/bytes:8/ranks:4"}), IsEmpty());
  EXPECT_THAT(Texts({"ibcast/bytes:8/ranks:2", "bcast/bytes:8/ranks:2"}),
              Contains("ibcast/bytes:8/ranks:2 <= bcast/bytes:8/ranks:2"));
}

TEST(Claims, PartsAreCountedByBytes) {
  const auto texts = Texts({"ping_pong/bytes:0/ranks:2", "ping_pong/bytes:8/ranks:2", "ping_pong/bytes:64/ranks:2",
                            "ping_pong/bytes:100/ranks:2"});
  EXPECT_THAT(texts, testing::UnorderedElementsAre("ping_pong/bytes:0/ranks:2 <= ping_pong/bytes:8/ranks:2",
                                                   "ping_pong/bytes:8/ranks:2 <= ping_pong/bytes:64/ranks:2",
                                                   "ping_pong/bytes:64/ranks:2 <= ping_pong/bytes:100/ranks:2",
                                                   "ping_pong/bytes:64/ranks:2 <= 8 x ping_pong/bytes:8/ranks:2"));
}

}  // namespace
}  // namespace mpigauge

#include "baselines/compare/waiting_doubts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/testing.h"
#include "record/waiting_use.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A launch for each of these, in which a rank took so much of a processor while it waited.
Side WhichTook(const std::vector<double>& processors) {
  Side side{"", {}};
  for (const double most : processors) {
    side.launches.push_back(ExampleLaunch("run", 0, {{"bcast/bytes:8/ranks:2", 1e-6}}));
    SetWaitingUse({1, 2 * most, most}, side.launches.back());
  }
  return side;
}

TEST(WaitingDoubts, ACandidateThatAloneSpinsIsDoubted) {
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001, 0.001}), WhichTook({0.9, 0.9})),
              ElementsAre(HasSubstr("2 of 2 launches of the candidate take a processor while they wait (is there a "
                                    "progress thread?), and 0 of 2 of the baseline do")));
  EXPECT_THAT(WaitingDoubts(WhichTook({0.9, 0.9}), WhichTook({0.9, 0.9})), IsEmpty());
  EXPECT_THAT(WaitingDoubts(WhichTook({0.9, 0.9}), WhichTook({0.001, 0.001})), IsEmpty());
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001, 0.001}), WhichTook({0.001, 0.04})), IsEmpty());
}

TEST(WaitingDoubts, MostLaunchesOfASideDecide) {
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001, 0.001, 0.9}), WhichTook({0.9, 0.9, 0.001})), testing::SizeIs(1));
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001, 0.001}), WhichTook({0.9, 0.001, 0.001})), IsEmpty());
}

TEST(WaitingDoubts, ASideThatDoesNotTellItIsNoReason) {
  Side silent = WhichTook({0.001});
  silent.launches[0].settings.clear();
  EXPECT_THAT(WaitingDoubts(silent, WhichTook({0.9})), IsEmpty());
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001}), silent), IsEmpty());
  Side brief = WhichTook({0.9});
  SetWaitingUse({0.1, 1.8, 0.9}, brief.launches[0]);
  EXPECT_THAT(WaitingDoubts(WhichTook({0.001}), brief), IsEmpty());
}

}  // namespace
}  // namespace mpigauge

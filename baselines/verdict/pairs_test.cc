#include "baselines/compare/pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/verdict/decide.h"
#include "harness/base/error.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Side MakeRun(const std::map<std::string, double>& microseconds) {
  Side run{"run", {}};
  for (int i = 0; i < 10; ++i) {
    std::map<std::string, double> medians;
    for (const auto& [name, time] : microseconds) medians[name] = time * (1 + 0.001 * i) * 1e-6;
    run.launches.push_back(ExampleLaunch("run", i, medians));
  }
  return run;
}

TEST(Pairs, TheSlowerOneOfAPairIsNamed) {
  Comparison comparison = ComparePairs(MakeRun({{"reduce/bytes:8/ranks:2", 1.0},
                                                {"reduce/bytes:64/ranks:2", 1.0},
                                                {"scan/bytes:8/ranks:2", 1.5},
                                                {"scan/bytes:64/ranks:2", 0.9},
                                                {"barrier/ranks:2", 1.0}}),
                                       {});
  Decide(comparison);
  ASSERT_THAT(comparison.series, SizeIs(2));
  EXPECT_EQ(comparison.series[0].name, "scan vs reduce/bytes:8/ranks:2");
  EXPECT_EQ(comparison.series[0].verdict, Verdict::kFail);
  EXPECT_NEAR(comparison.series[0].ratio, 1.5, 1e-3);
  EXPECT_TRUE(comparison.series[1].improved);
  EXPECT_THAT(comparison.not_compared, testing::IsEmpty());
}

TEST(Pairs, PointsOfOneCaseAloneAndOtherMethodsAreListed) {
  Side run = MakeRun({{"reduce/bytes:8/ranks:2", 1.0}, {"scan/bytes:8/ranks:2", 1.0}, {"scan/bytes:64/ranks:2", 1.0}});
  EXPECT_THAT(ComparePairs(run, {}).not_compared, ElementsAre(HasSubstr("scan vs reduce/bytes:64/ranks:2: only in")));
  for (LaunchRecord& launch : run.launches) launch.series[0].method.mode = "loop";
  EXPECT_THAT(ComparePairs(run, {}).not_compared, testing::Contains(HasSubstr("measured in another way")));
}

TEST(Pairs, ARunWithoutAPairIsAMistake) { EXPECT_THROW(ComparePairs(MakeRun({{"scan/ranks:2", 1.0}}), {}), Error); }

}  // namespace
}  // namespace mpigauge

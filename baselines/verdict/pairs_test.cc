#include "baselines/compare/pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/verdict/decide.h"
#include "record/testing.h"

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
  comparison = Decide(comparison);
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

TEST(Pairs, ANameHasSizesWhereBothAreGiven) {
  EXPECT_EQ((CasePair{"scatter", "bcast", 256, 65536}.Name()), "bcast with 65536 B vs 256 B");
  EXPECT_EQ((CasePair{"scatter", "bcast", std::nullopt, 65536}.Name()), "bcast vs scatter");
}

// SKaMPI A 6.1 to 6.15, under the names that its measurements have here (docs/reference/coverage.md).
TEST(Pairs, AllOfSkampisReportAreThere) {
  std::vector<std::string> names;
  for (const CasePair& pair : CasePairs()) names.push_back(pair.Name());
  EXPECT_THAT(names, testing::IsSupersetOf({
                         "ping_pong_isend vs ping_pong",                                  // 6.1
                         "ping_pong_synchronous vs ping_pong",                            // 6.2
                         "ping_pong_buffered vs ping_pong",                               // 6.3
                         "ping_pong_iprobe vs ping_pong",                                 // 6.4
                         "ping_pong_irecv vs ping_pong",                                  // 6.5
                         "ping_pong_any_tag vs ping_pong",                                // 6.6
                         "head_to_head_sendrecv vs ping_pong",                            // 6.7
                         "head_to_head_sendrecv_replace vs ping_pong",                    // 6.8
                         "head_to_head_sendrecv_replace vs head_to_head_sendrecv",        // 6.9
                         "master_worker_waitany vs master_worker_waitsome",               // 6.10
                         "master_worker_isend vs master_worker_send",                     // 6.11
                         "master_worker_ssend vs master_worker_send",                     // 6.12
                         "scan vs reduce",                                                // 6.13
                         "bcast with 65536 B vs 256 B", "alltoall with 65536 B vs 256 B"  // 6.14, 6.15
                     }));
}

// 6.14: over the number of ranks, 256 bytes against 64 KiB. Other sizes have no part in it.
TEST(Pairs, OneCaseWithTwoSizesOverTheRanks) {
  Comparison comparison = ComparePairs(MakeRun({{"bcast/bytes:256/ranks:2", 1.0},
                                                {"bcast/bytes:65536/ranks:2", 5.0},
                                                {"bcast/bytes:256/ranks:3", 2.0},
                                                {"bcast/bytes:65536/ranks:3", 6.0},
                                                {"bcast/bytes:8/ranks:3", 0.5}}),
                                       {});
  ASSERT_THAT(comparison.series, SizeIs(2));
  std::map<std::string, double> ratios;
  for (const SeriesComparison& one : comparison.series) ratios[one.name] = one.ratio;
  EXPECT_NEAR(ratios.at("bcast with 65536 B vs 256 B/ranks:2"), 5.0, 1e-3);
  EXPECT_NEAR(ratios.at("bcast with 65536 B vs 256 B/ranks:3"), 3.0, 1e-3);
  EXPECT_THAT(comparison.not_compared, testing::IsEmpty());
}

TEST(Pairs, ARunWithoutAPairIsAMistake) { EXPECT_THROW(ComparePairs(MakeRun({{"scan/ranks:2", 1.0}}), {}), Error); }

}  // namespace
}  // namespace mpigauge

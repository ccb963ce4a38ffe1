#include "record/commtest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

SeriesRecord Measured(const std::string& name, std::int64_t packets, std::int64_t distance, double seconds) {
  SeriesRecord series;
  series.case_name = name;
  series.parameters = {{"bytes", 1'000'000}, {"packets", packets}, {"distance", distance}, {"ranks", 4}};
  series.name = SeriesName(name, series.parameters);
  series.summary.count = 10;
  series.summary.median = seconds;
  return series;
}

// 2 us for a packet, 1 GB/s.
std::vector<SeriesRecord> KnownTimes(const std::string& name, std::int64_t distance) {
  std::vector<SeriesRecord> series;
  for (const std::int64_t packets : {1, 2, 4, 8}) {
    series.push_back(Measured(name, packets, distance, 2e-6 * static_cast<double>(packets) + 1e-3));
  }
  return series;
}

TEST(PacketFits, FindLatencyAndBandwidthOfEachCaseAndDistance) {
  std::vector<SeriesRecord> series = KnownTimes("swap_0_3", 1);
  const std::vector<SeriesRecord> far = KnownTimes("swap_0_3", 2);
  series.insert(series.end(), far.begin(), far.end());
  const auto fits = PacketFits(series, 0.95);
  ASSERT_THAT(fits, SizeIs(2));
  for (const PacketFit& fit : fits) {
    EXPECT_EQ(fit.case_name, "swap_0_3");
    EXPECT_THAT(fit.packets, ElementsAre(1, 2, 4, 8));
    EXPECT_NEAR(fit.estimate.latency, 2e-6, 1e-12);
    EXPECT_NEAR(fit.estimate.bandwidth, 1e9, 1e3);
  }
  EXPECT_THAT(Text(fits[0]),
              AllOf(StartsWith("bytes:1000000/distance:1/ranks:4: latency 2.000 us [2.000, 2.000]"),
                    HasSubstr("bandwidth 1000.000 MB/s [1000.000, 1000.000] from 4 numbers of packets")));
}

TEST(PacketFits, LeaveOutFaultsAndWhatHasTooFew) {
  std::vector<SeriesRecord> series = KnownTimes("swap_0_3", 1);
  series[3].fault = Fault{FaultKind::kWrongData, 0, "element 0 is 1, should be 2"};
  EXPECT_THAT(PacketFits(series, 0.95), SizeIs(1));
  EXPECT_THAT(PacketFits(series, 0.95)[0].packets, ElementsAre(1, 2, 4));
  series[2].summary.count = 0;
  EXPECT_THAT(PacketFits(series, 0.95), IsEmpty());
}

TEST(PacketFits, AreInTheRecord) {
  LaunchRecord record;
  record.series = KnownTimes("swap_0_3", 1);
  const Json fits = ToJson(record, Json::object()).at("mpigauge").at("packet_fits");
  ASSERT_EQ(fits.size(), 1);
  EXPECT_EQ(fits[0].at("case"), "swap_0_3");
  EXPECT_EQ(fits[0].at("parameters").at("distance"), 1);
  EXPECT_NEAR(fits[0].at("latency_seconds"), 2e-6, 1e-12);
}

// Two ranks of 10 us each, of which the second starts `apart` after the first.
SeriesRecord Started(double apart) {
  SeriesRecord series;
  series.name = "swap_1_0/bytes:8";
  series.passes = {{{10e-6 + apart, 12e-6 + apart}, {10e-6, 12e-6}, 0}, {{11e-6 + apart}, {11e-6}, 0}};
  return series;
}

TEST(TwoTimes, AreTheLongestOwnOneAndThatFromFirstToLast) {
  const TwoTimes times = TwoTimesOf(Started(5e-6), "mean");
  EXPECT_NEAR(times.longest, 11e-6, 1e-12);
  EXPECT_NEAR(times.first_to_last, 16e-6, 1e-12);
  EXPECT_NEAR(TwoTimesOf(Started(5e-6), "minimum").longest, 10e-6, 1e-12);
}

TEST(TwoTimes, LeaveTheWarmUpOut) {
  SeriesRecord series = Started(0);
  series.warm_up_observations = 2;
  EXPECT_NEAR(TwoTimesOf(series, "mean").longest, 11e-6, 1e-12);
}

TEST(TwoTimes, AreNotedWhereTheyDisagree) {
  EXPECT_EQ(DisagreementNote(Started(5.5e-6), "mean"),
            "swap_1_0/bytes:8: the two times disagree: 16.5 us from the first start to the last end, 11.0 us on the "
            "rank that took longest (+50%); the ranks did not start together\n");
  EXPECT_EQ(DisagreementNote(Started(1e-6), "mean"), "");
  EXPECT_NE(DisagreementNote(Started(1.2e-6), "mean"), "");
}

}  // namespace
}  // namespace mpigauge

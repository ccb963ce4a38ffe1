#include "baselines/history/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() : store_(Store::Open(NewStoreName(StoreKind::kSqlite), Store::Access::kWrite)) {}

  // A run of two launches with these times of two series.
  void AddRun(const std::string& run_id, const std::string& started_at, double bcast, double barrier) {
    store_.runs().Add({run_id, "mpi " + run_id, started_at, RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 2; ++i) {
      store_.runs().AddLaunch(
          ExampleLaunch(run_id, i, {{"barrier/ranks:2", barrier}, {"bcast/bytes:8/ranks:2", bcast}}));
    }
  }

  Store store_;
};

TEST_F(HistoryTest, HasTheMediansOfAllRunsInTheOrderOfTime) {
  AddRun("b", "2026-01-02T00:00:00Z", 2e-6, 5e-6);
  AddRun("a", "2026-01-01T00:00:00Z", 1e-6, 4e-6);
  const History history = LoadHistory(store_, {});
  ASSERT_EQ(history.runs.size(), 2U);
  EXPECT_EQ(history.runs[0].run_id, "a");
  EXPECT_EQ(history.runs[1].library, "mpi b");
  ASSERT_EQ(history.series.size(), 2U);
  for (const SeriesHistory& series : history.series) {
    EXPECT_THAT(series.runs, ElementsAre(0, 1));
    const bool is_bcast = series.name == "bcast/bytes:8/ranks:2";
    EXPECT_THAT(series.log_seconds,
                ElementsAre(DoubleEq(std::log(is_bcast ? 1e-6 : 4e-6)), DoubleEq(std::log(is_bcast ? 2e-6 : 5e-6))));
  }
}

TEST_F(HistoryTest, TakesTheSeriesAndRunsThatAreWanted) {
  AddRun("a", "2026-01-01T00:00:00Z", 1e-6, 4e-6);
  AddRun("b", "2026-01-02T00:00:00Z", 2e-6, 5e-6);
  HistoryFilter filter;
  filter.series = [](const SeriesRecord& series) { return series.case_name == "bcast"; };
  filter.run = [](const mpigauge::Run& run) { return run.run_id == "b"; };
  const History history = LoadHistory(store_, filter);
  ASSERT_EQ(history.series.size(), 1U);
  EXPECT_EQ(history.series[0].name, "bcast/bytes:8/ranks:2");
  EXPECT_THAT(history.series[0].log_seconds, ElementsAre(DoubleEq(std::log(2e-6))));
}

}  // namespace
}  // namespace mpigauge

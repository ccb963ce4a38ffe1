#include "ci/pipeline/watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "dashboards/metrics/deliver.h"
#include "dashboards/metrics/page_testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

class WatchMetricsTest : public testing::Test {
 protected:
  WatchMetricsTest() {
    config_.state = testing::TempDir() + "/watch";
    std::filesystem::remove_all(config_.state);
  }

  void AddUpdate(const std::string& identity, const std::string& found_at, const std::string& state) {
    Update update;
    update.name = "openmpi";
    update.identity = identity;
    update.found_at = found_at;
    update.state = state;
    StateFolder(config_.state).Write(update);
  }

  PipelineConfig config_;
};

TEST_F(WatchMetricsTest, ThePageListsWhatIsServedAndNothingElse) {
  AddUpdate("0123456789ab", "2026-11-20T16:00:00Z", "built");
  EXPECT_EQ(MetricsOf(WatchMetrics(config_).Families()), MetricsOfThePage("mpigauge_pipeline_"));
}

TEST_F(WatchMetricsTest, UpdatesAreCountedByState) {
  AddUpdate("0123456789ab", "2026-11-20T17:00:00Z", "built");
  AddUpdate("1123456789ab", "2026-11-20T16:00:00Z", "judged");
  AddUpdate("2123456789ab", "2026-11-20T15:00:00Z", "given up");
  const std::string text = MetricsText(WatchMetrics(config_).Families());
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_state_updates{state=\"built\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_state_updates{state=\"given up\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_state_updates{state=\"done\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_queue_updates 2\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_queue_oldest_timestamp_seconds 1795190400\n"));
}

TEST_F(WatchMetricsTest, NothingWaitsWhereThereIsNothing) {
  const std::string text = MetricsText(WatchMetrics(config_).Families());
  EXPECT_THAT(text, HasSubstr("mpigauge_pipeline_queue_updates 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("queue_oldest_timestamp_seconds 1")));
}

}  // namespace
}  // namespace mpigauge

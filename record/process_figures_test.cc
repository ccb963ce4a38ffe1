#include "record/process_figures.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(PeakMemory, ARecordTellsIt) {
  LaunchRecord record;
  EXPECT_FALSE(PeakMemoryOf(record));
  SetPeakMemory(123456789012, record);
  EXPECT_EQ(PeakMemoryOf(record), 123456789012.0);
  for (const char* damaged : {"", "much", "1.5 of 2", "-1", "nan", "inf"}) {
    record.settings["peak_resident_bytes"] = damaged;
    EXPECT_FALSE(PeakMemoryOf(record)) << damaged;
  }
}

}  // namespace
}  // namespace mpigauge

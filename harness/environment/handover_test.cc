#include "harness/environment/handover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace mpigauge {
namespace {

std::vector<Place> OneHost(int ranks) { return std::vector<Place>(static_cast<std::size_t>(ranks), {"host", ""}); }

TEST(Handover, TakesTimeWhereThereIsAPair) {
  const Control control(MPI_COMM_WORLD);
  Handover handover(control, OneHost(control.size()), false);
  for (int i = 0; i < 20; ++i) {
    const double seconds = handover.Measure();
    if (control.root() && control.size() > 1) {
      EXPECT_GT(seconds, 1e-9);
    } else {
      EXPECT_EQ(seconds, 0);
    }
  }
}

TEST(Handover, IsNotMeasuredWhereNoTwoNeighboursAreOnOneHost) {
  const Control control(MPI_COMM_WORLD);
  std::vector<Place> places = OneHost(control.size());
  for (std::size_t i = 1; i < places.size(); i += 2) places[i].host = "other";
  Handover handover(control, places, false);
  EXPECT_EQ(handover.Measure(), 0);
}

TEST(Handover, IsNotMeasuredWhereRanksShareProcessors) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_EQ(Handover(control, OneHost(control.size()), true).Measure(), 0);
}

TEST(Handover, LeavesNothingBehind) {
  const Control control(MPI_COMM_WORLD);
  const auto files = [] {
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator("/dev/shm")) {
      count += file.path().filename().string().starts_with("mpigauge-") ? 1 : 0;
    }
    return count;
  };
  const int before = files();
  Handover handover(control, OneHost(control.size()), false);
  handover.Measure();
  control.Barrier();
  EXPECT_LE(files(), before + 2);  // another launch may just begin
}

}  // namespace
}  // namespace mpigauge

#include "harness/environment/network_ping.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mpigauge {
namespace {

// A rank on each of these hosts.
std::vector<Place> On(const std::vector<std::string>& hosts) {
  std::vector<Place> places;
  for (const std::string& host : hosts) places.push_back({host, ""});
  return places;
}

TEST(HostCallees, TheFirstRanksOfHostsAreInPairs) {
  EXPECT_EQ(HostCallees(On({"a", "a", "b", "c", "a", "c", "d", "b", "e"})),
            (std::vector<int>{-1, -1, 0, -1, -1, -1, 3, -1, -1}));
  EXPECT_EQ(HostCallees(On({"a", "a"})), (std::vector<int>{-1, -1}));
}

// Hosts that are this one in truth: what the loopback device takes.
TEST(NetworkPing, TakesTimeOnTheRanksThatBegin) {
  const Control control(MPI_COMM_WORLD);
  std::vector<Place> places;
  for (int rank = 0; rank < control.size(); ++rank) places.push_back({"host" + std::to_string(rank), ""});
  NetworkPing ping(control, places, false);
  for (int i = 0; i < 10; ++i) {
    const std::int64_t picoseconds = ping.Measure();
    if (control.rank() % 2 == 1) {
      EXPECT_GT(picoseconds, 100'000);  // two calls of the kernel take longer than 100 ns
    } else {
      EXPECT_EQ(picoseconds, 0);
    }
  }
}

TEST(NetworkPing, IsOffOnOneHostOrWhereRanksShareProcessors) {
  const Control control(MPI_COMM_WORLD);
  const auto ranks = static_cast<std::size_t>(control.size());
  EXPECT_EQ(NetworkPing(control, std::vector<Place>(ranks, {"host", ""}), false).Measure(), 0);
  std::vector<Place> apart;
  for (std::size_t rank = 0; rank < ranks; ++rank) apart.push_back({std::to_string(rank), ""});
  EXPECT_EQ(NetworkPing(control, apart, true).Measure(), 0);
}

}  // namespace
}  // namespace mpigauge

#include "base/version_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mpigauge {
namespace {

// In the order that is expected, each before all that follow it.
const std::vector<std::vector<std::string>> kOrders = {
    {"/opt/openmpi-4.1.8", "/opt/openmpi-5.0.0", "/opt/openmpi-5.0.9", "/opt/openmpi-5.0.10"},
    {"/opt/openmpi-4.1.0a1", "/opt/openmpi-4.1.0b2", "/opt/openmpi-4.1.0rc1", "/opt/openmpi-4.1.0rc10",
     "/opt/openmpi-4.1.0", "/opt/openmpi-4.1.0-debug", "/opt/openmpi-4.1.1rc1", "/opt/openmpi-4.1.1"},
    {"/opt/openmpi/5.0.0-rc1/install", "/opt/openmpi/5.0.0/install", "/opt/openmpi/5.0.0.1/install"},
    {"mpich-3.4a2", "mpich-3.4", "mpich-3.4.1", "mpich-4.0", "mpich-4.0-a64fx"},
    {"a-5.0", "a-5.00", "a-5.1", "b-1.0"},
};

TEST(VersionOrderTest, VersionsAreInTheirOrderWhateverThatOfTheAlphabet) {
  for (const std::vector<std::string>& order : kOrders) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = 0; j < order.size(); ++j) {
        EXPECT_EQ(IsOlderVersion(order[i], order[j]), i < j) << order[i] << " and " << order[j];
      }
    }
    std::vector<std::string> sorted(order.rbegin(), order.rend());
    std::sort(sorted.begin(), sorted.end(), IsOlderVersion);
    EXPECT_THAT(sorted, testing::ElementsAreArray(order));
  }
}

}  // namespace
}  // namespace mpigauge

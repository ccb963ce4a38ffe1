#include "lab/examples/sorting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mpigauge {
namespace {

using testing::ElementsAre;

// Few different values, so that there are many equal ones; already sorted and the other way round, too.
std::vector<std::vector<int>> Inputs() {
  std::mt19937 source(7);
  std::vector<std::vector<int>> inputs;
  for (const int size : {0, 1, 2, 3, 4, 5, 10, 100, 1000}) {
    for (const int largest : {0, 1, 5, 1'000'000}) {
      std::vector<int> values(size);
      for (int& value : values) value = std::uniform_int_distribution(-largest, largest)(source);
      inputs.push_back(values);
      std::ranges::sort(values);
      inputs.push_back(values);
      std::ranges::reverse(values);
      inputs.push_back(values);
    }
  }
  return inputs;
}

void ExpectSorts(void (*sort)(std::span<int>)) {
  for (std::vector<int> values : Inputs()) {
    std::vector<int> expected = values;
    std::ranges::sort(expected);
    sort(values);
    EXPECT_EQ(values, expected);
  }
}

TEST(SortingTest, BubbleSort) { ExpectSorts(BubbleSort); }

TEST(SortingTest, QuickSort) { ExpectSorts(QuickSort); }

TEST(SortingTest, Merged) {
  EXPECT_THAT(Merged(std::vector{1, 4, 4}, std::vector{0, 4, 9, 10}), ElementsAre(0, 1, 4, 4, 4, 9, 10));
  EXPECT_THAT(Merged(std::vector<int>{}, std::vector{2}), ElementsAre(2));
  EXPECT_THAT(Merged({}, {}), ElementsAre());
}

}  // namespace
}  // namespace mpigauge

#include "baselines/compare/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SeriesComparison Series(const std::string& case_name, const Parameters& parameters) {
  SeriesComparison series;
  series.case_name = case_name;
  series.parameters = parameters;
  return series;
}

std::vector<std::string> Labels(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> labels;
  for (const SeriesGroup& group : GroupBySize(series)) labels.push_back(group.label);
  return labels;
}

TEST(Groups, ACaseWithItsSizesInOrderIsOneGroup) {
  const auto groups = GroupBySize({Series("bcast", {{"bytes", 512}, {"ranks", 2}}), Series("barrier", {{"ranks", 2}}),
                                   Series("bcast", {{"bytes", 8}, {"ranks", 2}})});
  ASSERT_EQ(groups.size(), 2);
  EXPECT_EQ(groups[0].label, "bcast");
  EXPECT_THAT(groups[0].series, ElementsAre(2, 0));
  EXPECT_EQ(groups[1].label, "barrier");
  EXPECT_THAT(groups[1].series, ElementsAre(1));
}

TEST(Groups, AParameterIsNamedWhereItVaries) {
  EXPECT_THAT(Labels({Series("bcast", {{"bytes", 8}, {"ranks", 2}}), Series("bcast", {{"bytes", 8}, {"ranks", 4}})}),
              ElementsAre("bcast ranks:2", "bcast ranks:4"));
  EXPECT_THAT(Labels({}), IsEmpty());
  const auto groups =
      GroupBySize({Series("bcast", {{"root", 0}, {"ranks", 2}}), Series("bcast", {{"root", 1}, {"ranks", 4}})});
  EXPECT_EQ(groups[1].label, "bcast root:1 ranks:4");
  EXPECT_EQ(groups[1].name, "bcast root:1");
}

TEST(Groups, SeriesOfEqualSizeStayInTheirOrder) {
  const SeriesComparison one = Series("bcast", {{"bytes", 8}});
  EXPECT_THAT(GroupBySize({one, one, one}).at(0).series, ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace mpigauge

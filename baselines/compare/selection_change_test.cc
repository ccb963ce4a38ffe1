#include "baselines/compare/selection_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Selection = std::map<std::string, std::string>;

const std::string kAllreduce = "allreduce/bytes:8/ranks:2";
const std::string kBcast = "bcast/bytes:8/ranks:2";
const std::string kForced = "coll_tuned_allreduce_algorithm";
const std::string kDynamic = "coll_tuned_use_dynamic_rules";

// A launch for each selection.
std::vector<LaunchRecord> Launches(const std::string& run, const std::vector<Selection>& selections) {
  std::vector<LaunchRecord> launches;
  for (const Selection& selection : selections) {
    launches.push_back(ExampleLaunch(run, static_cast<int>(launches.size()), {{kAllreduce, 1e-6}, {kBcast, 1e-6}}));
    launches.back().environment.selection = selection;
  }
  return launches;
}

std::vector<SelectionChange> Changes(const std::vector<Selection>& before, const std::vector<Selection>& after) {
  return CompareSelections(Launches("old", before), Launches("new", after)).changes;
}

TEST(SelectionChanges, AForcedAlgorithmIsAboutItsSeriesAndNoOther) {
  const auto before = Launches("old", {{{kForced, "0 (ignore)"}, {kDynamic, "false"}, {"btl", "tcp"}}});
  const auto after = Launches("new", {{{kForced, "1 (basic_linear)"}, {kDynamic, "true"}, {"btl", "tcp"}}});
  const Comparison comparison = Compare({"old", before}, {"new", after}, {});
  ASSERT_THAT(comparison.selection_changes, SizeIs(2));
  EXPECT_EQ(ChangeText(comparison.selection_changes[0]), kForced + " 0 (ignore) -> 1 (basic_linear)");
  EXPECT_EQ(comparison.selection_changes[0].concerns, "allreduce");
  EXPECT_EQ(comparison.selection_changes[1].name, kDynamic);
  EXPECT_EQ(comparison.selection_changes[1].concerns, "");
  ASSERT_THAT(comparison.series, SizeIs(2));
  for (const SeriesComparison& one : comparison.series) {
    const bool suspected = one.name == kAllreduce;
    EXPECT_EQ(one.suspects.size(), suspected ? 1u : 0u) << one.name;
  }
}

TEST(SelectionChanges, ComeBackFromJson) {
  const Comparison comparison =
      Compare({"old", Launches("old", {{{kForced, "0 (ignore)"}, {"pml", "ob1"}}})},
              {"new", Launches("new", {{{kForced, "1 (basic_linear)"}, {"pml", "ucx"}}})}, {});
  const Comparison back = ComparisonFromJson(ToJson(comparison), "text");
  ASSERT_THAT(back.selection_changes, SizeIs(2));
  EXPECT_EQ(ToJson(back), ToJson(comparison));
  EXPECT_EQ(back.series[0].suspects, comparison.series[0].suspects);
}

TEST(SelectionChanges, WithoutDynamicRulesAForcedAlgorithmIsNotInForce) {
  const auto idle =
      Changes({{{kForced, "0 (ignore)"}, {kDynamic, "false"}}}, {{{kForced, "1 (basic_linear)"}, {kDynamic, "false"}}});
  ASSERT_THAT(idle, SizeIs(1));
  EXPECT_EQ(idle[0].concerns, "");
  // The forced algorithm was set before; now the library uses it.
  const auto heard = Changes({{{kForced, "1 (basic_linear)"}, {kDynamic, "false"}}},
                             {{{kForced, "1 (basic_linear)"}, {kDynamic, "true"}}});
  ASSERT_THAT(heard, SizeIs(2));
  EXPECT_EQ(ChangeText(heard[0]), kForced + " 1 (basic_linear) not in force -> 1 (basic_linear)");
  EXPECT_EQ(heard[0].concerns, "allreduce");
}

TEST(SelectionChanges, EqualSelectionsHaveNone) {
  EXPECT_THAT(Changes({{{"pml", "ob1"}}, {}}, {{{"pml", "ob1"}}, {{"pml", "ob1"}}}), IsEmpty());
}

TEST(SelectionChanges, LaunchesThatDifferAmongThemselvesAreShownSo) {
  const auto changes = Changes({{{"pml", "ob1"}}, {{"pml", "ucx"}}}, {{{"pml", ""}}});
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(ChangeText(changes[0]), "pml ob1 | ucx -> (empty)");
}

// Open MPI 4.1 has numbers and truths where 5.0 has items with names.
TEST(SelectionChanges, TwoSpellingsOfOneValueAreNoChange) {
  EXPECT_THAT(Changes({{{"coll_han_bcast_low_module", "0"}, {"btl_x", "false"}, {"btl_y", "true"}}},
                      {{{"coll_han_bcast_low_module", "0 (self)"}, {"btl_x", "0"}, {"btl_y", "1"}}}),
              IsEmpty());
  const auto changes =
      Changes({{{"a", "0"}, {"b", "0 (tuned)"}, {"c", "true"}, {"d", "3"}, {"e", "12"}, {"f", "1"}}},
              {{{"a", "1 (self)"}, {"b", "0 (self)"}, {"c", "0"}, {"d", "x (3)"}, {"e", "1 (2)"}, {"f", ""}}});
  EXPECT_THAT(changes, SizeIs(6));
}

TEST(SelectionChanges, AVariableOfOneVersionOnlyIsNoSuspect) {
  const auto changes = Changes({{{"pml", "ob1"}}}, {{{"pml", "ob1"}, {"coll_han_allreduce_segsize", "7"}}});
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].concerns, "");
}

// Open MPI 4.1 says 0 where 5.0 says self.
TEST(SelectionChanges, ANameInPlaceOfANumberIsNoSuspect) {
  const auto changes = Changes({{{"coll_han_bcast_low_module", "0"}, {"coll_han_priority", "0"}}},
                               {{{"coll_han_bcast_low_module", "self"}, {"coll_han_priority", "35"}}});
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_EQ(changes[0].name, "coll_han_priority");
  EXPECT_EQ(changes[0].concerns, "collectives");
  EXPECT_EQ(changes[1].concerns, "");
  EXPECT_TRUE(IsRewritten(changes[1]));
  EXPECT_FALSE(IsRewritten(changes[0]));
  EXPECT_FALSE(IsRewritten({"pml", "ob1", "ucx", ""}));
  EXPECT_FALSE(IsRewritten({"opal_leave_pinned", "0", "true", ""}));
}

TEST(SelectionChanges, ComponentsThatAreLinkedInAreANoteAndNoChange) {
  const auto [changes, notes] = CompareSelections(
      Launches("old", {{{"components.coll", "basic tuned"}, {"btl", "tcp"}}}), Launches("new", {{{"btl", "tcp"}}}));
  EXPECT_THAT(changes, IsEmpty());
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0], HasSubstr("recorded for the baseline only"));
}

TEST(SelectionChanges, OneSideThatRecordedNothingIsNoted) {
  const auto [changes, notes] = CompareSelections(Launches("old", {{}}), Launches("new", {{{"pml", "ob1"}}}));
  EXPECT_THAT(changes, IsEmpty());
  EXPECT_THAT(notes, ElementsAre(HasSubstr("are recorded for the candidate only")));
  EXPECT_THAT(CompareSelections(Launches("old", {{}}), Launches("new", {{}})).notes, IsEmpty());
}

}  // namespace
}  // namespace mpigauge

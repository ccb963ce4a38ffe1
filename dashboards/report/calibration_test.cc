#include "dashboards/report/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Json Share(int count, int of) {
  return {{"count", count}, {"of", of}, {"share", 1.0 * count / of}, {"low", 0}, {"high", 0.116}};
}

Json Example() {
  return {{"function", "MPI_<b>"},
          {"alpha", 0.05},
          {"equal_gates", 30},
          {"slowed_gates", 5},
          {"promise", "kept"},
          {"rules",
           {{{"rule", "the gate"},
             {"false_series", Share(0, 1500)},
             {"false_gates", Share(0, 30)},
             {"mean_launches_of_equal_series", 12.5},
             {"slowdowns", {{{"slowdown", 0.05}, {"found", Share(39, 40)}}}}}}}};
}

TEST(CalibrationHtml, SaysWhatWasPromisedAndWhatCameOut) {
  const std::string html = CalibrationHtml(Example(), "2026-11-21T18:00:00Z", "store");
  EXPECT_THAT(html, AllOf(HasSubstr("30 gates of equal libraries"), HasSubstr("false gates at most 5.0%; kept."),
                          HasSubstr("<td>0 of 30 (0.0% to 11.6%)</td>"), HasSubstr("<th>+5% found</th>"),
                          HasSubstr("<td>97.5%</td>"), HasSubstr("<td>12.5</td>")));
  EXPECT_THAT(html, AllOf(HasSubstr("MPI_&lt;b&gt;"), Not(HasSubstr("<b>"))));
}

TEST(CalibrationHtml, NothingWithoutACalibrationAndAnErrorForAnythingElse) {
  EXPECT_EQ(CalibrationHtml(nullptr, "", "store"), "");
  EXPECT_THROW(CalibrationHtml({{"x", 1}}, "", "store"), Error);
}

}  // namespace
}  // namespace mpigauge

#include "dashboards/report/run_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Side MadeUp() {
  Side run{"library <b>", {}};
  for (int i = 0; i < 10; ++i) {
    const double noise = 1 + 0.001 * i;
    run.launches.push_back(ExampleLaunch("run", i,
                                         {{"reduce/bytes:8/ranks:2", 1e-6 * noise},
                                          {"reduce/bytes:64/ranks:2", 2e-6 * noise},
                                          {"scan/bytes:8/ranks:2", 1.5e-6 * noise},
                                          {"scan/bytes:64/ranks:2", 2e-6 * noise},
                                          {"bcast/bytes:256/ranks:2", 1e-6 * noise},
                                          {"bcast/bytes:65536/ranks:2", 4e-6 * noise},
                                          {"bcast/bytes:256/ranks:3", 2e-6 * noise},
                                          {"bcast/bytes:65536/ranks:3", 6e-6 * noise},
                                          {"barrier/ranks:2", 3e-6 * noise}}));
  }
  return run;
}

// Each measurement has its graph over sizes, or over ranks where there are several, and the comparisons have both
// curves.
TEST(RunReport, HasGraphsOfAllMeasurementsAndComparisonsBesideEachOther) {
  std::vector<std::string> drawn;
  const auto draw = [&](const SizeFigure& figure) {
    std::string text = figure.title + " over " + figure.settings.over + ":";
    for (const SizeCurve& curve : figure.curves) text += " " + curve.label;
    drawn.push_back(text);
    return std::string("<svg/>");
  };
  const std::string html = RunReportHtml(MadeUp(), {"a <note>"}, draw);
  EXPECT_THAT(drawn, ElementsAre("bcast/ranks:2 over bytes: library <b>", "bcast/ranks:3 over bytes: library <b>",
                                 "bcast/bytes:256 over ranks: library <b>", "bcast/bytes:65536 over ranks: library <b>",
                                 "reduce/ranks:2 over bytes: library <b>", "scan/ranks:2 over bytes: library <b>",
                                 "bcast with 65536 B vs 256 B over ranks: bcast with 256 B bcast with 65536 B",
                                 "scan vs reduce/ranks:2 over bytes: reduce scan"));
  EXPECT_THAT(html, HasSubstr("<h3>barrier</h3>"));
  EXPECT_THAT(html, HasSubstr("<td>/bytes:8/ranks:2</td><td>1.00 us</td><td>1.51 us</td><td>+50.0%</td>"));
  EXPECT_THAT(html, HasSubstr("data:image/svg+xml,%3Csvg%2F%3E"));
  EXPECT_THAT(html, HasSubstr("mpi_implementation"));
  EXPECT_THAT(html, HasSubstr("a &lt;note&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("library <b>")));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(RunReport, IsTextWhereNothingDraws) {
  const std::string html = RunReportHtml(MadeUp(), {}, [](const SizeFigure&) { return std::string(); });
  EXPECT_THAT(html, HasSubstr("<pre>reduce/ranks:2 ("));
}

}  // namespace
}  // namespace mpigauge

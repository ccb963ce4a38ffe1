// Pictures are drawn by the gnuplot that is installed.
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/testing.h"
#include "record/record.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class PlotTest : public CliTest {
 protected:
  void AddTwoRuns() {
    AddRun("aaaa1", "2026-11-18T10:00:00Z", 1.0);
    AddRun("bbbb1", "2026-11-19T10:00:00Z", 1.5);
  }
};

TEST_P(PlotTest, ACaseOverItsSizes) {
  AddTwoRuns();
  ASSERT_EQ(Run({"plot", "allreduce", "aaaa1", "bbbb1"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, StartsWith("allreduce/ranks:2 ("));
  EXPECT_THAT(out_, HasSubstr("+50.0%"));
  ASSERT_EQ(Run({"plot", "allreduce/ranks:2"}), ExitCode::kPass) << err_;  // the newest run
  EXPECT_THAT(out_, HasSubstr("1.51 us"));
}

TEST_P(PlotTest, ASeriesOverItsRuns) {
  AddTwoRuns();
  ASSERT_EQ(Run({"plot", kSeries}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("2 runs, 2026-11-18T10:00:00Z to 2026-11-19T10:00:00Z"));
  ASSERT_EQ(Run({"plot", kSeries, "--format", "json"}), ExitCode::kPass) << err_;
  const Json json = Json::parse(out_);
  ASSERT_EQ(json.size(), 1);
  EXPECT_EQ(json[0].at("points").size(), 2);
  EXPECT_NEAR(json[0].at("points")[1].at("median_seconds").get<double>(), 1.50675e-6, 1e-12);
}

// 1, 6 and 2 us of two ranks, 4 us thrice of five: one launch.
LaunchRecord KnownTimes() {
  LaunchRecord launch = ExampleLaunch("ffff1", 0, {{"bcast/bytes:8/ranks:2", 2e-6}, {"bcast/bytes:8/ranks:5", 4e-6}});
  launch.series[0].passes = {{{1e-6, 6e-6}, {1e-6, 6e-6}, 0}, {{2e-6}, {2e-6}, 0}};
  launch.series[1].passes = {{{4e-6, 4e-6, 4e-6}, {4e-6, 4e-6, 4e-6}, 0}};
  for (SeriesRecord& series : launch.series) Summarize(series);
  return launch;
}

// mpptest's graphs of minimum, average and maximum [MP14]; over the number of processes as well [SK4].
TEST_P(PlotTest, ObservationsOverRanks) {
  Store::Open(store_, Store::Access::kWrite).runs().AddLaunch(KnownTimes());
  ASSERT_EQ(Run({"plot", "bcast", "ffff1", "--over", "ranks", "--of", "observations", "--format", "json"}),
            ExitCode::kPass)
      << err_;
  const Json figures = Json::parse(out_);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_EQ(figures[0].at("title"), "bcast/bytes:8");
  const Json& points = figures[0].at("curves").at(0).at("points");
  ASSERT_EQ(points.size(), 2);
  EXPECT_EQ(points[0].at("ranks"), 2);
  EXPECT_NEAR(points[0].at("minimum_seconds").get<double>(), 1e-6, 1e-12);
  EXPECT_NEAR(points[0].at("mean_seconds").get<double>(), 3e-6, 1e-12);
  EXPECT_NEAR(points[0].at("maximum_seconds").get<double>(), 6e-6, 1e-12);
  EXPECT_EQ(points[1].at("ranks"), 5);
  EXPECT_NEAR(points[1].at("maximum_seconds").get<double>(), 4e-6, 1e-12);
}

// A linear axis begins at 0 s, a logarithmic one at the smallest time.
TEST_P(PlotTest, AxesAreLinearOrLogarithmic) {
  Store::Open(store_, Store::Access::kWrite).runs().AddLaunch(KnownTimes());
  ASSERT_EQ(Run({"plot", "bcast", "ffff1", "--over", "ranks", "--scale", "linear"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr(" 0 s |"));
  ASSERT_EQ(Run({"plot", "bcast", "ffff1", "--over", "ranks"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, Not(HasSubstr(" 0 s |")));
  EXPECT_THAT(out_, HasSubstr(" 2.00 us |"));
}

TEST_P(PlotTest, Pictures) {
  AddTwoRuns();
  const std::string svg = folder_ / "it's a picture.svg";
  const std::string png = folder_ / "picture.png";
  ASSERT_EQ(Run({"plot", "allreduce", "aaaa1", "bbbb1", "--svg", svg, "--png", png}), ExitCode::kPass) << err_;
  EXPECT_THAT(ReadFile(svg), HasSubstr("library bbbb1"));
  EXPECT_THAT(ReadFile(png), StartsWith("\x89PNG"));
  ASSERT_EQ(Run({"plot", kSeries, "--svg", svg}), ExitCode::kPass) << err_;
  EXPECT_THAT(ReadFile(svg), HasSubstr("2026-11-19"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);  // nothing else is left
}

// `plot --png /dev/full` by root once left a picture in the place of the device.
TEST_P(PlotTest, PipesAreNotReplaced) {
  AddTwoRuns();
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Run({"plot", "allreduce/ranks:2", "--png", pipe}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("pipe is not a regular file and cannot be replaced"));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

// SKaMPI's report of a single run [SK15].
TEST_P(PlotTest, AReportOfOneRunHasItsGraphs) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  for (int i = 0; i < 10; ++i) {
    store.runs().AddLaunch(ExampleLaunch("eeee1", i,
                                         {{"reduce/bytes:8/ranks:2", 1e-6 + i * 1e-9},
                                          {"reduce/bytes:64/ranks:2", 2e-6},
                                          {"scan/bytes:8/ranks:2", 2e-6 + i * 1e-9},
                                          {"scan/bytes:64/ranks:2", 3e-6}}));
  }
  const std::string file = folder_ / "run.html";
  ASSERT_EQ(Run({"report", "eeee1", "-o", file}), ExitCode::kPass) << err_;
  const std::string html = ReadFile(file);
  EXPECT_THAT(html, HasSubstr("<h3>scan vs reduce</h3>"));
  EXPECT_THAT(html, HasSubstr("<img alt=\"reduce/ranks:2\" src=\"data:image/svg+xml,%3C"));
  EXPECT_EQ(Run({"report", "eeee1", "--gate", "latest"}), ExitCode::kUsage);
}

TEST_P(PlotTest, NamesAreDrawnAsText) {
  Store store = Store::Open(store_, Store::Access::kWrite);
  store.runs().Add({"cccc1", "</text><script>alert(1)</script> 'x' `touch injected`\n", "2026-11-20T10:00:00Z",
                    RunStatus::kComplete, Json::object()});
  store.runs().AddLaunch(ExampleLaunch("cccc1", 0, {{kSeries, 1e-6}}));
  const std::string svg = folder_ / "picture.svg";
  ASSERT_EQ(Run({"plot", "allreduce", "cccc1", "--svg", svg}), ExitCode::kPass) << err_;
  const std::string picture = ReadFile(svg);
  EXPECT_THAT(picture, HasSubstr("&lt;/text>&lt;script>alert(1)&lt;/script> 'x' `touch injected`"));
  EXPECT_THAT(picture, Not(HasSubstr("<script")));
}

TEST_P(PlotTest, FiguresThatCannotBeDrawnAreNamed) {
  AddTwoRuns();
  EXPECT_EQ(Run({"plot", "no_such_case"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("'no_such_case': no series of that name"));
  EXPECT_EQ(Run({"plot", "allreduce", "--svg", "/no/such/folder/a.svg"}), ExitCode::kNotMeasured);
  EXPECT_THAT(err_, HasSubstr("/no/such/folder"));
  AddRun("dddd1", "2026-11-20T10:00:00Z", 1.0, "3");
  EXPECT_EQ(Run({"plot", "allreduce", "aaaa1", "dddd1"}), ExitCode::kPass);
  EXPECT_THAT(err_, HasSubstr("no change is drawn: "));
  EXPECT_EQ(Run({"plot", kSeries, "aaaa1", "a", "b", "c", "d", "e", "f"}), ExitCode::kUsage);
}

INSTANTIATE_TEST_SUITE_P(Stores, PlotTest, EachStoreKind());

}  // namespace
}  // namespace mpigauge

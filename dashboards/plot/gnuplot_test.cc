#include "dashboards/plot/gnuplot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(GnuplotTest, TextIsAWordWhateverItHolds) {
  EXPECT_EQ(GnuplotText("4.1.5 'quoted' `date` \"\n@x"), "'4.1.5 ''quoted'' `date` \" @x'");
  EXPECT_EQ(GnuplotText(std::string(200, 'x')), "'" + std::string(120, 'x') + "...'");
  EXPECT_EQ(GnuplotText(std::string(119, 'x') + "\xc3\xa9"), "'" + std::string(119, 'x') + "...'");
}

TEST(GnuplotTest, TimesAreInAUnitThatIsEasyToRead) {
  EXPECT_EQ(TimeUnitFor(5e-7).name, "ns");
  EXPECT_EQ(TimeUnitFor(5e-6).name, "us");
  EXPECT_DOUBLE_EQ(TimeUnitFor(5e-3).per_second, 1e3);
  EXPECT_EQ(TimeUnitFor(2).name, "s");
}

TEST(GnuplotTest, SizesHaveTheirCurvesAndZeroBytesHaveAPlace) {
  SizeFigure figure;
  figure.title = "it's";
  figure.curves = {{"release", {{0, "a", 1e-6, 0.9e-6, 1.1e-6, 5}, {8, "b", 2e-6, 1.9e-6, 2.1e-6, 5}}}};
  const std::string script = GnuplotScript(figure, {PictureFile::Kind::kSvg, "a b.svg"});
  EXPECT_THAT(script, HasSubstr("set output 'a b.svg'"));
  EXPECT_THAT(script, HasSubstr("set title 'it''s'"));
  EXPECT_THAT(script, HasSubstr("$curve0 << END\n4 1 0.9 1.1\n8 2 1.9 2.1\nEND\n"));
  EXPECT_THAT(script, HasSubstr("'0 B' 4, '8 B' 8"));
  EXPECT_THAT(script, Not(HasSubstr("multiplot")));
}

// mpptest's graphs [MP14], on linear axes and over ranks.
TEST(GnuplotTest, ObservationsHaveThreeLines) {
  SizeFigure figure;
  figure.settings = {"ranks", PlotValues::kObservations, true};
  figure.title = "bcast";
  figure.curves = {{"release", {{2, "a", 3e-6, 1e-6, 9e-6, 1}, {4, "b", 4e-6, 2e-6, 8e-6, 1}}}};
  const std::string script = GnuplotScript(figure, {PictureFile::Kind::kSvg, "a.svg"});
  EXPECT_THAT(script, HasSubstr("$curve0 << END\n2 3 1 9\n4 4 2 8\nEND\n"));
  EXPECT_THAT(script, HasSubstr("using 1:4 with lines lw 1 dt 2 lc rgb '#59636e' title 'release, maximum'"));
  EXPECT_THAT(script, HasSubstr("using 1:2 with points pt 7 ps 0.6 lc rgb '#59636e' title 'release, average'"));
  EXPECT_THAT(script, HasSubstr("using 1:3 with lines lw 2 lc rgb '#59636e' title 'release, minimum'"));
  EXPECT_THAT(script, HasSubstr("set xlabel 'ranks'"));
  EXPECT_THAT(script, HasSubstr("'2' 2, '4' 4"));
  EXPECT_THAT(script, Not(HasSubstr("logscale")));
}

TEST(GnuplotTest, RunsHaveTheirLevelsAndChanges) {
  SequenceFigure figure;
  figure.identity = "allreduce/bytes:8";
  for (int i = 0; i < 6; ++i) {
    const double seconds = i < 3 ? 1e-6 : 2e-6;
    figure.points.push_back({"run", i < 3 ? "4.1.4" : "4.1.5", "2026-01-0" + std::to_string(i + 1) + "T00:00:00Z",
                             seconds, seconds * 0.9, seconds * 1.1});
  }
  figure.movements = {{Movement::Kind::kStep, 3, 4, 0.7, 0.005, 3, 3}};
  const std::string script = GnuplotScript(figure, {PictureFile::Kind::kPng, "x.png"});
  EXPECT_THAT(script, HasSubstr("set terminal pngcairo"));
  EXPECT_THAT(script, HasSubstr("$levels << END\n-0.4 1\n2.4 1\n\n2.6 2\n5.4 2\n\nEND\n"));
  EXPECT_THAT(script, HasSubstr("set label '+101.4% 4.1.5' at 2.5"));
}

}  // namespace
}  // namespace mpigauge

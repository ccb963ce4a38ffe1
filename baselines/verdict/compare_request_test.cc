#include "baselines/verdict/compare_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/toml_parser.h"
#include "base/toml_table.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// As a file in the folder /site says it.
CompareRequest Read(const std::string& text) {
  CompareRequest request;
  const toml::table parsed = ParseToml(text, "ci.toml");
  TomlTable table(parsed, "ci.toml", "");
  ReadSettings(table, SettingsOf(request), "/site");
  table.CheckKeys();
  return request;
}

TEST(CompareRequest, SettingsOfAFileBecomeThoseOfAComparison) {
  const CompareRequest request = Read(
      "tolerance = [\"3%\", \"bcast*=9%\"]\nalpha = 0.01\nallow_different = [\"kernel\", \"ranks\"]\n"
      "waivers = \"accepted/waivers.toml\"\n");
  const CompareSettings settings = request.ToSettings();
  EXPECT_DOUBLE_EQ(settings.tolerance.Of("barrier"), 0.03);
  EXPECT_DOUBLE_EQ(settings.tolerance.Of("bcast/ranks:2"), 0.09);
  EXPECT_EQ(settings.alpha, 0.01);
  EXPECT_THAT(settings.allowed_fields, ElementsAre("kernel", "ranks"));
  EXPECT_EQ(request.waivers, "/site/accepted/waivers.toml");
  EXPECT_THAT(ErrorOf([&] { request.ReadWaivers(); }), HasSubstr("/site/accepted/waivers.toml"));
}

TEST(CompareRequest, NothingSaidMeansTheDefaults) {
  const CompareRequest request = Read("");
  EXPECT_EQ(request.ToSettings().alpha, 0.05);
  EXPECT_DOUBLE_EQ(request.ToSettings().tolerance.Of("x"), 0.05);
  EXPECT_TRUE(request.ToSettings().allowed_fields.empty());
  EXPECT_TRUE(request.ReadWaivers().all.empty());
}

TEST(CompareRequest, ImpossibleLimitsAreRefusedWithTheirLine) {
  EXPECT_EQ(Read("alpha = 0.5\n").alpha, 0.5);
  EXPECT_EQ(Read("alpha = 1e-6\n").alpha, 1e-6);
  for (const char* text : {"alpha = 0.51\n", "alpha = 0.0\n", "tolerance = \"much\"\n", "alhpa = 0.1\n"}) {
    EXPECT_THAT(ErrorOf([&] { Read(text); }), HasSubstr("ci.toml, line 1: ")) << text;
  }
}

TEST(CompareRequest, AToleranceOfNoSeriesIsAMistake) {
  const CompareRequest request = Read("tolerance = \"bcast*=9%\"\n");
  EXPECT_EQ(ErrorOf([&] { request.CheckTolerances({"bcast/ranks:2"}); }), "no error");
  EXPECT_THAT(ErrorOf([&] { request.CheckTolerances({"barrier/ranks:2"}); }), HasSubstr("'bcast*'"));
}

}  // namespace
}  // namespace mpigauge

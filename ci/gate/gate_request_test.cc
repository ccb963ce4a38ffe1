#include "ci/gate/gate_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/toml_parser.h"
#include "base/toml_table.h"
#include "ci/gate/library_access.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// As a file in the folder /site says it.
template <typename Request>
Request Read(const std::string& text) {
  Request request;
  const toml::table parsed = ParseToml(text, "ci.toml");
  TomlTable table(parsed, "ci.toml", "");
  ReadSettings(table, SettingsOf(request), "/site");
  table.CheckKeys();
  return request;
}

TEST(GateRequest, SettingsOfAFileBecomeTheOptionsOfAGate) {
  const auto request =
      Read<GateRequest>("alpha = 0.01\nmax_launches = 10\nturns = \"off\"\nbudget = \"10min\"\nsettle = false\n");
  EXPECT_EQ(request.turns, 1);
  const auto before = std::chrono::steady_clock::now();
  const GateOptions options = OptionsOf(request, 7);
  EXPECT_EQ(options.compare.alpha, 0.01);
  EXPECT_THAT(options.decision.looks, ElementsAre(6, 8, 10));
  EXPECT_EQ(options.launches, 7);
  EXPECT_FALSE(options.settle);
  ASSERT_TRUE(options.deadline.has_value());
  EXPECT_GE(*options.deadline, before + std::chrono::minutes(10));
  EXPECT_LE(*options.deadline, before + std::chrono::minutes(11));
  EXPECT_FALSE(OptionsOf(Read<GateRequest>(""), 7).deadline.has_value());
  EXPECT_TRUE(OptionsOf(Read<GateRequest>(""), 7).settle);
}

TEST(GateRequest, NumbersOutOfRangeAreRefused) {
  for (const char* text : {"max_launches = 1\nturns = 1\n", "max_launches = 1000\nturns = 100\n"}) {
    EXPECT_EQ(ErrorOf([&] { Read<GateRequest>(text); }), "no error") << text;
  }
  for (const char* text : {"max_launches = 0\n", "max_launches = 1001\n", "turns = 0\n", "turns = 101\n",
                           "budget = \"soon\"\n", "settle = \"no\"\n"}) {
    EXPECT_THAT(ErrorOf([&] { Read<GateRequest>(text); }), HasSubstr("ci.toml, line 1: ")) << text;
  }
}

TEST(ImpactRequest, SettingsOfAFileBecomeThoseOfAnImpact) {
  const ImpactSettings settings = Read<ImpactRequest>(
                                      "trace = [\"solver\"]\nfail = \"2%\"\ntopology = \"ring:4\"\nresamples = 20\n"
                                      "warm_caches = true\n")
                                      .ToSettings();
  EXPECT_THAT(settings.traces, ElementsAre("/site/solver"));
  EXPECT_DOUBLE_EQ(settings.fail_impact.value(), 0.02);
  EXPECT_EQ(settings.read.topology, "ring:4");
  EXPECT_EQ(settings.costs.resamples, 20U);
  EXPECT_EQ(settings.costs.caches, Caches::kWarm);
  EXPECT_FALSE(Read<ImpactRequest>("").ToSettings().fail_impact.has_value());
  EXPECT_THAT(ErrorOf([] { Read<ImpactRequest>("fail = \"2%\"\n").ToSettings(); }), HasSubstr("needs an application"));
  EXPECT_THAT(ErrorOf([] { Read<ImpactRequest>("fail = \"0%\"\n"); }), HasSubstr("must be above 0%"));
}

TEST(ReadCriteria, ReadsWaiversAndApplications) {
  GateRequest request;
  EXPECT_TRUE(ReadCriteria(request).applications.empty());
  request.impact.traces = {"/no/such/trace"};
  EXPECT_THAT(ErrorOf([&] { ReadCriteria(request); }), HasSubstr("/no/such/trace"));
  request.compare.waivers = "/no/such/waivers.toml";
  EXPECT_THAT(ErrorOf([&] { ReadCriteria(request); }), HasSubstr("/no/such/waivers.toml"));
}

// /proc is a file system of its own.
TEST(InstalledLibraries, CopiesMustBeWhereTheJobsSeeThem) {
  const auto error_with = [](const std::string& jobs) {
    return ErrorOf([&] { InstalledLibraries(KeptLibraries("/proc"), jobs)->TakeKept({}, ""); });
  };
  EXPECT_THAT(error_with("/tmp"), HasSubstr("nodes of Slurm may not see it"));
  EXPECT_THAT(error_with(""), Not(HasSubstr("Slurm")));
}

}  // namespace
}  // namespace mpigauge

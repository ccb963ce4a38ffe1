#include "harness/program/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "harness/program/options.h"
#include "harness/program/suites.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string File(const std::string& text) {
  const std::string path = testing::TempDir() + "/measure.toml";
  std::ofstream(path) << text;
  return path;
}

std::string ErrorOf(const std::string& text) {
  return mpigauge::ErrorOf([&] { ArgumentsOf(text, "measure.toml"); });
}

TEST(ExpandArguments, TheCommandLineWinsOverTheFileAndTheFileOverThePreset) {
  const std::string path =
      File("preset = \"mpiperf\"\nstopping = \"fixed\"\npasses = 7\nsizes = [8, 64]\nbenchmark_filter = \"bcast\"\n");
  std::optional<Help> help;
  const Options options = ParseOptions(ExpandArguments({"--config", path, "--passes=3"}), help);
  EXPECT_EQ(options.passes, 3);
  EXPECT_EQ(options.stopping, "fixed");
  EXPECT_EQ(options.synchronizer, "mpiperf-window");
  EXPECT_EQ(options.sizes, "8,64");
  EXPECT_THAT(options.google, ElementsAre("--benchmark_filter=bcast"));
}

// The program under test has two suites while one of these lives.
class WithSuites {
 public:
  WithSuites() {
    RegisterSuites(
        {{"smoke", "series = '/(barrier|bcast)/'\n"}, {"long", "series = '.'\npasses = 50\npreset = \"osu\"\n"}});
  }
  ~WithSuites() { RegisterSuites({}); }

  static Options Parse(const std::vector<std::string>& arguments) {
    std::optional<Help> help;
    return ParseOptions(ExpandArguments(arguments), help);
  }
};

TEST(ExpandArguments, TheFirstSuiteIsMeasuredWhereNothingSaysWhat) {
  EXPECT_EQ(WithSuites::Parse({}).series, "");
  const WithSuites suites;
  EXPECT_EQ(suites.Parse({}).series, "/(barrier|bcast)/");
  EXPECT_EQ(suites.Parse({"--passes=3"}).suite, "smoke");
  EXPECT_EQ(suites.Parse({"--benchmark_filter=-bytes"}).suite, "smoke");
  EXPECT_EQ(suites.Parse({"--benchmark_filter=bytes"}).series, "");
  EXPECT_EQ(suites.Parse({"--benchmark_filter="}).series, "");
  EXPECT_EQ(suites.Parse({"--series=^control/"}).suite, "");
  EXPECT_EQ(suites.Parse({"--config", File("benchmark_filter = \"bcast\"\n")}).series, "");
  EXPECT_EQ(suites.Parse({"--config", File("passes = 3\n")}).suite, "smoke");
}

TEST(ExpandArguments, AFilterChoosesOfTheDefaultSuite) {
  EXPECT_EQ(WithSuites::Parse({"--suite=default", "--benchmark_filter=bytes"}).suite, "");  // there is none
  const WithSuites suites;
  const Options options = suites.Parse({"--suite=default", "--benchmark_filter=bytes"});
  EXPECT_EQ(options.suite, "smoke");
  EXPECT_EQ(options.series, "/(barrier|bcast)/");
  EXPECT_THAT(options.google, ElementsAre("--benchmark_filter=bytes"));
}

TEST(ExpandArguments, ASuiteComesAfterTheFileAndBeforeThePreset) {
  const WithSuites suites;
  const Options options = suites.Parse({"--suite", "long", "--benchmark_filter=bcast"});
  EXPECT_EQ(options.passes, 50);
  EXPECT_EQ(options.synchronizer, "mpi-barrier");
  EXPECT_EQ(options.Settings().at("suite"), "long");
  EXPECT_THAT(options.google, ElementsAre("--benchmark_filter=bcast"));
  EXPECT_EQ(suites.Parse({"--config", File("suite = \"long\"\npasses = 4\n")}).passes, 4);
  EXPECT_EQ(suites.Parse({"--suite=long", "--preset=default"}).synchronizer, "round-time");
}

TEST(ExpandArguments, AnUnknownSuiteIsNamedWithThoseThatThereAre) {
  EXPECT_THROW(ExpandArguments({"--suite=smoke"}), Error);
  const WithSuites suites;
  try {
    ExpandArguments({"--suite=medium"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("'medium' is unknown; smoke, long, or a file"));
  }
}

TEST(ExpandArguments, MistakesNameFileAndLine) {
  EXPECT_THAT(ErrorOf("passes = 3\nsizes = = 4\n"), HasSubstr("measure.toml, line 2: "));
  EXPECT_THAT(ErrorOf("[passes]\nx = 1\n"), HasSubstr("measure.toml, line 1: passes: only text, numbers"));
  EXPECT_THAT(ErrorOf("\nconfig = \"x\"\n"), HasSubstr("line 2: config: a configuration does not name another"));
  EXPECT_THROW(ExpandArguments({"--config=/no/such/file.toml"}), Error);
  std::optional<Help> help;
  EXPECT_THROW(ParseOptions(ExpandArguments({"--config", File("passses = 3\n")}), help), Error);
}

TEST(ConfigText, IsReadAgainAsWritten) {
  const std::string text = ConfigText({{"passes", "7"}, {"benchmark_filter", "a\\b\"c'd"}});
  EXPECT_THAT(ArgumentsOf(text, "x"), testing::UnorderedElementsAre("--passes=7", "--benchmark_filter=a\\b\"c'd"));
}

TEST(ConfigText, GivesTheSameOptionsAgain) {
  std::optional<Help> help;
  ParseOptions({"--preset=skampi", "--print-config", "--observations=50", "--benchmark_filter=bcast"}, help);
  ASSERT_TRUE(help.has_value());
  const std::vector<std::string> arguments = ArgumentsOf(help->text, "x");
  std::optional<Help> none;
  const Options options = ParseOptions(arguments, none);
  EXPECT_FALSE(none.has_value());
  EXPECT_EQ(options.observations, 50);
  EXPECT_THAT(options.google, ElementsAre("--benchmark_filter=bcast"));
}

}  // namespace
}  // namespace mpigauge

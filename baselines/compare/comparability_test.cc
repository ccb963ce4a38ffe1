#include "baselines/compare/comparability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::vector<LaunchRecord> Launches(const std::string& ranks) {
  std::vector<LaunchRecord> launches = {ExampleLaunch("run", 0, {}), ExampleLaunch("run", 1, {})};
  for (LaunchRecord& launch : launches) launch.environment.key["ranks"] = ranks;
  return launches;
}

std::string ErrorOf(const std::vector<LaunchRecord>& a, const std::vector<LaunchRecord>& b,
                    const std::set<std::string>& allowed) {
  try {
    CheckComparable(a, b, allowed);
  } catch (const Error& error) {
    const bool wrong_name = std::string(error.what()).starts_with("--allow-different");
    EXPECT_EQ(error.code(), wrong_name ? ExitCode::kUsage : ExitCode::kNotComparable);
    return error.what();
  }
  return "no error";
}

TEST(Comparability, ADifferentKeyIsRefusedAndNamed) {
  EXPECT_THAT(ErrorOf(Launches("2"), Launches("4"), {}),
              HasSubstr("ranks differs between baseline and candidate: '2' and '4'; --allow-different=ranks"));
  auto mixed = Launches("2");
  mixed[1].environment.key["cpu_model"] = "Other";
  EXPECT_THAT(ErrorOf(mixed, Launches("2"), {}), HasSubstr("cpu_model differs between launches of the baseline"));
  auto missing = Launches("2");
  for (auto& launch : missing) launch.environment.key.erase("cpu_model");
  EXPECT_THAT(ErrorOf(missing, Launches("2"), {}), HasSubstr("'(none)' and 'CPU'"));
}

TEST(Comparability, AnAllowedDifferenceIsListed) {
  const Comparability result = CheckComparable(Launches("2"), Launches("4"), {"ranks"});
  ASSERT_EQ(result.allowed.size(), 1u);
  EXPECT_EQ(result.allowed[0].field, "ranks");
  EXPECT_EQ(result.allowed[0].baseline, "2");
  EXPECT_EQ(result.allowed[0].candidate, "4");
}

TEST(Comparability, LaunchesOfTheCandidateHaveOneEnvironment) {
  auto mixed = Launches("2");
  mixed[1].environment.key["cpu_model"] = "Other";
  EXPECT_THAT(ErrorOf(Launches("2"), mixed, {}), HasSubstr("cpu_model differs between launches of the candidate"));
  EXPECT_EQ(ErrorOf(Launches("2"), mixed, {"cpu_model"}), "no error");
  EXPECT_EQ(ErrorOf(mixed, Launches("2"), {"cpu_model"}), "no error");
}

TEST(Comparability, NothingIsSaidOfNoLaunches) {
  EXPECT_EQ(ErrorOf({}, Launches("2"), {}), "no error");
  EXPECT_EQ(ErrorOf(Launches("2"), {}, {}), "no error");
}

std::vector<LaunchRecord> Together(std::vector<LaunchRecord> some, const std::vector<LaunchRecord>& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

// Two launches on 2 ranks and two on 4: those of the candidate's environment are taken, or else those that differ from
// it in nothing but what may differ.
TEST(LaunchesOfEnvironment, AreThoseThatTheCandidateCanBeComparedWith) {
  const auto mixed = Together(Launches("2"), Launches("4"));
  const auto of_four = LaunchesOfEnvironment(mixed, Launches("4"), {});
  ASSERT_TRUE(of_four.has_value());
  ASSERT_EQ(of_four->size(), 2u);
  for (const LaunchRecord& launch : *of_four) EXPECT_EQ(launch.environment.key.at("ranks"), "4");
  EXPECT_EQ(LaunchesOfEnvironment(mixed, Launches("4"), {"ranks"})->size(), 2u);  // equal ones before allowed ones

  auto other_machine = mixed;
  for (std::size_t i = 0; i < 2; ++i) other_machine[i].environment.key["cpu_model"] = "Other";
  const auto allowed = LaunchesOfEnvironment(other_machine, Launches("8"), {"ranks"});
  ASSERT_TRUE(allowed.has_value());
  ASSERT_EQ(allowed->size(), 2u);
  EXPECT_EQ(allowed->front().environment.key.at("cpu_model"), "CPU");
}

TEST(LaunchesOfEnvironment, NothingIsTakenWhereAllOrNoneAreSuch) {
  const auto mixed = Together(Launches("2"), Launches("4"));
  EXPECT_FALSE(LaunchesOfEnvironment(Launches("4"), Launches("4"), {}).has_value());
  EXPECT_FALSE(LaunchesOfEnvironment(mixed, Launches("8"), {}).has_value());
  EXPECT_FALSE(LaunchesOfEnvironment(mixed, Launches("8"), {"ranks"}).has_value());
  EXPECT_FALSE(LaunchesOfEnvironment(mixed, {}, {}).has_value());
}

TEST(Comparability, AFieldThatDoesNotExistIsAMistake) {
  EXPECT_THAT(ErrorOf(Launches("2"), Launches("2"), {"rnaks"}), HasSubstr("no field 'rnaks'; the fields are:"));
}

TEST(Comparability, TheContextIsComparedAndNotRefused) {
  auto other = Launches("2");
  other[0].environment.context["kernel"] = "6.2";
  other[0].environment.context["load_average"] = "9";
  const Comparability result = CheckComparable(Launches("2"), other, {});
  ASSERT_EQ(result.context.size(), 1u);
  EXPECT_EQ(result.context[0].field, "kernel");
  EXPECT_EQ(result.context[0].baseline, "6.1");
  EXPECT_EQ(result.context[0].candidate, "6.2");
}

}  // namespace
}  // namespace mpigauge

#include "ci/bisect/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class BisectStateTest : public testing::Test {
 protected:
  BisectStateTest() : folder_(testing::TempDir() + "/state") { std::filesystem::remove_all(folder_); }

  std::string ErrorOf(const Json& arguments) {
    return mpigauge::UsageErrorOf([&] { const BisectState state(folder_, arguments); });
  }

  std::filesystem::path folder_;
};

TEST_F(BisectStateTest, PairsAreThereAgain) {
  {
    BisectState state(folder_, {{"--series", "x"}});
    state.Add({"abc", {{"a", -1.0}, {"b", -2.0}}, {{"a", -0.9}, {"b", -1.8}, {"c", 7.0}}});
    state.Add({"def", {{"a", -1.0}}, {{"a", -1.0}}});
  }
  const BisectState state(folder_, {{"--series", "x"}});
  ASSERT_THAT(state.pairs(), SizeIs(2));
  EXPECT_EQ(state.pairs()[0].commit, "abc");
  EXPECT_NEAR(state.pairs()[0].Difference(), 0.15, 1e-12);  // of the series that both have
  EXPECT_EQ(ReadFile(folder_ / ".gitignore"), "*\n");
}

TEST_F(BisectStateTest, OtherArgumentsAreNamed) {
  BisectState(folder_, {{"--good", "a"}, {"--series", "x"}}).Add({"abc", {{"a", 1.0}}, {{"a", 1.0}}});
  EXPECT_THAT(ErrorOf({{"--good", "a"}, {"--series", "y"}}), HasSubstr("--series was \"x\", now it is \"y\""));
}

TEST_F(BisectStateTest, OnlyOneIsAtWork) {
  const BisectState state(folder_, Json::object());
  EXPECT_THAT(ErrorOf(Json::object()), HasSubstr("another mpigauge bisect is at work"));
}

TEST_F(BisectStateTest, ADamagedFileIsNamed) {
  std::filesystem::create_directories(folder_);
  WriteFileAtomically(folder_ / "state.json", "{\"version\": 1, \"arguments\": {}}");
  EXPECT_THAT(ErrorOf(Json::object()), HasSubstr("state.json"));
  WriteFileAtomically(folder_ / "state.json", "{\"vers");
  EXPECT_THAT(ErrorOf(Json::object()), HasSubstr("state.json"));
  WriteFileAtomically(folder_ / "state.json", R"({"version": 1, "arguments": {}, "pairs": [
    {"commit": "abc", "good": {"a": 1}, "asked": {"b": 1}}]})");
  EXPECT_THAT(ErrorOf(Json::object()), HasSubstr("state.json: a pair of launches has no series in common"));
}

TEST_F(BisectStateTest, AFolderThatCannotBeMadeIsNamed) {
  folder_ = "/proc/no/such";
  EXPECT_THAT(ErrorOf(Json::object()), HasSubstr("--state /proc/no/such"));
}

}  // namespace
}  // namespace mpigauge

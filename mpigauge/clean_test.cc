#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/json.h"
#include "mpigauge/cli.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CleanTest : public testing::Test {
 protected:
  CleanTest() : folder_(fs::path(testing::TempDir()) / "clean") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "tmp/mpigauge-launches-aaaaaa");
    fs::create_directories(folder_ / "tmp/mpigauge-by-hand");
    fs::create_directories(folder_ / "cache/mpigauge/bazel");
    const fs::path lock = folder_ / "tmp/mpigauge-launches-aaaaaa/.lock";
    std::ofstream(lock) << "";
    fs::last_write_time(lock, fs::file_time_type::clock::now() - std::chrono::hours(2));
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
    setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  }
  ~CleanTest() override {
    unsetenv("TMPDIR");
    unsetenv("XDG_CACHE_HOME");
  }

  std::string Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"clean", "--store", (folder_ / "store.sqlite").string()});
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(RunCli(arguments, {out, err, false, false}), ExitCode::kPass) << err.str();
    return out.str();
  }

  bool Left() const { return fs::exists(folder_ / "tmp/mpigauge-launches-aaaaaa"); }
  bool Cached() const { return fs::exists(folder_ / "cache/mpigauge"); }

  fs::path folder_;
};

TEST_F(CleanTest, ListsLeftoversAndRemovesNothing) {
  const std::string said = Run({});
  EXPECT_THAT(said, testing::ContainsRegex("temporary folder .* s  .*mpigauge-launches-aaaaaa"));
  EXPECT_THAT(said, testing::ContainsRegex("cache .*stays \\(--cache\\)"));
  EXPECT_THAT(said, HasSubstr("would be removed; --apply removes them"));
  EXPECT_TRUE(Left() && Cached());
}

TEST_F(CleanTest, RemovesWhatItSaid) {
  EXPECT_THAT(Run({"--apply"}), HasSubstr(" removed"));
  EXPECT_FALSE(Left());
  EXPECT_TRUE(Cached());
  EXPECT_TRUE(fs::exists(folder_ / "tmp/mpigauge-by-hand"));
  const Json json = ParseJson(Run({"--apply", "--cache", "--format", "json"}), "output");
  EXPECT_FALSE(Cached());
  bool told = false;
  for (const Json& one : json.at("leftovers")) told = told || (one.at("what") == "cache" && one.at("removed") == true);
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace mpigauge

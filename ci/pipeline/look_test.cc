#include "ci/pipeline/look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LookTest : public testing::Test {
 protected:
  LookTest() : folder_(std::filesystem::path(testing::TempDir()) / "look") {
    std::filesystem::remove_all(folder_);
    for (const char* name : {"openmpi-5.0.9", "openmpi-5.0.10", "openmpi-5.0.10rc1", "mpich-4.2"}) {
      std::filesystem::create_directories(folder_ / name);
    }
  }

  PipelineConfig Read(const std::string& text) {
    const std::filesystem::path file = folder_ / "mpigauge.toml";
    WriteFileAtomically(file, text);
    return ReadPipelineConfig(file);
  }

  // The names of the folders that are found, in their order.
  std::vector<std::string> Found(const std::string& text) {
    const PipelineConfig config = Read(text);
    std::vector<std::string> names;
    for (const FoundLibrary& library : FindLibraries(config, GitSources::kLeave).libraries) {
      names.push_back(std::filesystem::path(library.library.mpi).filename());
    }
    return names;
  }

  std::string ErrorOf(const std::string& text) {
    return mpigauge::ErrorOf([&] { Read(text); });
  }

  std::filesystem::path folder_;
};

constexpr const char* kOne = "[[library]]\nname = \"mpi\"\n";

TEST_F(LookTest, FoldersOfAPatternAreInTheOrderOfTheirVersions) {
  EXPECT_THAT(Found(std::string(kOne) + "prefix = \"openmpi-*\"\n"),
              ElementsAre("openmpi-5.0.9", "openmpi-5.0.10rc1", "openmpi-5.0.10"));
}

TEST_F(LookTest, AListKeepsItsOrder) {
  EXPECT_THAT(Found(std::string(kOne) + "prefix = [\"openmpi-5.0.10\", \"mpich-*\", \"openmpi-5.0.9\"]\n"),
              ElementsAre("openmpi-5.0.10", "mpich-4.2", "openmpi-5.0.9"));
}

TEST_F(LookTest, ALibraryHasItsOwnBaselineOrThatOfTheGateOrItsName) {
  const std::string libraries =
      "[[library]]\nname = \"openmpi\"\nprefix = \"openmpi-*\"\nbaseline = \"releases\"\n"
      "[[library]]\nname = \"mpich\"\nprefix = \"mpich-*\"\n";
  const PipelineConfig alone = Read(libraries);
  EXPECT_EQ(alone.BaselineOf(alone.libraries[0]), "releases");
  EXPECT_EQ(alone.BaselineOf(alone.libraries[1]), "mpich");
  const PipelineConfig gated = Read(libraries + "[gate]\nbaseline = \"all\"\n");
  EXPECT_EQ(gated.BaselineOf(gated.libraries[0]), "releases");
  EXPECT_EQ(gated.BaselineOf(gated.libraries[1]), "all");
}

TEST_F(LookTest, ABaselineThatLooksLikeARunIsRefused) {
  EXPECT_THAT(ErrorOf(std::string(kOne) + "prefix = \"openmpi-*\"\nbaseline = \"3f2a\"\n"),
              HasSubstr("looks like the id of a run"));
}

TEST_F(LookTest, VersionsAreComparedWithTheBaselineUnlessTheConfigurationSaysOtherwise) {
  const std::string library = std::string(kOne) + "prefix = \"openmpi-*\"\n";
  const PipelineConfig usual = Read(library + "[gate]\n");
  EXPECT_EQ(usual.against, Against::kBaseline);
  EXPECT_EQ(usual.keep, 30);
  const PipelineConfig previous = Read(library + "[gate]\nagainst = \"previous\"\n");
  EXPECT_EQ(previous.against, Against::kPrevious);
  EXPECT_EQ(previous.keep, 1);
  EXPECT_EQ(Read(library + "[gate]\nagainst = \"previous\"\nkeep = 5\n").keep, 5);
  EXPECT_THAT(ErrorOf(library + "[gate]\nagainst = \"last\"\n"), HasSubstr("against: \"baseline\" or \"previous\""));
}

}  // namespace
}  // namespace mpigauge

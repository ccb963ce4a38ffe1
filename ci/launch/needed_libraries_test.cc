#include "ci/launch/needed_libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ci/launch/made_elf.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> NeededBy(const std::string& bytes) {
  const auto file = std::filesystem::path(testing::TempDir()) / "needed_libraries";
  std::ofstream(file, std::ios::binary) << bytes;
  return NeededLibraries(file);
}

TEST(NeededLibraries, ThoseOfARealProgram) {
  const auto needed = NeededLibraries("/proc/self/exe");
  EXPECT_THAT(needed, Contains("libc.so.6"));
  EXPECT_THAT(needed, Contains("libstdc++.so.6"));
}

TEST(NeededLibraries, InTheirOrder) {
  EXPECT_THAT(NeededBy(MadeElf({"libmpi.so.12", "libc.so.6"})), ElementsAre("libmpi.so.12", "libc.so.6"));
  EXPECT_THAT(NeededBy(MadeElf({})), IsEmpty());
}

TEST(NeededLibraries, OtherFilesNeedNone) {
  EXPECT_THAT(NeededLibraries("/no/such/file"), IsEmpty());
  EXPECT_THAT(NeededLibraries("/tmp"), IsEmpty());
  EXPECT_THAT(NeededBy(""), IsEmpty());
  EXPECT_THAT(NeededBy("#!/bin/sh\nexec mpigauge-bench \"$@\"\n"), IsEmpty());
  std::string other_words = MadeElf({"libmpi.so.12"});
  other_words[EI_CLASS] = sizeof(void*) == 8 ? ELFCLASS32 : ELFCLASS64;
  EXPECT_THAT(NeededBy(other_words), IsEmpty());
}

// Wherever it ends, and whichever byte is wrong: no name, a wrong name, but no crash.
TEST(NeededLibraries, DamagedFilesAreRead) {
  const std::string whole = MadeElf({"libmpi.so.12"});
  for (std::size_t size = 0; size < whole.size(); ++size) NeededBy(whole.substr(0, size));
  EXPECT_THAT(NeededBy(whole.substr(0, whole.size() / 2)), IsEmpty());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = '\xff';
    EXPECT_LE(NeededBy(damaged).size(), 1U) << i;
  }
}

}  // namespace
}  // namespace mpigauge

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "harness/environment/process_facts.h"

namespace mpigauge {
namespace {

// Returns readelf's output about a program's notes.
std::string NotesOf(const std::string& program) {
  std::FILE* pipe = popen(("readelf --notes '" + program + "'").c_str(), "r");
  std::string notes;
  std::array<char, 4096> part;
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe)) notes.append(part.data(), got);
  EXPECT_EQ(pclose(pipe), 0);
  return notes;
}

TEST(ProgramId, EqualsTheBuildIdOfReadelf) {
  const std::string notes = NotesOf(std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_THAT(ProgramId(), testing::MatchesRegex("[0-9a-f]{40}"));
  EXPECT_THAT(notes, testing::HasSubstr("Build ID: " + ProgramId()));
}

}  // namespace
}  // namespace mpigauge

// The files of a bisection, and the description in a copy of a library: each is read, or it is an Error.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/json.h"
#include "ci/bisect/builds.h"
#include "ci/bisect/state.h"
#include "ci/bisect/testing.h"
#include "ci/launch/mpi_install.h"
#include "ci/library/kept_library.h"
#include "lab/fuzz/damage.h"

namespace mpigauge {
namespace {

TEST(KeptFuzz, StatesOfBisections) {
  const auto folder = FuzzFolder("bisect");
  const Json arguments = {{"--series", "x"}};
  {
    BisectState state(folder, arguments);
    state.Add({"abc", {{"a", -1.0}, {"b", -2.0}}, {{"a", -0.9}, {"b", -1.8}}});
    state.Add({"def", {{"a", -1.0}}, {{"a", -1.0}}});
  }
  const auto file = folder / "state.json";
  ReadDamagedText("state.json", FileText(file), 30, [&](const std::string& text) {
    Overwrite(file, text);
    const BisectState state(folder, arguments);
    for (const BisectPair& pair : state.pairs()) EXPECT_TRUE(std::isfinite(pair.Difference()));
  });
}

using BuildsFuzz = RepositoryTest;

TEST_F(BuildsFuzz, BuildsOfBisections) {
  Commit("a", "0", "start");
  Commit("a", "1", "end");
  const Commits commits(repository(), "HEAD~1", "HEAD");
  const auto file = state() / "builds" / commits.hash(1) / "build.json";
  std::filesystem::create_directories(file.parent_path());
  {
    Builds builds(commits, state(), "make", 1);
    builds.MarkUnusable(1, "no launch of it ended well");
  }
  ReadDamagedText("build.json", FileText(file), 31, [&](const std::string& text) {
    Overwrite(file, text);
    const Builds builds(commits, state(), "make", 1);
    EXPECT_LE(builds.Failures().size(), 1u);
  });
}

std::string TextOfCopy(const std::filesystem::path& folder) {
  KeptLibrary kept;
  kept.folder = folder;
  kept.identity = "0123456789ab";
  kept.version = "Open MPI v4.1.4";
  kept.from = "/opt/openmpi";
  kept.kept_at = 1'767'225'600;
  kept.bytes = 8'388'608;
  kept.libmpi = "lib/libmpi.so.40.30.4";
  kept.preload = {"lib/libx.so"};
  kept.environment = {{"OPAL_PREFIX", "."}, {"OPAL_SYSCONFDIR", "etc"}};
  return JsonText(ToJson(kept));
}

TEST(KeptFuzz, CopiesOfLibraries) {
  const auto folder = FuzzFolder("copy");
  ReadDamagedText("copies of libraries", TextOfCopy(folder), 32, [&](const std::string& text) {
    Overwrite(folder / kCopyFile, text);
    const std::optional<KeptLibrary> kept = ReadKeptLibrary(folder);
    ASSERT_TRUE(kept);
    EXPECT_FALSE(AgeAndSize(*kept, std::chrono::system_clock::now()).empty());
    EXPECT_EQ(Moved(*kept, {}).identity, kept->identity);
  });
}

// The same file is read to start programs of a copy. This one has no launcher, which is found afterwards.
TEST(KeptFuzz, VariablesOfCopies) {
  const auto folder = FuzzFolder("variables");
  ReadDamagedText("variables of copies", TextOfCopy(folder), 33, [&](const std::string& text) {
    Overwrite(folder / kCopyFile, text);
    try {
      FindMpi(folder.string());
    } catch (const Error& error) {
      if (std::string(error.what()).find("no MPI launcher") == std::string::npos) throw;
    }
  });
}

}  // namespace
}  // namespace mpigauge

#include "base/manual/documentation.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/temporary_folder.h"

namespace mpigauge {
namespace {

TEST(NameOfPageTest, IsItsFileInAnInstallation) {
  const TemporaryFolder folder("documentation");
  const std::filesystem::path page = folder.path() / "share/doc/mpigauge/docs/use/bisect.md";
  std::filesystem::create_directories(page.parent_path());
  WriteFileAtomically(page, "# Bisecting\n");
  EXPECT_EQ(NameOfPage("use/bisect", folder.path() / "bin/mpigauge"), page.string());
  EXPECT_EQ(NameOfPage("use/none", folder.path() / "bin/mpigauge"), "share/doc/mpigauge/docs/use/none.md");
}

TEST(NameOfPageTest, IsThePlaceInAnInstallationForAProgramWithoutOne) {
  EXPECT_EQ(NameOfPage("use/bisect"), "share/doc/mpigauge/docs/use/bisect.md");
  EXPECT_EQ(NameOfPage("use/bisect", ""), "share/doc/mpigauge/docs/use/bisect.md");
}

}  // namespace
}  // namespace mpigauge

#include "ci/launch/series_of_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A plan with an MPI without ranks, whose launcher runs these lines; "$file" is where the names go.
LaunchPlan WithLauncher(const std::string& lines) {
  const auto prefix = std::filesystem::path(testing::TempDir()) / "lists";
  std::filesystem::create_directories(prefix / "bin");
  const std::filesystem::path launcher = prefix / "bin/mpirun";
  std::ofstream(launcher) << "#!/bin/sh\n"
                          << "if [ \"$1\" = --version ]; then echo 'mpirun (Open MPI) 4.1.4'; exit; fi\n"
                          << "for word; do case $word in --list-series=*) file=${word#*=} ;; esac; done\n"
                          << lines << "\n";
  std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
  LaunchPlan plan;
  plan.library.mpi = prefix.string();
  plan.bench = "/bin/true";
  return plan;
}

// Lines of a banner once counted as series: "13110 series".
TEST(SeriesOfPlan, LinesOfABannerAreNoSeries) {
  const LaunchPlan plan = WithLauncher(
      "echo 'WELCOME TO THE CLUSTER'; printf 'bcast/bytes:8/ranks:2\\nbarrier/ranks:2\\n' > \"$file\"; yes | head -c "
      "3000000");
  EXPECT_THAT(SeriesOfPlan(plan), ElementsAre("bcast/bytes:8/ranks:2", "barrier/ranks:2"));
}

TEST(SeriesOfPlan, AProgramWithoutAListIsNamed) {
  EXPECT_THAT(ErrorOf([] { SeriesOfPlan(WithLauncher("echo barrier")); }), HasSubstr("/bin/true left no list"));
  EXPECT_THAT(ErrorOf([] { SeriesOfPlan(WithLauncher("echo 'no such suite' >&2; exit 4")); }),
              HasSubstr("(exit code 4): no such suite"));
}

}  // namespace
}  // namespace mpigauge

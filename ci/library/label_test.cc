#include <gtest/gtest.h>

#include "ci/library/identity.h"

namespace mpigauge {
namespace {

TEST(LabelTest, TheNumberIsFoundInWhatLibrariesState) {
  EXPECT_EQ(VersionNumber("Open MPI v5.0.10, package: Open MPI ada@host.example Distribution, ident: 5.0.10"),
            "5.0.10");
  EXPECT_EQ(VersionNumber("Open MPI v4.1.0rc1, package: Debian OpenMPI"), "4.1.0rc1");
  EXPECT_EQ(VersionNumber("MPICH Version:\t4.2.0b1"), "4.2.0b1");
  EXPECT_EQ(VersionNumber("MPICH Version:      3.4"), "3.4");
  EXPECT_EQ(VersionNumber("MVAPICH2 Version      :\t2.3.7"), "2.3.7");
  EXPECT_EQ(VersionNumber("Intel(R) MPI Library 2021.9 for Linux* OS"), "2021.9");
}

TEST(LabelTest, WithoutANumberNoneIsMadeUp) {
  EXPECT_EQ(VersionNumber(""), "");
  EXPECT_EQ(VersionNumber("MPI 4 of the site"), "");
}

TEST(LabelTest, ALabelHasTheNumberWhereItIsKnown) {
  LibraryIdentity identity;
  identity.hash = "1a2b3c4d5e6f";
  EXPECT_EQ(LibraryLabel("openmpi", identity), "openmpi 1a2b3c4d");
  identity.version = "Open MPI v5.0.9, package: Open MPI";
  EXPECT_EQ(LibraryLabel("openmpi", identity), "openmpi 5.0.9 1a2b3c4d");
}

}  // namespace
}  // namespace mpigauge

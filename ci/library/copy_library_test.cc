#include "ci/library/copy_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/library/fake_install.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

class CopyLibraryTest : public FakeInstall {
 protected:
  CopyList List(const Library& library) { return ListCopy(OpenMpiIn(library.mpi), library, Identity(library)); }
  std::filesystem::path Of(const std::string& file) const { return root_ / "install" / file; }
};

TEST_F(CopyLibraryTest, EveryFileHasItsPlace) {
  const CopyList list = List(Original());
  EXPECT_THAT(list.files,
              UnorderedElementsAre(Pair("bin/orterun", Of("bin/orterun")), Pair("bin/orted", Of("bin/orted")),
                                   Pair("lib/libmpi.so.40.1", Of("lib/libmpi.so.40.1")),
                                   Pair("lib/openmpi/mca_btl_tcp.so", Of("lib/openmpi/mca_btl_tcp.so")),
                                   Pair("lib/libucs.so.0.1", root_ / "ucx/lib64/libucs.so.0.1"),
                                   Pair("lib/ucx/libuct_ib.so.0", root_ / "ucx/lib64/ucx/libuct_ib.so.0"),
                                   Pair("etc/openmpi-mca-params.conf", Of("etc/openmpi-mca-params.conf")),
                                   Pair("share/openmpi/help-mpi.txt", Of("share/openmpi/help-mpi.txt"))));
  EXPECT_THAT(list.links,
              UnorderedElementsAre(Pair("bin/mpirun", "orterun"), Pair("lib/libmpi.so.40", "libmpi.so.40.1"),
                                   Pair("lib/libucs.so.0", "libucs.so.0.1")));
  EXPECT_EQ(list.libmpi, "lib/libmpi.so.40.1");
  EXPECT_EQ(list.environment.at("OPAL_LIBDIR"), "lib");
  EXPECT_EQ(list.environment.at("OPAL_SYSCONFDIR"), "etc");
}

// Debian's plugins lie in a folder of their own below /usr/lib, PMIx has another.
TEST_F(CopyLibraryTest, FoldersOfADistributionBecomeOne) {
  Library library = Original();
  Put(root_ / "usr/lib/x86_64-linux-gnu/openmpi/lib/openmpi3/mca_pml_ob1.so", "plugin");
  Put(root_ / "usr/lib/x86_64-linux-gnu/pmix2/lib/libpmix.so.2", "pmix");
  Put(root_ / "usr/lib/x86_64-linux-gnu/pmix2/lib/pmix/pmix_mca_gds_hash.so", "its plugin, which is not loaded yet");
  LibraryIdentity identity = Identity(library);
  identity.files.push_back(root_ / "usr/lib/x86_64-linux-gnu/openmpi/lib/openmpi3/mca_pml_ob1.so");
  identity.files.push_back(root_ / "usr/lib/x86_64-linux-gnu/pmix2/lib/libpmix.so.2");
  const CopyList list = ListCopy(OpenMpiIn(library.mpi), library, identity);
  EXPECT_THAT(list.files, Contains(Key("lib/openmpi3/mca_pml_ob1.so")));
  EXPECT_THAT(list.files, Contains(Key("lib/libpmix.so.2")));
  EXPECT_THAT(list.files, Contains(Key("lib/pmix/pmix_mca_gds_hash.so")));
  EXPECT_EQ(list.environment.at("PMIX_LIBDIR"), "lib");
}

TEST_F(CopyLibraryTest, PreloadsKeepTheirOrderAndDriversStay) {
  Put(root_ / "one/libslow.so", "first");
  Put(root_ / "two/libslow.so", "second");
  Library library = Original();
  library.preload = {root_ / "one/libslow.so", root_ / "two/libslow.so"};
  LibraryIdentity identity = Identity(library);
  identity.files.push_back("/usr/lib/x86_64-linux-gnu/libcuda.so.550");
  const CopyList list = ListCopy(OpenMpiIn(library.mpi), library, identity);
  EXPECT_THAT(list.preload, ElementsAre("preload/0/libslow.so", "preload/1/libslow.so"));
  EXPECT_EQ(list.files.at("preload/1/libslow.so"), root_ / "two/libslow.so");
  EXPECT_THAT(list.files, Not(Contains(Key("lib/libcuda.so.550"))));
  EXPECT_THAT(list.files, Not(Contains(Key("lib/libslow.so"))));
}

TEST_F(CopyLibraryTest, TheCopyHasTheContentsAndTheLinks) {
  const CopyList list = List(Original());
  MakeCopy(list, root_ / "copy");
  EXPECT_EQ(ReadFile(root_ / "copy/lib/libmpi.so.40"), "libmpi");
  EXPECT_EQ(std::filesystem::read_symlink(root_ / "copy/bin/mpirun"), "orterun");
  EXPECT_EQ(ReadFile(root_ / "copy/lib/ucx/libuct_ib.so.0"), "module of the transport");
  EXPECT_NE(std::filesystem::status(root_ / "copy/bin/orted").permissions() & std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
  EXPECT_EQ(BytesOf(list), 10 + 10 + 6 + 6 + 9 + 23 + 11 + 4);
}

TEST_F(CopyLibraryTest, AFileThatCannotBeReadIsNamed) {
  CopyList list = List(Original());
  list.files["lib/libgone.so"] = root_ / "libgone.so";
  const std::string gone = (root_ / "libgone.so").string();
  EXPECT_THAT(ErrorOf([&] { BytesOf(list); }), HasSubstr(gone + ": cannot be read"));
  EXPECT_THAT(ErrorOf([&] { MakeCopy(list, root_ / "copy"); }), HasSubstr(gone + ": cannot be copied to"));
}

}  // namespace
}  // namespace mpigauge

// Real libraries: the machine's Open MPI and MPICH, and copies of the first.
#include "ci/library/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string Copy(const std::string& name) {
  const std::string prefix = testing::TempDir() + "/" + name;
  const ProcessResult result = RunProcess({{"testing/copy_openmpi", prefix}, {}, 60});
  if (result.exit_code != 0) throw std::runtime_error(result.err);
  return std::filesystem::canonical(prefix);
}

LibraryIdentity Of(const Library& library) { return Identify(library, "mpigauge/mpigauge"); }
LibraryIdentity Of(const std::string& mpi) { return Of(Library{"", mpi, {}, {}, ""}); }

TEST(Identity, NamesTheFilesThatAreLoadedAndThoseThatMayBe) {
  const LibraryIdentity identity = Of("openmpi");
  EXPECT_THAT(identity.version, StartsWith("Open MPI v4"));
  EXPECT_EQ(identity.hash.size(), 64u);
  EXPECT_THAT(identity.files, Contains(HasSubstr("/libmpi.so.40")));
  EXPECT_THAT(identity.files, Contains(HasSubstr("/mca_coll_tuned.so")));
  EXPECT_THAT(identity.files, Contains(HasSubstr("/mca_osc_rdma.so")));  // loaded by the first window only
  EXPECT_THAT(identity.files, Contains("/etc/openmpi/openmpi-mca-params.conf"));
  EXPECT_THAT(identity.files, Not(Contains(HasSubstr("/libc.so"))));
  EXPECT_GT(identity.changed_at, 0);
}

TEST(Identity, DiffersBetweenMpichAndOpenMpi) {
  const LibraryIdentity identity = Of("mpich");
  EXPECT_THAT(identity.version, StartsWith("MPICH Version"));
  EXPECT_THAT(identity.files, Contains(HasSubstr("/libmpich.so.12")));
  EXPECT_NE(identity.hash, Of("openmpi").hash);
}

// Built from its repository, it has this name; the machine's own was found in its place.
TEST(Identity, NeedsNoReleaseNumberOfMpich) {
  const std::filesystem::path prefix = std::filesystem::canonical(testing::TempDir()) / "mpich-0";
  std::filesystem::create_directories(prefix / "bin");
  std::filesystem::create_directories(prefix / "lib");
  for (const char* program : {"mpiexec.hydra", "hydra_pmi_proxy"}) {
    std::filesystem::copy_file(std::filesystem::path("/usr/bin") / program, prefix / "bin" / program,
                               std::filesystem::copy_options::overwrite_existing);
  }
  std::filesystem::copy_file(Of("mpich").libmpi, prefix / "lib/libmpi.so.0",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(Of(prefix.string()).libmpi, (prefix / "lib/libmpi.so.0").string());
}

TEST(Identity, IsOfContentsNotOfPlacesOrDates) {
  const std::string one = Copy("one");
  const std::string two = Copy("two");
  std::filesystem::last_write_time(two + "/lib/libmpi.so.40", std::filesystem::file_time_type::clock::now());
  const LibraryIdentity first = Of(one);
  EXPECT_THAT(first.files, Contains(StartsWith(one + "/lib/")));
  EXPECT_THAT(first.files, Contains(one + "/etc/openmpi-mca-params.conf"));
  EXPECT_EQ(first.hash, Of(two).hash);
}

TEST(Identity, ChangesWithParametersPluginsPreloadsAndEnvironment) {
  const std::string prefix = Copy("changed");
  const std::string original = Of(prefix).hash;
  std::vector<std::string> seen = {original};
  const auto expect_new = [&](const LibraryIdentity& identity) {
    EXPECT_THAT(seen, Not(Contains(identity.hash)));
    seen.push_back(identity.hash);
  };
  std::ofstream(prefix + "/etc/openmpi-mca-params.conf", std::ios::app) << "coll_tuned_use_dynamic_rules = 1\n";
  expect_new(Of(prefix));
  // A plugin that is not loaded unless it is needed.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(prefix)) {
    if (entry.path().filename() == "mca_osc_sm.so") std::ofstream(entry.path(), std::ios::app) << " ";
  }
  expect_new(Of(prefix));
  expect_new(Of(Library{"", prefix, {std::filesystem::absolute("harness/inject/libmpigauge_slow.so")}, {}, ""}));
  expect_new(Of(Library{"", prefix, {}, {{"OMPI_MCA_btl", "self,tcp"}}, ""}));
}

TEST(Identity, BrokenInstallIsAnErrorThatNamesTheLibrary) {
  const std::string prefix = Copy("broken");
  WriteFileAtomically(prefix + "/lib/libmpi.so.40", "half of a file");
  try {
    Of(prefix);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(prefix));
    EXPECT_THAT(error.what(), HasSubstr("libmpi.so.40"));
  }
  std::filesystem::remove(prefix + "/lib/libmpi.so.40");  // the machine's own is not taken for it
  EXPECT_THROW(Of(prefix), Error);
  EXPECT_THROW(Of("/no/such/prefix"), Error);
}

}  // namespace
}  // namespace mpigauge

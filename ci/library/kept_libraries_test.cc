#include "ci/library/kept_libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "baselines/store/store.h"
#include "ci/library/fake_install.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class KeptLibrariesTest : public FakeInstall {
 protected:
  std::vector<std::string> Entries() const {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root_ / "store.libraries", error)) {
      names.push_back(entry.path().filename());
    }
    return names;
  }

  LaunchPlan Plan() const {
    LaunchPlan plan;
    plan.library = Original();
    plan.bench = "/proc/self/exe";
    return plan;
  }

  // Leaves what a killed process leaves: it dies when its copy is made, and not renamed yet.
  void KeepAndDie() {
    const pid_t child = fork();
    if (child == 0) {
      on_try_ = [](const Library&, const std::string&) { _exit(0); };
      Libraries().Keep(Original(), "bench");
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }
};

// A user who may write there could have a gate start anything.
TEST_F(KeptLibrariesTest, AFolderThatOthersMayWriteToIsRefusedWithWhatToDo) {
  using std::filesystem::perms;
  const std::filesystem::path folder = root_ / "store.libraries";
  Libraries().Keep(Original(), "bench");
  std::vector<perms> opened = {perms::others_write};
  // The group of a user's own name is the user, and another one is not.
  if (geteuid() == 0 && chown(folder.c_str(), 0, 65534) == 0) opened.push_back(perms::group_write);
  for (const perms open : opened) {
    std::filesystem::permissions(folder, open, std::filesystem::perm_options::add);
    const auto refused = AllOf(HasSubstr("others may write to it"), HasSubstr("`chmod go-w " + folder.string()));
    EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), refused);
    EXPECT_THAT(ErrorOf([&] { Libraries().Keep(Original(), "bench"); }), refused);
    std::filesystem::permissions(folder, open, std::filesystem::perm_options::remove);
    EXPECT_EQ(Libraries().Take(Plan(), "bench").bench, "bench");
  }
  if (geteuid() == 0 && chown(folder.c_str(), 65534, 65534) == 0) {
    EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), HasSubstr("belongs to another user"));
  }
}

TEST_F(KeptLibrariesTest, KeptCopyIsTakenWhenTheInstallWasReplaced) {
  const LaunchPlan plan = Plan();
  const KeptLibraries::Kept kept = Libraries().Keep(plan.library, "bench");
  EXPECT_TRUE(kept.made);
  EXPECT_THAT(Entries(), ElementsAre(plan.library.identity));
  EXPECT_THAT(tried_, ElementsAre("bench"));

  Install("install", "btl = tcp\n");
  std::filesystem::remove_all(root_ / "ucx");
  const KeptStart start = Libraries().Take(plan, "new bench");
  const auto folder = root_ / "store.libraries" / plan.library.identity;
  EXPECT_EQ(start.library.mpi, folder);
  EXPECT_EQ(start.library.identity, plan.library.identity);
  EXPECT_EQ(start.library.label, "old");
  EXPECT_THAT(start.library.expected, ElementsAre(folder / "lib/libmpi.so.40.1"));
  EXPECT_EQ(start.bench, "new bench");  // the same program on both sides
  EXPECT_THAT(start.note, AllOf(StartsWith("kept 0 s ago, 1 KiB"), HasSubstr(folder)));
  EXPECT_EQ(ReadFile(folder / "etc/openmpi-mca-params.conf"), "btl = self\n");
}

TEST_F(KeptLibrariesTest, EqualLibrariesAreStoredOnce) {
  Install("another");
  Libraries().Keep(Original(), "bench");
  EXPECT_FALSE(Libraries().Keep(Original("another"), "bench").made);
  EXPECT_THAT(Libraries().All(), SizeIs(1));
  EXPECT_THAT(tried_, SizeIs(1));
}

TEST_F(KeptLibrariesTest, PreloadsAndSettingsGoWithIt) {
  Put(root_ / "libslow.so", "interposer");
  LaunchPlan plan = Plan();
  plan.library.preload = {root_ / "libslow.so"};
  plan.library.environment = {{"OMPI_MCA_btl", "self,tcp"}};
  plan.library.identity = Identity(plan.library).hash;
  Libraries().Keep(plan.library, "bench");
  std::filesystem::remove(root_ / "libslow.so");
  const KeptStart start = Libraries().Take(plan, "bench");
  ASSERT_THAT(start.library.preload, SizeIs(1));
  EXPECT_EQ(ReadFile(start.library.preload[0]), "interposer");
  EXPECT_EQ(start.library.environment, plan.library.environment);
}

TEST_F(KeptLibrariesTest, ACopyThatDoesNotStartIsNotKept) {
  on_try_ = [](const Library&, const std::string&) { throw NotMeasured("no transport"); };
  EXPECT_EQ(ErrorOf([&] { Libraries().Keep(Original(), "bench"); }), "no transport");
  EXPECT_THAT(Entries(), IsEmpty());
}

// A copy that loads the machine's plugin, say, would be another library when that is replaced.
TEST_F(KeptLibrariesTest, ACopyThatIsNotTheSameIsNotKept) {
  const Library library = Original();
  KeepTools tools;
  bool copied = false;
  tools.identify = [&](const Library& one) {
    LibraryIdentity identity = Identity(one);
    if (one.mpi != library.mpi) {
      copied = true;
      identity.hash = "other";
    }
    return identity;
  };
  tools.find_mpi = OpenMpiIn;
  tools.free_bytes = [](const std::filesystem::path&) { return std::uintmax_t{1} << 30; };
  const KeptLibraries libraries(root_ / "store.libraries", tools);
  EXPECT_THAT(ErrorOf([&] { libraries.Keep(library, "bench"); }), HasSubstr("its copy is another library"));
  EXPECT_TRUE(copied);
  EXPECT_THAT(Entries(), IsEmpty());
}

TEST_F(KeptLibrariesTest, ACopyThatWasKilledHalfWayIsNeverTakenAndGoesAway) {
  KeepAndDie();
  ASSERT_THAT(Entries(), ElementsAre(StartsWith("mpigauge-new-")));
  EXPECT_THAT(Libraries().All(), IsEmpty());
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), HasSubstr("no copy of it is kept"));
  const auto lock = root_ / "store.libraries" / Entries()[0] / ".lock";
  std::filesystem::last_write_time(lock, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_TRUE(Libraries().Keep(Original(), "bench").made);
  EXPECT_THAT(Entries(), ElementsAre(Original().identity));
}

TEST_F(KeptLibrariesTest, AFolderThatIsNoWholeCopyIsReplaced) {
  Put(root_ / "store.libraries" / Original().identity / "lib/libmpi.so.40.1", "half of it");
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), HasSubstr("no copy of it is kept"));
  EXPECT_TRUE(Libraries().Keep(Original(), "bench").made);
  EXPECT_EQ(Libraries().Take(Plan(), "bench").bench, "bench");
}

TEST_F(KeptLibrariesTest, ACopyThatWasDamagedIsNotTakenAndIsMadeAnew) {
  const auto folder = Libraries().Keep(Original(), "bench").library.folder;
  Put(folder / "lib/openmpi/mca_btl_tcp.so", "damaged");
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), HasSubstr("the copy is no longer what was kept"));
  EXPECT_TRUE(Libraries().Keep(Original(), "bench").made);
  EXPECT_EQ(ReadFile(folder / "lib/openmpi/mca_btl_tcp.so"), "plugin");
  Put(folder / kCopyFile, "{}");
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(Plan(), "bench"); }), HasSubstr(kCopyFile));
  EXPECT_TRUE(Libraries().Keep(Original(), "bench").made);
}

TEST_F(KeptLibrariesTest, AnotherLibraryInItsPlaceIsNotKeptUnderItsName) {
  const Library measured = Original();
  Install("install", "btl = tcp\n");
  EXPECT_THAT(ErrorOf([&] { Libraries().Keep(measured, "bench"); }), HasSubstr("is not the one that was measured"));
  EXPECT_THAT(Entries(), IsEmpty());
}

TEST_F(KeptLibrariesTest, ErrorNamesTheMissingRoomOrFolder) {
  free_bytes_ = 10;
  EXPECT_THAT(ErrorOf([&] { Libraries().Keep(Original(), "bench"); }), HasSubstr("1 KiB are needed, 1 KiB are free"));
  free_bytes_ = 1 << 30;
  Put(root_ / "file", "no folder");
  EXPECT_THAT(ErrorOf([&] { Libraries(root_ / "file/libraries").Keep(Original(), "bench"); }),
              HasSubstr("file/libraries: cannot be made"));
  EXPECT_THAT(ErrorOf([&] { Libraries(root_ / "a b").Keep(Original(), "bench"); }), HasSubstr("with a blank"));
  EXPECT_THAT(ErrorOf([&] { Libraries("").Keep(Original(), "bench"); }), HasSubstr("--libraries FOLDER"));
  EXPECT_THAT(ErrorOf([&] { Libraries("").Take(Plan(), "bench"); }), HasSubstr("--libraries FOLDER"));
}

TEST_F(KeptLibrariesTest, BaselinesProgramRunsWhereTheCandidatesDoesNot) {
  Libraries().Keep(Original(), "bench");
  on_try_ = [](const Library&, const std::string& bench) {
    if (bench == "new bench") throw NotMeasured("libmpi.so.80: no such file");
  };
  const KeptStart start = Libraries().Take(Plan(), "new bench");
  EXPECT_EQ(start.bench, "/proc/self/exe");
  EXPECT_THAT(start.note, HasSubstr("with /proc/self/exe, since the candidate's program does not run on it"));
  LaunchPlan gone = Plan();
  gone.bench = "/no/such/bench";
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(gone, "new bench"); }), HasSubstr("libmpi.so.80"));
}

// As where this user may not look into the folder.
TEST_F(KeptLibrariesTest, AFolderThatTheSystemRefusesIsAReason) {
  std::filesystem::create_directories(root_ / "store.libraries");
  LaunchPlan plan = Plan();
  plan.library.identity = std::string(300, 'x');  // too long for a name
  EXPECT_THAT(ErrorOf([&] { Libraries().Take(plan, "bench"); }), HasSubstr("File name too long"));
}

TEST_F(KeptLibrariesTest, NodesOfSlurmSeeTheFileSystemOfTheirJobs) {
  const std::string jobs = root_ / "jobs/that/are/not/there/yet";
  EXPECT_EQ(ErrorOf([&] { RequireSameFileSystem(root_ / "nothing is kept", jobs); }), "no error");
  EXPECT_EQ(ErrorOf([&] { RequireSameFileSystem(root_, jobs); }), "no error");
  EXPECT_THAT(ErrorOf([&] { RequireSameFileSystem("/proc", jobs); }),
              HasSubstr("/proc: nodes of Slurm may not see it"));
}

class KeepForBaselineTest : public KeptLibrariesTest {
 protected:
  KeepForBaselineTest() : store_(Store::Open((root_ / "store").string(), Store::Access::kWrite)) {}

  std::string Keep(const KeepSettings& settings, const std::string& name = "install") {
    LaunchPlan plan;
    plan.library = Original(name);
    return KeepForBaseline(store_, Libraries(), settings, plan);
  }

  void SetBaseline(const std::string& name, const std::string& install) {
    LaunchPlan plan;
    plan.library = Original(install);
    store_.runs().Add({"run of " + install, install, "2026-11-20T16:05:00Z", RunStatus::kComplete, ToJson(plan)});
    store_.baselines().Set(name, {"run of " + install}, "");
  }

  Store store_;
};

TEST_F(KeepForBaselineTest, MessageSaysWhetherTheLibraryIsKept) {
  EXPECT_THAT(Keep({}), StartsWith("the library is kept: 1 KiB in " + root_.string()));
  EXPECT_THAT(Keep({}), StartsWith("the library was kept before"));
  EXPECT_EQ(Keep({false, "--no-keep-library"}), "the library is not kept: --no-keep-library");
  free_bytes_ = 0;
  Install("another", "btl = tcp\n");
  EXPECT_THAT(Keep({}, "another"), AllOf(StartsWith("the library is not kept: "), HasSubstr("are needed")));
}

TEST_F(KeepForBaselineTest, TheOldestThatNoGateWouldStartGo) {
  for (const char* name : {"one", "two", "three"}) Install(name, name);
  SetBaseline("release", "one");
  const KeepSettings two{true, "", 2};
  Keep(two, "one");
  Keep(two, "two");
  EXPECT_THAT(Keep(two, "three"), HasSubstr("an older one removed, from which no gate starts"));
  EXPECT_FALSE(Libraries().Find(Original("two").identity).has_value());
  EXPECT_EQ(IdentityOf(store_, *store_.baselines().Find("release")), Original("one").identity);
  EXPECT_TRUE(Libraries().Find(Original("one").identity).has_value());
  // The last one stays, although its run is not in the baseline yet.
  EXPECT_TRUE(Libraries().Find(Original("three").identity).has_value());
}

// The copy is there, and is said to be, also where older ones cannot be looked at.
TEST_F(KeepForBaselineTest, UnreadableOlderRunsDoNotPreventKeeping) {
  store_.runs().Add({"damaged", "4.1.4", "2026-11-20T16:05:00Z", RunStatus::kComplete, {{"identity", 7}}});
  store_.baselines().Set("release", {"damaged"}, "");
  EXPECT_THAT(Keep({}), AllOf(StartsWith("the library is kept: "), HasSubstr("; older ones were not removed: ")));
}

TEST(LibrariesFolder, IsBesideAFileAndEmptyForADatabase) {
  EXPECT_EQ(LibrariesFolder("/x/m.sqlite", ""), "/x/m.sqlite.libraries");
  EXPECT_EQ(LibrariesFolder("postgresql://u@h/d", ""), "");
  EXPECT_EQ(LibrariesFolder("postgresql://u@h/d", "/x/y/../z"), "/x/z");
}

TEST(AgeAndSize, CountsDays) {
  KeptLibrary kept;
  kept.bytes = 5 * 1024 * 1024;
  kept.kept_at = 1000;
  EXPECT_EQ(AgeAndSize(kept, std::chrono::system_clock::from_time_t(1000 + 3 * 86400 + 60)), "kept 3 days ago, 5 MiB");
  EXPECT_EQ(AgeAndSize(kept, std::chrono::system_clock::from_time_t(900)), "kept 0 s ago, 5 MiB");
}

}  // namespace
}  // namespace mpigauge

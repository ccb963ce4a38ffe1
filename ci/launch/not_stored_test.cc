// A store that refuses launches, as one whose server is down or whose disk is full.
#include "ci/launch/not_stored.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "baselines/store/database.h"
#include "ci/launch/campaign.h"
#include "ci/launch/fake_mpi.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Works in a folder of its own, with an MPI without ranks and a real store.
class NotStoredTest : public testing::Test {
 protected:
  NotStoredTest() : before_(fs::current_path()), store_(Fresh()), mpi_("quick", 0) {
    const fs::path work = fs::path(testing::TempDir()) / "refused";
    fs::remove_all(work);
    fs::create_directories(work);
    fs::current_path(work);
  }
  ~NotStoredTest() override { fs::current_path(before_); }

  static std::string StorePath() { return testing::TempDir() + "/refusing.sqlite"; }

  static Store Fresh() {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(StorePath() + suffix);
    return Store::Open(StorePath(), Store::Access::kWrite);
  }

  static void Refuse() {
    OpenSqlite(StorePath(), true)
        ->Execute("CREATE TRIGGER refuse BEFORE INSERT ON launches BEGIN SELECT RAISE(ABORT, 'no room'); END");
  }
  static void TakeAgain() { OpenSqlite(StorePath(), true)->Execute("DROP TRIGGER refuse"); }

  std::vector<LaunchPlan> TwoPlans() const { return {mpi_.Plan(), mpi_.Plan()}; }

  std::string Gate(std::vector<CampaignRun>& runs, std::ostream* progress = nullptr) {
    CampaignOptions options;
    options.turns = 3;
    options.progress = progress;
    return ErrorOf([&] {
      Campaign campaign(TwoPlans(), options, store_);
      runs = campaign.Runs();
      campaign.Launch(3);
      runs = campaign.Runs();
    });
  }

  static std::vector<std::string> KeptFiles(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
      if (entry.path().extension() == ".json") names.push_back(entry.path().filename());
    }
    return names;
  }

  fs::path before_;
  Store store_;
  FakeMpi mpi_;
};

// A campaign once kept one of twelve launches that had been measured.
TEST_F(NotStoredTest, EveryLaunchOfACircleIsKeptAndTheSameCommandGoesOn) {
  Refuse();
  std::vector<CampaignRun> refused;
  const std::string error = Gate(refused);
  EXPECT_THAT(error, AllOf(HasSubstr("no room"), HasSubstr("6 launches are kept in "), HasSubstr("mpigauge import "),
                           HasSubstr("the same command here goes on")));
  EXPECT_THAT(KeptFiles("mpigauge-not-stored"), SizeIs(6));

  TakeAgain();
  std::vector<CampaignRun> again;
  std::ostringstream progress;
  EXPECT_EQ(Gate(again, &progress), "no error");
  EXPECT_THAT(progress.str(), HasSubstr("3 launches of quick (candidate) could not be stored before, and count now"));
  ASSERT_THAT(again, SizeIs(2));
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].run_id, refused[i].run_id);
    EXPECT_EQ(again[i].complete, 3);
    EXPECT_THAT(store_.runs().Launches(again[i].run_id, LaunchDetail::kHeads), SizeIs(3));
  }
  EXPECT_EQ(mpi_.Begun().size(), 12u);  // six times a digit and a line's end: nothing was measured again
  EXPECT_FALSE(fs::exists("mpigauge-not-stored"));
  std::vector<CampaignRun> third;
  Gate(third);
  EXPECT_NE(third[0].run_id, again[0].run_id);
}

// Others could put launches there, and they would count.
TEST_F(NotStoredTest, AFolderThatOthersMayWriteIsNotTaken) {
  Refuse();
  std::vector<CampaignRun> refused;
  Gate(refused);
  fs::permissions("mpigauge-not-stored", fs::perms::others_write, fs::perm_options::add);
  TakeAgain();
  std::vector<CampaignRun> again;
  EXPECT_EQ(Gate(again), "no error");
  EXPECT_NE(again.at(0).run_id, refused.at(0).run_id);
  EXPECT_THAT(KeptFiles("mpigauge-not-stored"), SizeIs(6));
}

TEST_F(NotStoredTest, WhileTheStoreStillRefusesNothingIsLost) {
  Refuse();
  std::vector<CampaignRun> runs;
  Gate(runs);
  EXPECT_THAT(Gate(runs), HasSubstr("6 launches are kept in "));
  EXPECT_THAT(KeptFiles("mpigauge-not-stored"), SizeIs(6));
  TakeAgain();
  EXPECT_EQ(Gate(runs), "no error");
  EXPECT_EQ(mpi_.Begun().size(), 12u);
}

TEST_F(NotStoredTest, AnotherCommandTakesNothingOfIt) {
  Refuse();
  std::vector<CampaignRun> runs;
  Gate(runs);
  TakeAgain();
  LaunchPlan other = mpi_.Plan();
  other.bench_arguments = {"--suite=full"};
  const Campaign campaign({other, other}, {}, store_);
  EXPECT_NE(campaign.Runs()[0].run_id, runs[0].run_id);
  EXPECT_THAT(KeptFiles("mpigauge-not-stored"), SizeIs(6));
}

// As in a folder that must not be written: root may write everywhere, but a file is no folder.
TEST_F(NotStoredTest, LaunchesLieBelowTmpdirWhereTheFolderCannotBeMade) {
  std::ofstream("mpigauge-not-stored") << "a file";
  Refuse();
  std::vector<CampaignRun> runs;
  const std::string error = Gate(runs);
  const auto begin = error.find("mpigauge import ");
  ASSERT_NE(begin, std::string::npos) << error;
  const fs::path folder = error.substr(begin + std::string("mpigauge import ").size());
  EXPECT_THAT(error, AllOf(HasSubstr("6 launches are kept in "), Not(HasSubstr("the same command"))));
  EXPECT_THAT(KeptFiles(folder), SizeIs(6));
  fs::remove_all(folder);
}

TEST_F(NotStoredTest, WithAFolderOfItsOwnACampaignGoesOnThere) {
  CampaignOptions options;
  options.turns = 3;
  options.folder = "state";
  Refuse();
  const auto launch = [&] {
    Campaign campaign(TwoPlans(), options, store_);
    campaign.Launch(3);
    EXPECT_EQ(campaign.Runs()[0].complete, 3);
  };
  EXPECT_THAT(ErrorOf(launch), HasSubstr("6 launches are kept in "));
  TakeAgain();
  EXPECT_EQ(ErrorOf(launch), "no error");
  EXPECT_EQ(mpi_.Begun().size(), 12u);
}

}  // namespace
}  // namespace mpigauge

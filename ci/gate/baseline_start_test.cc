// How a gate starts the library that a stored baseline was measured with, on a host that is played.
#include "ci/gate/baseline_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "ci/gate/played_gates.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using BaselineStartTest = PlayedGates;

// Started without a variable it would be another library: a gate once did that, and said nothing.
TEST_F(BaselineStartTest, ABaselineWhoseVariablesAreNotStoredIsNotStarted) {
  LaunchPlan old = Plan("old");
  old.library.environment = {{"LICENCE_TOKEN", "x7"}, {"OMPI_MCA_btl", "tcp"}};
  StoreBaseline(2, old);
  const std::size_t asked = host_.asked.size();
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(answer.comparison.notes,
              Contains(AllOf(HasSubstr("the baseline's library cannot be started"), HasSubstr("LICENCE_TOKEN"))));
  EXPECT_EQ(host_.asked.size(), asked + 1);  // the candidate alone
  EXPECT_EQ(store_.runs().All().size(), 3u);
}

// A user who may write to the store, or to the files that it names, would have a program started by others.
TEST_F(BaselineStartTest, ProgramsThatOthersMayChangeAreNotStarted) {
  const std::filesystem::path folder = std::filesystem::canonical(testing::TempDir()) / "theirs";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file("/bin/true", folder / "bench", std::filesystem::copy_options::overwrite_existing);
  const auto notes_of = [&](const LaunchPlan& old) {
    StoreBaseline(2, old);
    const std::size_t asked = host_.asked.size();
    const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
    EXPECT_EQ(host_.asked.size(), asked + 1);  // the candidate alone
    return answer.comparison.notes;
  };
  LaunchPlan old = Plan("old");
  old.bench = folder / "bench";
  std::filesystem::permissions(folder, std::filesystem::perms::others_write, std::filesystem::perm_options::add);
  EXPECT_THAT(notes_of(old), Contains(AllOf(HasSubstr("the baseline's library cannot be started"),
                                            HasSubstr(folder.string() + ": others may write to it"),
                                            HasSubstr("give the library with --baseline-mpi"))));
  old = Plan("old");
  old.library.environment = {{"OMPI_MCA_plm_rsh_agent", "sh -c id"}};
  EXPECT_THAT(notes_of(old), Contains(HasSubstr("OMPI_MCA_plm_rsh_agent is more than one word")));

  // The copy that this user keeps is as good, and the program that others may change is not tried on it.
  old = Plan("old");
  old.bench = folder / "bench";
  StoreBaseline(2, old);
  Libraries().take_kept = [](const LaunchPlan& plan, const std::string& bench) {
    EXPECT_EQ(plan.bench, "");
    return KeptStart{plan.library, bench, "kept 2 days ago, 12 MiB"};
  };
  const std::size_t asked = host_.asked.size();
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_GT(host_.asked.size(), asked);
  EXPECT_THAT(answer.comparison.notes, Contains(AllOf(HasSubstr("others may write to it"), HasSubstr("kept 2 days"))));
}

// A library that lies in the place of the old one has its name and not its times.
TEST_F(BaselineStartTest, KeptCopyOfAReplacedLibraryIsStarted) {
  LaunchPlan old = Plan("old");
  old.library.identity = "of old";
  StoreBaseline(2, old);
  FakeLibraries& libraries = Libraries();
  libraries.identity = "of another";
  libraries.take_kept = [](const LaunchPlan& plan, const std::string& bench) {
    EXPECT_EQ(plan.library.identity, "of old");
    KeptStart start{plan.library, bench, "kept 2 days ago, 12 MiB"};
    start.library.label = "copy";
    return start;
  };
  host_.libraries["copy"].slower = {{kBcast, -0.30}};  // so that one sees who was launched
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
  EXPECT_EQ(store_.runs().Find(answer.baseline_run_id).library, "copy");
  EXPECT_THAT(answer.comparison.notes, Contains(AllOf(HasSubstr("holds another library now"),
                                                      HasSubstr("took turns with the candidate: kept 2 day"))));
}

TEST_F(BaselineStartTest, OnlyACopyThatWasStartedIsSaidToHaveTakenTurns) {
  host_.launches_differ = 0.01;
  LaunchPlan old = Plan("old");
  old.library.identity = "of old";
  StoreBaseline(10, old);
  FakeLibraries& libraries = Libraries();
  libraries.identity = "of another";
  libraries.take_kept = [](const LaunchPlan& plan, const std::string& bench) {
    return KeptStart{plan.library, bench, "kept"};
  };
  EXPECT_THAT(GateAgainstStored(store_, "release", Plan("new"), options_).comparison.notes,
              Not(Contains(HasSubstr("took turns with the candidate"))));  // the runs passed everything
  host_.libraries["new"].slower = {{kAllreduce, 0.20}};
  EXPECT_THAT(GateAgainstStored(store_, "release", Plan("new"), options_).comparison.notes,
              Contains(HasSubstr("took turns with the candidate")));
}

TEST_F(BaselineStartTest, StoredRunsDecideAndBothReasonsAreNotedWhereNoCopyStarts) {
  LaunchPlan old = Plan("old");
  old.library.identity = "of old";
  StoreBaseline(2, old);
  const std::size_t asked = host_.asked.size();
  FakeLibraries& libraries = Libraries();
  libraries.identity = "of another";
  libraries.take_kept = [](const LaunchPlan&, const std::string&) -> KeptStart { throw NotMeasured("it was damaged"); };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(answer.comparison.notes,
              Contains(AllOf(HasSubstr("not settled side by side"), HasSubstr("holds another library now"),
                             HasSubstr("nor can a copy of it: it was damaged"))));
  EXPECT_EQ(host_.asked.size(), asked + 1);  // the candidate alone
}

TEST_F(BaselineStartTest, ALibraryThatIsStillThereIsStartedAndNoCopyOfIt) {
  LaunchPlan old = Plan("old");
  old.library.identity = "of old";
  StoreBaseline(2, old);
  FakeLibraries& libraries = Libraries();
  libraries.identity = "of old";
  libraries.take_kept = [](const LaunchPlan&, const std::string&) -> KeptStart { throw NotMeasured("was asked"); };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(store_.runs().Find(answer.baseline_run_id).library, "old");
}

}  // namespace
}  // namespace mpigauge

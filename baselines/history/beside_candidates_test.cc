#include "baselines/history/beside_candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/json.h"
#include "baselines/store/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BesideCandidatesTest : public testing::Test {
 protected:
  BesideCandidatesTest() : store_(Store::Open(NewStoreName(StoreKind::kSqlite), Store::Access::kWrite)) {}

  void AddRun(const std::string& run_id, const std::string& library, const std::string& identity = "") {
    const Json plan = identity.empty() ? Json::object() : Json{{"identity", identity}};
    store_.runs().Add({run_id, library, "2026-01-01T00:00:00Z", RunStatus::kComplete, plan});
  }

  // A gate side by side.
  void AddGate(const std::string& baseline_run, const std::string& candidate_run) {
    Json comparison;
    comparison["runs"] = {{"baseline", {baseline_run}}, {"candidate", {candidate_run}}};
    store_.gates().Add(
        {"gate of " + candidate_run, "2026-01-02T00:00:00Z", candidate_run, "release", "pass", comparison});
  }

  Store store_;
};

TEST_F(BesideCandidatesTest, AnOldLibraryThatWasMeasuredAgainIsOne) {
  AddRun("a1", "old", "A");
  AddRun("a2", "old", "A");
  AddRun("b1", "new", "B");
  AddGate("a2", "b1");
  AddRun("b2", "new", "B");
  AddRun("c1", "newest", "C");
  AddGate("b2", "c1");
  EXPECT_THAT(RunsBesideCandidates(store_), ElementsAre("a2", "b2"));
}

TEST_F(BesideCandidatesTest, ALibraryWithNoOtherRunIsNone) {
  AddRun("a1", "old", "A");
  AddRun("b1", "new", "B");
  AddRun("b2", "new", "B");  // a settled candidate has two
  AddGate("a1", "b1");
  EXPECT_THAT(RunsBesideCandidates(store_), IsEmpty());
}

TEST_F(BesideCandidatesTest, RunsThatNoGateMadeStay) {
  for (const char* id : {"n1", "n2", "n3"}) AddRun(id, "nightly", "N");
  EXPECT_THAT(RunsBesideCandidates(store_), IsEmpty());
}

// Two installs may have one label, and a library may be labelled anew.
TEST_F(BesideCandidatesTest, TheIdentitySaysWhichLibraryItIsAndWhereThereIsNoneTheLabel) {
  AddRun("a1", "mpi", "A");
  AddRun("b1", "mpi", "B");
  AddGate("a1", "b1");
  EXPECT_THAT(RunsBesideCandidates(store_), IsEmpty());
  AddRun("a2", "another name", "A");
  EXPECT_THAT(RunsBesideCandidates(store_), ElementsAre("a1"));
  AddRun("x1", "unknown");
  AddRun("x2", "unknown");
  AddGate("x2", "a2");
  EXPECT_THAT(RunsBesideCandidates(store_), ElementsAre("a1", "x2"));
}

}  // namespace
}  // namespace mpigauge

#include "baselines/store/owner.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "base/units.h"
#include "baselines/store/store_fixture.h"

namespace mpigauge {
namespace {

// They were once shown as running for ever.
TEST_P(StoreTest, ARunWhoseProcessWasKilledIsInterrupted) {
  const auto add = [](Store& store, const std::string& id, const std::string& owner) {
    store.runs().Add({id, "library", "2026-01-01", RunStatus::kRunning, Json::object(), owner});
  };
  const auto killed = [&](const std::string& id) {
    const pid_t child = fork();
    if (child == 0) {
      Store own = Store::Open(name_, Store::Access::kWrite);
      add(own, id, ThisProcess());
      raise(SIGKILL);
    }
    return child;
  };
  const pid_t zombie = killed("killed, and nobody waits for it");
  siginfo_t how{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(zombie), &how, WEXITED | WNOWAIT), 0);
  const pid_t child = killed("killed");
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(WTERMSIG(status), SIGKILL);
  const std::string own = ThisProcess();
  add(*store_, "alive", own);
  add(*store_, "number given anew", own.substr(0, own.rfind(' ')) + " 1");
  const std::string elsewhere = "not-this-one" + own.substr(own.find(' ')) + "9";
  for (const auto& [id, launched] :
       std::map<std::string, std::string>{{"elsewhere", UtcNow()}, {"long-ago", "2026-01-01T00:00:01Z"}}) {
    add(*store_, id, elsewhere);
    LaunchRecord launch = ExampleLaunch(id, 0, {{kSeries, 1e-6}});
    launch.started_at = launched;
    store_->runs().AddLaunch(launch);
  }
  add(*store_, "nobody's", "");
  add(*store_, "no process", "x y z 7");
  EXPECT_EQ(store_->runs().Find("killed").status, RunStatus::kRunning);
  Store later = Store::Open(name_, Store::Access::kWrite);
  EXPECT_EQ(later.runs().Find("killed").status, RunStatus::kInterrupted);
  EXPECT_EQ(later.runs().Find("killed, and nobody waits for it").status, RunStatus::kInterrupted);
  ASSERT_EQ(waitpid(zombie, &status, 0), zombie);
  EXPECT_EQ(later.runs().Find("number given anew").status, RunStatus::kInterrupted);
  EXPECT_EQ(later.runs().Find("long-ago").status, RunStatus::kInterrupted);
  later.upkeep().DeleteRun("long-ago");
  for (const char* id : {"alive", "elsewhere", "nobody's", "no process"}) {
    EXPECT_EQ(later.runs().Find(id).status, RunStatus::kRunning) << id;
  }
}

}  // namespace
}  // namespace mpigauge

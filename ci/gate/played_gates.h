#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/gate/gate.h"
#include "ci/launch/fake_launches.h"

namespace mpigauge {

inline const std::string kAllreduce = "allreduce/bytes:8/ranks:2";
inline const std::string kBcast = "bcast/bytes:8/ranks:2";
inline const std::string kGather = "gather/bytes:8/ranks:2";
inline const std::string kControl = "spin/operations:1000";

// Libraries of which a test knows what is there.
struct FakeLibraries : LibraryAccess {
  std::string identity = {};  // of each library that is asked for
  std::function<KeptStart(const LaunchPlan&, const std::string&)> take_kept = {};
  std::vector<std::string> series = {};  // of each launch
  std::string implementation = {};       // of each library

  std::string IdentityOf(const Library& /*library*/) const override { return identity; }
  KeptStart TakeKept(const LaunchPlan& plan, const std::string& bench) const override { return take_kept(plan, bench); }
  std::vector<std::string> SeriesOf(const LaunchPlan& /*plan*/, const Launches::Deadline& /*deadline*/) const override {
    return series;
  }
  std::string ImplementationOf(const Library& /*library*/) const override { return implementation; }
};

// Whole gates at real tolerances on a simulated host. The store, the looks and the decision are the real ones.
class PlayedGates : public testing::Test {
 protected:
  PlayedGates() : path_(NewPath()), store_(Store::Open(path_, Store::Access::kWrite)), host_{store_} {
    host_.medians = {{kAllreduce, 2e-6}, {kBcast, 1e-6}, {kGather, 3e-6}, {kControl, 1e-6}};
    options_.make_launches = host_.Make();
    options_.decision.looks = LooksUpTo(20);
  }

  static std::string NewPath() {
    const std::string path = testing::TempDir() + "/whole_gate.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return path;
  }

  // Lets gates ask these libraries.
  FakeLibraries& Libraries() {
    auto libraries = std::make_shared<FakeLibraries>();
    options_.libraries = libraries;
    return *libraries;
  }

  static LaunchPlan Plan(const std::string& label) {
    LaunchPlan plan;
    plan.library.label = label;
    plan.bench = "/proc/self/exe";  // a file that exists: a stored baseline's program is looked for
    return plan;
  }

  GateAnswer SideBySideGate() { return GateSideBySide(store_, Plan("old"), Plan("new"), options_); }

  // Stores a baseline of this many runs, of ten launches each.
  void StoreBaseline(int runs) { StoreBaseline(runs, Plan("old")); }
  void StoreBaseline(int runs, const LaunchPlan& plan) {
    std::vector<std::string> ids;
    for (int i = 0; i < runs; ++i) {
      const auto launches = host_.Make()({plan}, "screen");
      launches->Launch(10, {}, std::nullopt);
      ids.push_back(launches->Runs()[0].run_id);
    }
    store_.baselines().Set("release", ids, "");
  }

  static std::vector<std::string> Failed(const GateAnswer& answer) {
    std::vector<std::string> names;
    for (const auto& series : answer.comparison.series) {
      if (series.verdict == Verdict::kFail) names.push_back(series.name);
    }
    return names;
  }

  std::string path_;
  Store store_;
  FakeHost host_;
  GateOptions options_;
};

}  // namespace mpigauge

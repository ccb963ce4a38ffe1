#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/uuid.h"
#include "ci/launch/fake_launches.h"
#include "ci/library/identity.h"
#include "ci/pipeline/judge.h"

// Launches that were recorded before are judged in several ways.

namespace mpigauge {

inline const std::string kAllreduce = "allreduce/bytes:65536/ranks:2";
inline const std::string kBcast = "bcast/bytes:8/ranks:2";
inline const std::string kPingPong = "ping_pong/bytes:8/ranks:2";

inline constexpr int kLaunches = 10;

// Plays launches that were recorded before, as if they were launched now.
class RecordedLaunches : public Launches {
 public:
  RecordedLaunches(Store& store, std::vector<LaunchRecord> records) : store_(store), records_(std::move(records)) {
    run_.run_id = NewUuid();
    run_.library = "candidate";
    store_.runs().Add({run_.run_id, run_.library, "2026-02-01T00:00:00Z", RunStatus::kRunning, Json::object()});
  }

  void Launch(int launches, const std::vector<std::string>& /*only*/, const Deadline& /*deadline*/) override {
    for (int i = 0; i < launches; ++i) {
      LaunchRecord record = records_.at(static_cast<std::size_t>(launched_++));
      record.run_id = run_.run_id;
      record.launch_id = run_.run_id + "-" + std::to_string(launched_);
      run_.complete += record.status == LaunchStatus::kComplete ? 1 : 0;
      store_.runs().AddLaunch(record);
    }
    store_.runs().SetStatus(run_.run_id, RunStatus::kComplete);
  }
  bool stopped() const override { return false; }
  bool out_of_time() const override { return false; }
  int launched() const override { return launched_; }
  std::vector<CampaignRun> Runs() const override { return {run_}; }

 private:
  Store& store_;
  std::vector<LaunchRecord> records_;
  CampaignRun run_;
  int launched_ = 0;
};

// A store with a baseline of ten runs, and launches of candidates beside it.
class RecordedTest : public testing::Test {
 protected:
  RecordedTest() : folder_(std::filesystem::path(testing::TempDir()) / "recorded") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    WriteFileAtomically(folder_ / "solver.txt",
                        "ranks 2\nrank 0\n  calc 79000\n  send 1 8\n  allreduce 65536\n"
                        "rank 1\n  recv 0\n  allreduce 65536\n");
    WriteFileAtomically(folder_ / "waivers.toml",
                        "[[waiver]]\nseries = \"bcast/*\"\nup_to = 1.5\nuntil = 2999-01-01\nreason = \"r\"\n"
                        "by = \"Ada\"\n");
    Store store = Store::Open(Path("begin"), Store::Access::kWrite);
    FakeHost host = Host(store);
    std::vector<std::string> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(LaunchOn(host, "old", kLaunches));
    store.baselines().Set("release", ids, "");
  }

  std::string Path(const std::string& name) const { return (folder_ / (name + ".sqlite")).string(); }

  // Stored runs of which nobody knows how they were started, so that the pipeline cannot start the library again.
  static FakeHost Host(Store& store) {
    FakeHost host{store};
    host.medians = {{kAllreduce, 20e-6}, {kBcast, 2e-6}, {kPingPong, 1e-6}, {"spin/operations:1000", 1e-6}};
    host.launches_differ = 0.002;
    return host;
  }

  static std::string LaunchOn(FakeHost& host, const std::string& label, int launches) {
    LaunchPlan plan;
    plan.library.label = label;
    plan.bench = "/no/such/program";
    FakeLaunches fakes(host, {plan}, ++host.seed);
    const std::string id = fakes.Runs()[0].run_id;
    fakes.Launch(launches, {}, std::nullopt);
    return id;
  }

  std::vector<LaunchRecord> Candidate(const FakeLibrary& library) {
    Store store = Store::Open(Path("begin"), Store::Access::kWrite);
    FakeHost host = Host(store);
    host.seed = 1000;
    host.libraries["new"] = library;
    return store.runs().Launches(LaunchOn(host, "new", kLaunches), LaunchDetail::kObservations);
  }

  Store Copy(const std::string& name) {
    std::filesystem::copy_file(Path("begin"), Path(name), std::filesystem::copy_options::overwrite_existing);
    return Store::Open(Path(name), Store::Access::kWrite);
  }

  static Json Newest(Store& store) { return store.gates().Newest(1).at(0).comparison; }

  static PipelineConfig Config() {
    PipelineConfig config;
    config.file = "mpigauge.toml";
    config.measure.launches = kLaunches;
    return config;
  }

  // Judges these launches as those of an update; `unmatched` as JudgeShape has it. Returns its answer.
  bool Judged(const PipelineConfig& config, const std::vector<LaunchRecord>& records, Store& store, ShapeState& shape,
              Unmatched unmatched = Unmatched::kRefuse) {
    const StateFolder states(folder_ / "state");
    std::ostringstream progress;
    const std::string program = std::filesystem::absolute("mpigauge/mpigauge").string();
    PipelineTools tools{config, states, store, progress, false, program};
    tools.make_launches = [&](const std::vector<LaunchPlan>& /*plans*/, const std::string& /*what*/) {
      return std::make_unique<RecordedLaunches>(store, records);
    };
    Update update;
    update.library.mpi = "openmpi";
    update.identity = Identify(update.library, program).hash;
    shape.gate_id = NewUuid();
    return JudgeShape(tools, update, shape, unmatched);
  }

  std::filesystem::path folder_;
};

}  // namespace mpigauge

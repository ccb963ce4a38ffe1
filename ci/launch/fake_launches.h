#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/launch/launches.h"

namespace mpigauge {

// A library as FakeHost plays it.
struct FakeLibrary {
  std::map<std::string, double> slower;          // series -> by how much: 0.2 is 20%
  std::map<std::string, FaultKind> faults;       // series that have this fault in every launch, and no times
  std::vector<LaunchStatus> statuses;            // of the launches in their order; complete where it has no more
  std::map<std::string, FaultKind> errors = {};  // series with this fault in the first launch alone, and no time there
  std::string dies_in = {};                      // the series that launches crashed or hung in
  std::optional<double> waiting = {};  // the part of a processor that each rank takes while it waits, if they tell it
  std::optional<std::int64_t> peak = {};  // memory of a rank, in bytes, if they tell it
  double processor = 1;                   // threads of a rank that do not sleep
  // Series with this fault, and no time, in launches that check all data (--verify=all).
  std::map<std::string, FaultKind> when_checked_whole = {};
  std::string implementation = "Open MPI";
};

// A host without MPI: launches are drawn from a noise model and put into a real store, as Campaign puts them there. So
// whole gates are tested in milliseconds, at real tolerances. Equal seeds give equal launches.
struct FakeHost {
  Store& store;
  std::uint64_t seed = 1;
  std::map<std::string, double> medians = {};  // series -> seconds; the suite, with its controls
  double launches_differ = 0.02;               // standard deviation of the logarithm from launch to launch
  double blocks_differ = 0;                    // the same from block to block (circle to circle), for both libraries
  double references = 1;  // all references take so many times as long: another state of the machine
  bool turns = false;     // launches that are asked for together take turns
  // The times of one launch of a series of this median, instead of three around it.
  using Times = std::function<std::vector<double>(const std::string& library, const std::string& series, int launch,
                                                  double median, std::mt19937_64& random)>;
  Times times = {};
  int most = 1'000'000;                               // launches of each library, until there is no more time
  std::map<std::string, FakeLibrary> libraries = {};  // by label; one that is not here is as `medians` say
  std::function<void()> before_launch = {};           // called by each Launch()
  std::vector<std::vector<std::string>> asked = {};   // the series of each call of Launch(); empty: all

  // Makes launches for gates on this host, which must outlive them.
  MakeLaunches Make();
};

// The launches of one part of a gate.
class FakeLaunches : public Launches {
 public:
  FakeLaunches(FakeHost& host, const std::vector<LaunchPlan>& plans, std::uint64_t seed);

  void Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) override;
  bool stopped() const override { return out_of_time_; }
  bool out_of_time() const override { return out_of_time_; }
  int launched() const override { return launched_; }
  std::vector<CampaignRun> Runs() const override { return runs_; }

 private:
  void LaunchOne(CampaignRun& run, int index, double block, const std::string& circle,
                 const std::vector<std::string>& only);

  FakeHost& host_;
  std::vector<CampaignRun> runs_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::map<std::string, bool> checks_whole_;  // by run_id: whether its launches check all data
  int launched_ = 0;
  bool out_of_time_ = false;
};

}  // namespace mpigauge

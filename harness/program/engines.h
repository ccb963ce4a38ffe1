#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/environment/places.h"
#include "harness/state/engine.h"
#include "harness/sync/window.h"

namespace mpigauge {

// How the engines of a launch are made.
struct EngineSettings {
  std::string synchronizer;
  std::string pair;  // of the point-to-point cases: two ranks, or "farthest"
  BufferPlan buffers;
  VerifyMode verify = VerifyMode::kSample;
  bool oversubscribed = false;  // the launch: its ranks are bound nowhere, and two of them may meet on one processor
  bool subtract_overhead = false;
  bool per_rank = false;
  std::string io_directory = {};   // of the cases' files
  std::vector<Place> places = {};  // of all ranks
  WindowSettings window = {};
};

// The engines of a launch: one for all its ranks, and one for the first r of them for every r that series are
// measured on [SK4, SK11]. Each has communicators of its own and a synchronizer that learns from its ranks alone. The
// global clock is one: rank 0 is in all of them.
class Engines {
 public:
  // Makes the one for all ranks. `world` and `clock` must outlive it. Collective.
  Engines(const Control& world, const GlobalClock& clock, std::atomic<const char*>& phase, EngineSettings settings);
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;
  ~Engines();

  const Engine& world() const;
  // The engine of the first `ranks` ranks, made if there is none yet; nullptr on the other ranks.
  // Collective over all ranks of the launch. Throws Error (usage) on all of them where the pair is not among these
  // ranks.
  const Engine* For(std::int64_t ranks);

  // The pairs that are not the usual one, "1,2", or "2 ranks: 0,1; 5 ranks: 1,4"; empty where all are.
  std::string PairText() const;

 private:
  struct Seats;
  void Make(int ranks);

  const Control& world_;
  const GlobalClock& clock_;
  std::atomic<const char*>& phase_;
  EngineSettings settings_;
  std::vector<std::unique_ptr<Control>> controls_;  // of less than all ranks
  std::map<int, std::unique_ptr<Seats>> seats_;     // by the number of ranks; nullptr where this rank sits out
};

}  // namespace mpigauge

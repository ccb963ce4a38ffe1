#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/agree/control.h"
#include "harness/environment/places.h"

namespace mpigauge {

// How long a cache line takes from one rank to its neighbour on the same host, without MPI: in shared memory, the ranks
// in pairs (0 and 1, 2 and 3, ...). On a virtual machine whose host moves its processors this changes within seconds,
// by a factor of ten, and with it what messages cost, while everything that the machine says of itself stays the same.
class Handover {
 public:
  // `places` of all ranks. Where ranks share processors, or shared memory cannot be had, nothing is measured.
  // Collective.
  Handover(const Control& control, std::span<const Place> places, bool oversubscribed);
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  ~Handover();

  // Seconds in one direction: the fastest of a few short rounds, of the pair that needs longest; on rank 0, 0 elsewhere
  // and where there is no pair. Some 50 us. Collective.
  double Measure();

 private:
  struct Page;
  bool Map(const std::string& name);
  void Await(std::uint64_t turn) const;

  const Control& control_;
  bool measured_ = false;    // by any rank: the same on all of them
  bool first_ = false;       // of the pair
  Page* page_ = nullptr;     // shared; nullptr without a partner
  std::uint64_t turns_ = 0;  // that were taken so far, of both
};

}  // namespace mpigauge

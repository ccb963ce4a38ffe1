#pragma once

#include <mpi.h>

#include "harness/agree/control.h"
#include "harness/sync/synchronizer.h"

namespace mpigauge {

// This synchronizer does not line the ranks up: operations follow each other as in a loop. Their throughput is measured
// with whatever skew they leave behind.
class NoSynchronizer : public Synchronizer {
 public:
  static constexpr std::string_view kName = "none";

  std::string_view name() const override { return kName; }
  Stage Next(std::int64_t, bool alone) override { return {alone ? 1 : 8, 0, 0}; }
  StartQuality LineUp(const Stage&, std::int64_t) override { return StartQuality::kOnTime; }
};

// The barrier of the library under test before every operation, as OSU and the Intel MPI Benchmarks have it. Ranks
// leave a barrier one after the other, and how depends on the library: with local times this calls a slower library
// faster (measuring 4.1). For comparison with those tools.
class LibraryBarrier : public Synchronizer {
 public:
  static constexpr std::string_view kName = "mpi-barrier";

  explicit LibraryBarrier(MPI_Comm communicator) : communicator_(communicator) {}

  std::string_view name() const override { return kName; }
  Stage Next(std::int64_t, bool) override { return {}; }
  StartQuality LineUp(const Stage&, std::int64_t) override {
    PMPI_Barrier(communicator_);
    return StartQuality::kOnTime;
  }

 private:
  MPI_Comm communicator_;
};

// Our own dissemination barrier (Hensgen, Finkel and Manber 1988) before every operation: the same whatever the
// library's barrier does, and all ranks leave it after the same number of messages.
class DisseminationBarrier : public Synchronizer {
 public:
  static constexpr std::string_view kName = "dissemination";

  explicit DisseminationBarrier(const Control& control) : control_(control) {}

  std::string_view name() const override { return kName; }
  Stage Next(std::int64_t, bool) override { return {}; }
  StartQuality LineUp(const Stage&, std::int64_t) override {
    control_.Barrier();
    return StartQuality::kOnTime;
  }

 private:
  const Control& control_;
};

}  // namespace mpigauge

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/json.h"
#include "baselines/store/store.h"
#include "record/testing.h"

namespace mpigauge {

inline const std::string kAllreduce = "allreduce/bytes:8/ranks:2";
inline const std::string kBcast = "bcast/bytes:8/ranks:2";

// A store of runs that are made up, for tests of what pages show.
class DataTest : public testing::Test {
 protected:
  DataTest() : path_(testing::TempDir() + "/data.sqlite"), store_(Fresh(path_)) {}

  static Store Fresh(const std::string& path) {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  // One run a day, of three launches; allreduce takes `factor` times a microsecond.
  void AddRun(int day, double factor, const std::string& library, const std::string& host = "a") {
    const std::string id = fmt::format("run{:02}", day);
    store_.runs().Add({id, library, fmt::format("2026-11-{:02}T03:00:00Z", day), RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 3; ++i) {
      const double noise = 1 + 0.002 * i + 0.001 * (day % 3);
      LaunchRecord launch = ExampleLaunch(
          id, i, {{kAllreduce, factor * noise * 1e-6}, {kBcast, noise * 2e-6}, {"spin/operations:1", 1e-6}});
      launch.environment.key["host"] = host;
      launch.environment.context["mpi_library_version"] = library;
      store_.runs().AddLaunch(launch);
    }
  }

  std::string path_;
  Store store_;
};

}  // namespace mpigauge

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "mpigauge/cli.h"
#include "record/testing.h"

namespace mpigauge {

inline const std::string kSeries = "allreduce/bytes:8/ranks:2";

// Commands on a store that was filled by the test, of each kind; what starts MPI is tested in ci/gate and ci/launch.
// cli_test.cc says for all sources of the program on which kinds they run.
class CliTest : public testing::TestWithParam<StoreKind> {
 protected:
  CliTest() : folder_(std::filesystem::path(testing::TempDir()) / "cli"), store_(NewStoreName(GetParam())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  // Ten launches with the medians 1.00 .. 1.09 us times `factor`.
  // In turns with those of another library, if `circle` is not empty.
  void AddRun(const std::string& id, const std::string& started_at, double factor, const std::string& ranks = "2",
              const std::string& circle = "") {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.runs().Add({id, "library " + id, started_at, RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 10; ++i) {
      LaunchRecord launch = ExampleLaunch(
          id, i, {{kSeries, (1 + 0.001 * i) * factor * 1e-6}, {"bcast/bytes:8/ranks:2", 2e-6 + i * 1e-9}});
      launch.environment.key["ranks"] = ranks;
      if (!circle.empty()) launch.settings["circle"] = circle;
      store.runs().AddLaunch(launch);
    }
  }

  ExitCode Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--store", store_});
    return RunPlain(arguments);
  }

  ExitCode RunPlain(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = RunCli(arguments, {out, err, false, false});
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  std::filesystem::path folder_;
  std::string store_;
  std::string out_;
  std::string err_;
};

inline auto EachStoreKind() { return testing::ValuesIn(kStoreKinds); }

}  // namespace mpigauge

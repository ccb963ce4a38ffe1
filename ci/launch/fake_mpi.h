#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/json.h"
#include "ci/launch/plan.h"
#include "record/record_json.h"
#include "record/testing.h"
#include "record/waiting_use.h"

namespace mpigauge {

// An MPI without ranks, in a folder of its own: its launcher takes `seconds`, and then writes a record, as the
// benchmark program would. It does not connect to a circle, so that launches of a circle do not wait for each other.
class FakeMpi {
 public:
  FakeMpi(const std::string& name, double seconds) : prefix_(std::filesystem::path(testing::TempDir()) / name) {
    std::filesystem::remove_all(prefix_);
    std::filesystem::create_directories(prefix_ / "bin");
    LaunchRecord record = ExampleLaunch("THE_RUN", 987654, {{"allreduce/bytes:8/ranks:2", 2e-6}});
    SetWaitingUse({1, 0, 0}, record);  // as one that sleeps while it waits for its turn
    std::ofstream(prefix_ / "record.json") << JsonText(ToJson(record, Json::object()));
    const std::filesystem::path launcher = prefix_ / "bin/mpirun";
    std::ofstream(launcher) << fmt::format(R"(#!/bin/sh
if [ "$1" = --version ]; then echo "mpirun (Open MPI) 4.1.4"; exit; fi
while [ $# -gt 0 ]; do
  case "$1" in --record) record=$2 ;; --run-id) run=$2 ;; --launch-index) index=$2 ;; esac
  shift
done
echo $index >> '{0}/begun'
sleep {1}
sed "s/THE_RUN/$run/; s/987654/$index/g" '{0}/record.json' > "$record.part" && mv "$record.part" "$record"
)",
                                           prefix_.string(), seconds);
    std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
  }

  LaunchPlan Plan() const {
    LaunchPlan plan;
    plan.library.mpi = prefix_.string();
    plan.library.label = prefix_.filename().string();
    plan.bench = "/bin/true";
    return plan;
  }

  // The launches that were begun, each on a line.
  std::string Begun() const {
    std::ifstream file(prefix_ / "begun");
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path prefix_;
};

}  // namespace mpigauge

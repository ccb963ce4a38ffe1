#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/file.h"
#include "record/journal.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {

// A folder with programs that are scripts: a launcher that starts one rank, and benchmark programs that end as a test
// asks. No MPI is needed, and a launch takes milliseconds.
class ScriptedBench {
 public:
  explicit ScriptedBench(const std::string& name) : folder_(std::filesystem::path(testing::TempDir()) / name) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "mpi/bin");
    std::filesystem::create_directories(folder_ / "records");
    Script("mpi/bin/mpirun",
           "if [ \"$1\" = --version ]; then echo 'Intel(R) MPI Library for Linux* OS, Version 2021.9'; exit; fi\n"
           "while :; do case \"$1\" in /*) exec \"$@\";; esac; shift; done");
    const LaunchRecord record = ExampleLaunch("RUN", 7007, {{"bcast", 1e-6}, {"gather", 1e-6}});
    WriteFileAtomically(folder_ / "record", JsonText(ToJson(record, Json::object())));
    LaunchRecord begun = record;
    begun.series.clear();
    JournalWriter journal(folder_ / "journal");
    journal.Launch(begun);
    journal.End(record.series[1]);
    journal.Begin(record.series[0]);
  }

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path records() const { return folder_ / "records"; }

  // Makes a program of these lines for a shell. There `leave record FILE` writes a whole record of the launch, and
  // `leave journal FILE` what it has written until then: gather is measured, bcast is not. $record is its path.
  std::string Script(const std::string& name, const std::string& lines) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }
  std::string Program(const std::string& name, const std::string& lines) const {
    return Script(name,
                  "all=\"$*\"\nfor word in \"$@\"; do case \"$before\" in --record) record=$word;; --run-id) "
                  "run=$word;; --launch-index) index=$word;; esac; before=$word; done\nleave() { sed -e "
                  "\"s/RUN/$run/g\" -e \"s/-7007/-$index/g\" -e \"s/7007/$index/g\" '" +
                      folder_.string() + "'/$1 > \"$2\"; }\n" + lines);
  }
  std::string Good() const { return Program("good", "leave record \"$record\""); }

 private:
  std::filesystem::path folder_;
};

}  // namespace mpigauge

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// One number that another tool printed, under the name that the same work has here (docs/reference/coverage.md).
struct ForeignResult {
  std::string case_name;
  std::string family;
  std::int64_t bytes = -1;  // -1: it has no size
  std::int64_t ranks = 0;   // 0: the output does not say it
  double seconds = 0;       // of one operation, or of one message where the tool gives a bandwidth
};

// The results that were found in one output.
struct ForeignOutput {
  std::vector<ForeignResult> results;
  std::vector<std::string> left_out;  // what has no case here or no such number, each once
};

// Readers of the tools' outputs. `name` is for messages. They throw Error (usage), naming the line, where a number is
// none, and leave out what they do not know.

// OSU's benchmarks (5 to 7): a size and the mean over the iterations. OSU does not say how many ranks there were.
ForeignOutput ReadOsu(const std::string& text, const std::string& name);
// IMB-MPI1: the slowest rank's average (t_max), or the one time of a ping-pong.
ForeignOutput ReadImb(const std::string& text, const std::string& name);
// ReproMPI: the median over the repetitions without an error code, or the one of its summary.
ForeignOutput ReadReprompi(const std::string& text, const std::string& name);

struct ForeignTool {
  std::string name;
  ForeignOutput (*read)(const std::string& text, const std::string& name);
  std::string figure;  // what the number is
};

const std::vector<ForeignTool>& ForeignTools();
// Throws Error (usage) with the names that there are.
const ForeignTool& FindForeignTool(const std::string& name);

// The run that the results belong to, and when and on how many ranks they were measured.
struct ForeignSource {
  std::string run_id;
  std::int64_t launch_index = 0;
  std::string started_at;  // UTC
  std::int64_t ranks = 0;  // where the output does not say it
};

// One file as a launch with one value for each series. Its id follows from the text, so that it is stored once. Its
// method is the tool's, so that it is compared with no other tool's, and with none of ours. Throws Error (usage) where
// nothing was found, or where nobody says how many ranks there were.
LaunchRecord ForeignLaunch(const ForeignTool& tool, const std::string& text, const ForeignOutput& output,
                           const ForeignSource& source, const std::string& name);

// Says for people which data such a launch does not have.
std::string WhatIsMissing(const ForeignTool& tool);

}  // namespace mpigauge

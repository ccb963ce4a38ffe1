#pragma once

#include <cstdint>
#include <optional>
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
  // The time of one operation, or of one message where the tool gives a bandwidth. Nothing where the row has no time;
  // `fault` says why.
  std::optional<double> seconds = {};
  std::optional<Fault> fault = {};           // the tool's own check of the data failed, or it gave up
  std::vector<std::string> settings = {};    // how it was measured: "MPI_FLOAT", "window 64"
  std::optional<std::string> datatype = {};  // that of a table which has several
  std::string synchronizer = "its own";
};

// The results that were found in one output.
struct ForeignOutput {
  std::vector<ForeignResult> results;
  std::vector<std::string> left_out;           // what has no case here or no such number, each once
  std::optional<std::string> started_at = {};  // UTC, where the output says it; its zone is not known and taken for UTC
};

// Readers of the tools' outputs. `name` is for messages. They throw Error (usage), naming the line, where a number is
// none, and leave out what they do not know. The rank that a launcher puts before each line ("[1,0]<stdout>:", "[0] ")
// is no part of it.

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
  std::string run_id;  // or nothing: it is the id of the launch
  std::int64_t launch_index = 0;
  std::string started_at;  // UTC
  std::int64_t ranks = 0;  // where the output does not say it
  std::string label = {};  // of the library
  std::string date = {};   // that people gave it; UTC
};

// One file as a launch with one value for each series. Its id follows from its text, its place among the files, its
// run, label and date, so that it is stored once, and equal texts of two libraries are two launches. Its method is the
// tool's with the settings that the output names, so that it is compared with no other tool's, and with none of ours. A
// text which says that a rank crashed or was ended is a launch that crashed. Throws Error (usage) where nothing was
// found, or where nobody says how many ranks there were.
LaunchRecord ForeignLaunch(const ForeignTool& tool, const std::string& text, const ForeignOutput& output,
                           const ForeignSource& source, const std::string& name);

// Says for people which data such a launch does not have.
std::string WhatIsMissing(const ForeignTool& tool);

}  // namespace mpigauge

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/program/options.h"

namespace mpigauge {

extern const std::vector<std::string> kThreadLevelNames;
extern const std::vector<std::string> kFormats;  // that are printed

// The values of the command line: numbers and names go into `options`, values that are read after parsing stay text.
struct GivenOptions {
  explicit GivenOptions(Options& all) : options(all) {}

  Options& options;
  std::string preset = "default";
  std::string config;
  bool print_config = false;
  std::string budget = "2ms";
  std::string observation_time = "50us";
  std::string watchdog = "60s";
  std::string time_budget = "0s";
  std::string least_time = "0.5s";
  std::string resynchronize = "1s";
  std::string buffers = "reused";
  std::string verify = "sample";
  std::string window_incorrect = "25%";
  std::string parameters;
  std::string least_packet;
};

// All options of mpigauge-bench, with their help. Parsing `app` fills `given`, which must live as long.
void AddOptions(CLI::App& app, GivenOptions& given);

}  // namespace mpigauge

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// A benchmark of OSU (7.5) that prints one number a message size, and the case that does the same work
// (docs/coverage.md).
struct OsuBenchmark {
  std::string title;  // as it stands in its first line: "MPI Latency", "MPI Allreduce Latency"
  std::string case_name;
  std::string family;
  bool bandwidth = false;  // MB/s (10^6 bytes) instead of us
};

const std::vector<OsuBenchmark>& OsuBenchmarks();

// Nothing where no benchmark in the list does what this case does.
std::optional<OsuBenchmark> OsuBenchmarkOf(std::string_view case_name);

}  // namespace mpigauge

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// The figure that OSU prints beside a message size.
enum class OsuFigure {
  kTime,       // us
  kBandwidth,  // MB/s (10^6 bytes)
  kRate,       // MB/s and messages a second, of all pairs together
};

// A benchmark of OSU (7.5) that prints a line a message size, and the case that does the same work
// (docs/reference/coverage.md).
struct OsuBenchmark {
  std::string title;  // as it stands in its first line: "MPI Latency", "MPI Allreduce Latency"
  std::string case_name;
  std::string family;
  OsuFigure figure = OsuFigure::kTime;
};

const std::vector<OsuBenchmark>& OsuBenchmarks();

// Returns nothing if no benchmark in the list does what this case does.
std::optional<OsuBenchmark> OsuBenchmarkOf(std::string_view case_name);

}  // namespace mpigauge

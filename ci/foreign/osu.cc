#include <optional>

#include "ci/foreign/columns.h"
#include "ci/foreign/foreign.h"
#include "harness/base/error.h"
#include "harness/record/osu_names.h"

namespace mpigauge {
namespace {

constexpr std::string_view kOsu = "# OSU ";
constexpr std::string_view kTest = " Test";

// "# OSU MPI Latency Test v7.5" is "MPI Latency".
std::string TitleOfOsu(const std::string& line) {
  const auto end = line.find(kTest);
  return line.substr(kOsu.size(), end == std::string::npos ? end : end - kOsu.size());
}

std::optional<OsuBenchmark> FindOsu(const std::string& title) {
  for (const OsuBenchmark& one : OsuBenchmarks()) {
    if (one.title == title) return one;
  }
  return std::nullopt;
}

double SecondsOfOsu(const OsuBenchmark& benchmark, std::int64_t bytes, double value, const std::string& name,
                    const TextLine& line) {
  if (!benchmark.bandwidth) return value * 1e-6;
  if (value <= 0 || bytes <= 0) throw UsageError("{}, line {}: a bandwidth of nothing", name, line.number);
  return static_cast<double>(bytes) / (value * 1e6);
}

}  // namespace

ForeignOutput ReadOsu(const std::string& text, const std::string& name) {
  ForeignOutput output;
  std::optional<OsuBenchmark> benchmark;
  for (const TextLine& line : ForeignLines(text)) {
    if (line.text.starts_with(kOsu)) {
      const std::string title = TitleOfOsu(line.text);
      benchmark = FindOsu(title);
      if (!benchmark) AddOnce("OSU " + title, output.left_out);
    }
    const std::vector<std::string> words = ForeignWords(line.text);
    if (!benchmark || words.empty() || !IsNumeric(words[0])) continue;
    const bool sized = benchmark->case_name != "barrier";
    if (sized && words.size() < 2) throw UsageError("{}, line {}: a size without a number", name, line.number);
    const std::int64_t bytes = sized ? ForeignCount(words[0], name, line) : -1;
    const double value = ForeignNumber(words[sized ? 1 : 0], name, line);
    const double seconds = SecondsOfOsu(*benchmark, bytes, value, name, line);
    output.results.push_back({benchmark->case_name, benchmark->family, bytes, 0, seconds});
  }
  return output;
}

}  // namespace mpigauge

#include "harness/program/google_flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

// Handed on to Google Benchmark as they are.
constexpr std::array<std::string_view, 8> kHandedOn = {
    "--benchmark_filter",  "--benchmark_list_tests",       "--benchmark_format",    "--benchmark_color",
    "--benchmark_context", "--benchmark_counters_tabular", "--benchmark_time_unit", "--v"};

bool IsTrue(const std::string& value) { return value.empty() || value == "true" || value == "1" || value == "yes"; }

int ParsePositive(const std::string& value, const std::string& flag) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 1) {
    throw UsageError("{}: '{}' is not a positive number", flag, value);
  }
  return number;
}

}  // namespace

void TakeGoogleFlag(const std::string& argument, Options& options, std::optional<double>& min_time) {
  const auto equals = argument.find('=');
  const std::string flag = argument.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
  if (flag == "--benchmark_out") {
    options.record = value;
  } else if (flag == "--benchmark_out_format") {
    if (value != "json") throw UsageError("{}: a launch record is JSON; '{}' is not possible", flag, value);
  } else if (flag == "--benchmark_repetitions") {
    options.passes = ParsePositive(value, flag);
  } else if (flag == "--benchmark_min_time") {
    min_time = ParseSeconds(value, flag);
  } else if (std::find(kHandedOn.begin(), kHandedOn.end(), flag) != kHandedOn.end()) {
    if (flag == "--benchmark_format") {
      if (value == "osu") throw UsageError("{}: Google Benchmark does not have OSU's format; write --format=osu", flag);
      options.format = value;
    }
    if (flag == "--benchmark_list_tests") options.list = IsTrue(value);
    options.google.push_back(argument);
  } else {
    throw UsageError(
        "{}: has no meaning here, because passes, order and number of observations are decided once "
        "for all ranks; see --help",
        flag);
  }
}

}  // namespace mpigauge

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mpigauge {

// The parameters of a series in the order of its name: {{"bytes", 8}, {"ranks", 2}}.
using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

// By the name of a parameter, its values.
using ParameterValues = std::map<std::string, std::vector<std::int64_t>>;

// "allreduce" at {{"bytes", 8}, {"ranks", 2}} is "allreduce/bytes:8/ranks:2", the way Google Benchmark
// writes named arguments.
std::string SeriesName(std::string_view case_name, const Parameters& parameters);

// The value of a parameter, or `otherwise` where the series has none of that name.
std::int64_t ParameterOr(const Parameters& parameters, std::string_view name, std::int64_t otherwise);

}  // namespace mpigauge

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/state/visit.h"

namespace mpigauge {

// What series are measured over: their message size, or the number of ranks.
inline constexpr const char* kBytes = "bytes";
inline constexpr const char* kRanks = "ranks";

// The series of one case that differ in this parameter alone: their places in `series`, ascending by its value.
using SizeGroup = std::vector<std::size_t>;

// Controls and series without the parameter are in no group. The same on all ranks.
std::vector<SizeGroup> GroupsBy(const std::string& parameter, const std::vector<Series>& series);

}  // namespace mpigauge

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/series_name.h"

namespace mpigauge {

// The families that a series belongs to: all series of its case that differ in one parameter alone, one family for each
// of its parameters: "allreduce over bytes, ranks:2" and "allreduce over ranks, bytes:8".
std::vector<std::string> FamiliesOf(std::string_view case_name, const Parameters& parameters);

}  // namespace mpigauge

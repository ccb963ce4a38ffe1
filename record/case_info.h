#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// The description that a benchmark program gives of one of its cases. Plain values, no MPI: `mpigauge cases` asks for
// them.
struct CaseInfo {
  std::string family;
  std::string name;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> parameters;  // and "ranks", which is the launch's
  std::vector<std::string> units;                                             // of the figures in a table
  int least_ranks = 1;
  int version = 1;
  std::string description;  // one line; empty where nobody wrote one
};

Json ToJson(const std::vector<CaseInfo>& cases);

// Throws Error (usage) naming `what`.
std::vector<CaseInfo> CasesFromJson(const Json& json, std::string_view what);

// A line for each.
std::string CasesText(const std::vector<CaseInfo>& cases);

}  // namespace mpigauge

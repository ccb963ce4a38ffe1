#pragma once

#include <string>
#include <vector>

#include "record/case_info.h"

namespace mpigauge {

// The place of a family in tables and files.
int FamilyOrder(const std::string& family);

// Every registered case, for any number of ranks, family by family.
std::vector<CaseInfo> CaseList();

}  // namespace mpigauge

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// Whether a variable of this name is likely to hold what others must not read, such as CI_JOB_TOKEN or MYSQL_PWD.
bool LooksSecret(std::string_view variable);

// The plan of a run as it is stored: a store is copied and shown to others. Variables that look secret are left out,
// and named in "not_stored".
Json WithoutSecrets(const Json& plan);

// The variables that were left out of a stored plan: what is started without them is not what was measured.
std::vector<std::string> NotStored(const Json& plan);

}  // namespace mpigauge

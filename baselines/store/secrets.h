#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// Whether the value of a variable is stored: that of one which bears on MPI, on what lies below it or on the loader,
// and which does not look secret (HoldsSecret).
bool IsStored(std::string_view variable, std::string_view value);

// The plan of a run as it is stored: a store is copied and shown to others. Variables whose values are not stored are
// named in "not_stored".
Json WithoutSecrets(const Json& plan);

// The variables that were left out of a stored plan: what is started without them is not what was measured.
std::vector<std::string> NotStored(const Json& plan);

}  // namespace mpigauge

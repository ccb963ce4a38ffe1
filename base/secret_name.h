#pragma once

#include <string_view>

namespace mpigauge {

// Whether a variable of this name is likely to hold what others must not read, such as CI_JOB_TOKEN, MYSQL_PWD or
// DOCKER_AUTH_CONFIG.
bool LooksSecret(std::string_view variable);

// The same, by the value too: a URL with a password is one under any name.
bool HoldsSecret(std::string_view variable, std::string_view value);

}  // namespace mpigauge

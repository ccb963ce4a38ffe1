#pragma once

#include <optional>
#include <string>

#include "harness/base/error.h"

namespace mpigauge {

// What `read` gives, an optional value; nothing where it throws an Error, whose text `damage` then is. One file that
// cannot be read does not stop whoever reads many.
template <typename Read>
auto Undamaged(std::string& damage, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const Error& error) {
    damage = error.what();
    return std::nullopt;
  }
}

}  // namespace mpigauge

#include "base/plural.h"

#include <fmt/format.h>

namespace mpigauge {

std::string Counted(std::int64_t count, std::string_view noun) {
  const char* end = count == 1 ? "" : noun.ends_with("ch") ? "es" : "s";
  return fmt::format("{} {}{}", count, noun, end);
}

}  // namespace mpigauge

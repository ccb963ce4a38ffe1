#include "baselines/verdict/families.h"

#include <fmt/format.h>

namespace mpigauge {

std::vector<std::string> FamiliesOf(std::string_view case_name, const Parameters& parameters) {
  std::vector<std::string> families;
  for (const auto& [over, ignored] : parameters) {
    std::string family = fmt::format("{} over {}", case_name, over);
    for (const auto& [name, value] : parameters) {
      if (name != over) family += fmt::format(", {}:{}", name, value);
    }
    families.push_back(family);
  }
  return families;
}

}  // namespace mpigauge

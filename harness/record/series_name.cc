#include "harness/record/series_name.h"

namespace mpigauge {

std::string SeriesName(std::string_view case_name, const Parameters& parameters) {
  std::string name(case_name);
  for (const auto& [key, value] : parameters) name += "/" + key + ":" + std::to_string(value);
  return name;
}

std::int64_t ParameterOr(const Parameters& parameters, std::string_view name, std::int64_t otherwise) {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return otherwise;
}

}  // namespace mpigauge

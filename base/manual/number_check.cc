#include "base/manual/number_check.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <string>

namespace mpigauge {

CLI::Validator NumberFrom(double least, double most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    double number = 0;
    const bool read = CLI::detail::lexical_cast(text, number);
    return read && number >= least && number <= most
               ? ""
               : fmt::format("'{}' is not a number from {:g} to {:g}", text, least, most);
  };
  return {check, fmt::format("FLOAT in [{:g} - {:g}]", least, most)};
}

}  // namespace mpigauge

#include "ci/cli/format_option.h"

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "ci/cli/help_groups.h"

namespace mpigauge {

void AddFormatOption(CLI::App& command, bool& json) {
  const std::function<void(const std::string&)> take = [&json](const std::string& format) { json = format == "json"; };
  command.add_option_function("--format", take, "How the answer is printed")
      ->check(CLI::IsMember({"table", "json"}))
      ->default_str("table")
      ->group(kOutputGroup);
}

}  // namespace mpigauge

#include "mpigauge/shared_options.h"

#include <CLI/App.hpp>
#include <functional>
#include <string>

namespace mpigauge {

void AddFormatOption(CLI::App& command, bool& json) {
  const std::function<void(const std::string&)> take = [&json](const std::string& format) { json = format == "json"; };
  command.add_option_function("--format", take, "The format of the answer")
      ->check(CLI::IsMember({"table", "json"}))
      ->default_str("table")
      ->group(kOutputGroup);
}

InGroup::InGroup(CLI::App& command, const std::string& group)
    : command_(command), before_(command.option_defaults()->get_group()) {
  command_.option_defaults()->group(group);
}

InGroup::~InGroup() { command_.option_defaults()->group(before_); }

}  // namespace mpigauge

#include "ci/cli/help_groups.h"

#include <CLI/App.hpp>

namespace mpigauge {

InGroup::InGroup(CLI::App& command, const std::string& group)
    : command_(command), before_(command.option_defaults()->get_group()) {
  command_.option_defaults()->group(group);
}

InGroup::~InGroup() { command_.option_defaults()->group(before_); }

}  // namespace mpigauge

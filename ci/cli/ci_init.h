#pragma once

#include <CLI/CLI.hpp>

#include "ci/cli/commands.h"

namespace mpigauge {

// Adds `init` to the command `ci`.
void AddInitCommand(CLI::App& ci, CommandContext& context);

}  // namespace mpigauge

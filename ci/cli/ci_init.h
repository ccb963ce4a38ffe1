#pragma once

#include "ci/cli/commands.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// Adds `init` to the command `ci`.
void AddInitCommand(CLI::App& ci, CommandContext& context);

}  // namespace mpigauge

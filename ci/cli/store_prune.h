#pragma once

#include "ci/cli/commands.h"

namespace mpigauge {

// `mpigauge store info`, `delete` and `prune`.
void AddStoreRoomCommands(CLI::App& store, CommandContext& context);

}  // namespace mpigauge

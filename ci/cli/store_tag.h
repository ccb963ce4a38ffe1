#pragma once

#include "ci/cli/commands.h"

namespace mpigauge {

// Adds `store tag` and `store migrate`.
void AddStoreTagCommand(CLI::App& store, CommandContext& context);
void AddStoreMigrateCommand(CLI::App& store, CommandContext& context);

}  // namespace mpigauge

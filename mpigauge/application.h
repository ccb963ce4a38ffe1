#pragma once

#include <memory>

#include "mpigauge/commands.h"

namespace mpigauge {

// The one table of commands and options. Parsing fills `context`, which must live as long.
std::unique_ptr<CLI::App> MakeApplication(CommandContext& context);

}  // namespace mpigauge

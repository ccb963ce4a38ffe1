#include "dashboards/data/commands.h"

#include "harness/base/shell.h"

namespace mpigauge {
Json CommandsJson(const std::string& comparison, const std::string& baseline, const std::string& candidate) {
  return {{"comparison", comparison},
          {"impact", comparison},
          {"timeline", comparison},
          {"network", ShellText({"mpigauge", "network", "compare", baseline, candidate})},
          {"history", "mpigauge history SERIES --format json"},
          {"changes", "mpigauge changes --format json"},
          {"observations", ShellText({"mpigauge", "export", "--records", "records", "--run", candidate})},
          {"environment", comparison},
          {"baseline", ShellText({"mpigauge", "show", baseline, "--format", "json"})},
          {"candidate", ShellText({"mpigauge", "show", candidate, "--format", "json"})},
          {"calibration", "mpigauge calibrate --list --format json"}};
}

}  // namespace mpigauge

#include "base/error.h"
#include "ci/process/process.h"

namespace mpigauge {

int RunBuildCommand(const std::string& command, const std::filesystem::path& folder,
                    const std::map<std::string, std::string>& variables, const std::filesystem::path& log) {
  std::filesystem::create_directories(log.parent_path());
  const std::string script = "exec >\"$1\" 2>&1\ncd -- \"$2\" || exit 1\n" + command;
  const ProcessResult result =
      RunProcess({{"/bin/sh", "-c", script, "sh", log.string(), folder.string()}, variables, 0});
  if (result.interrupted) throw NotMeasured("stopped while building; the same command resumes");
  return result.exit_code;
}

}  // namespace mpigauge

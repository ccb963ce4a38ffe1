#include "mpigauge/picture.h"

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/temporary_folder.h"
#include "ci/process/process.h"

namespace mpigauge {

bool CanDraw() { return FindProgram("gnuplot").has_value(); }

std::string DrawPicture(PictureFile::Kind kind, const std::function<std::string(const PictureFile&)>& script) {
  if (!CanDraw()) throw NotMeasured("pictures are drawn by gnuplot, which is not in PATH (Debian: gnuplot-nox)");
  const TemporaryFolder folder("plot");
  const PictureFile drawn{kind, folder.path() / "picture"};
  const std::string commands = folder.path() / "script";
  WriteFileAtomically(commands, script(drawn));
  const ProcessResult result = RunProcess({{"gnuplot", commands}, {}, 60});
  if (result.exit_code != 0 || !std::filesystem::exists(drawn.path)) {
    throw NotMeasured("gnuplot drew no picture (exit code {}): {}", result.exit_code, result.err);
  }
  return ReadFile(drawn.path);
}

}  // namespace mpigauge

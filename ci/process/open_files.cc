#include "ci/process/open_files.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>

namespace mpigauge {

std::string FileErrorText(int error) {
  std::string text = std::strerror(error);
  if (error == ENFILE) return text + "; other programs of this host have them open";
  rlimit limit{};
  if (error != EMFILE || getrlimit(RLIMIT_NOFILE, &limit) != 0) return text;
  return fmt::format(
      "{}: this process may have {}; raise the limit (`ulimit -n 1024`), or let fewer launches live at the same time "
      "(--turns 1)",
      text, limit.rlim_cur);
}

}  // namespace mpigauge

#include "base/manual/documentation.h"

#include <fmt/format.h>

#include <system_error>

namespace mpigauge {

std::string NameOfPage(std::string_view page, const std::filesystem::path& program) {
  const std::string below = fmt::format("share/doc/mpigauge/docs/{}.md", page);
  const std::filesystem::path file = program.parent_path().parent_path() / below;
  std::error_code unreadable;
  return std::filesystem::exists(file, unreadable) ? file.string() : below;
}

std::string NameOfPage(std::string_view page) {
  std::error_code unreadable;  // then the path is empty, and nothing is found beside it
  return NameOfPage(page, std::filesystem::read_symlink("/proc/self/exe", unreadable));
}

}  // namespace mpigauge

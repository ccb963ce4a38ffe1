#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace mpigauge {
namespace {

constexpr std::size_t kUsualColumns = 80;

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool IsTerminal(int descriptor) { return isatty(descriptor) == 1 && Variable("TERM") != "dumb"; }

bool WantsColors(int descriptor) { return Variable("NO_COLOR").empty() && IsTerminal(descriptor); }

std::size_t TerminalColumns(int descriptor) {
  const std::string_view text = Variable("COLUMNS");
  std::size_t columns = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size() && columns > 0) return columns;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kUsualColumns;
}

}  // namespace mpigauge

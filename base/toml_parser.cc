// In an optimized build toml++ takes for granted what it asserts in others. But it asserts that a key follows `[`,
// which
// "[=x]" shows to be wrong: the compiler was promised what does not hold. Here its assertions stay and throw.
#undef NDEBUG

namespace {

struct TomlAssertion {};

[[noreturn]] void FailTomlAssertion() { throw TomlAssertion{}; }

}  // namespace

#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : FailTomlAssertion())
#define TOML_IMPLEMENTATION
#include "base/toml_parser.h"

#include "base/error.h"

namespace mpigauge {
namespace {

bool Trips(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const TomlAssertion&) {
    return true;
  } catch (const toml::parse_error&) {
  }
  return false;
}

// An assertion does not say where it stands. It is the last line of the shortest beginning that trips it.
unsigned LineThatTrips(std::string_view text) {
  unsigned line = 1;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1), ++line) {
    if (Trips(text.substr(0, end + 1))) return line;
  }
  return line;
}

}  // namespace

toml::table ParseToml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw UsageError("{}, line {}: {}", file, error.source().begin.line, error.description());
  } catch (const TomlAssertion&) {
    throw UsageError(
        "{}, line {}: a key is needed here: a name of letters, digits, '_' and '-', or a text in quotation marks", file,
        LineThatTrips(text));
  }
}

}  // namespace mpigauge

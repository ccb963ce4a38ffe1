#include "base/json.h"

#include <regex>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

// Throws Error (usage) where values are nested deeper than anything that is read here: copying and writing a value call
// themselves for each level.
void RequireShallow(std::string_view text, std::string_view what) {
  constexpr int kMostLevels = 200;
  int levels = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (in_text) {
      if (letter == '\\') ++i;
      in_text = letter != '"';
    } else if (letter == '"') {
      in_text = true;
    } else if (letter == '[' || letter == '{') {
      if (++levels > kMostLevels) throw UsageError("{}: is nested more than {} levels deep", what, kMostLevels);
    } else if (letter == ']' || letter == '}') {
      --levels;
    }
  }
}

}  // namespace

Json ParseJson(std::string_view text, std::string_view what, const Json::parser_callback_t& keep) {
  if (text.empty()) throw UsageError("{}: is empty; was the program that wrote it killed?", what);
  RequireShallow(text, what);
  return ReadingJson(what, [&] { return Json::parse(text, keep); });
}

Json ReadJson(const std::filesystem::path& path) { return ParseJson(ReadFile(path), path.string()); }

std::string JsonText(const Json& value) {
  // Names from outside may hold bytes that are not UTF-8; they are replaced, never a reason to lose a result.
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string JsonLine(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

void ThrowJsonError(std::string_view what, const nlohmann::json::exception& error) {
  // "[json.exception.type_error.302] (/a/b) type must be string" -> "(/a/b) type must be string"
  static const std::regex kPrefix(R"(^\[json\.exception\.[a-z_]+\.\d+\] )");
  throw UsageError("{}: {}", what, std::regex_replace(std::string(error.what()), kPrefix, ""));
}

}  // namespace mpigauge

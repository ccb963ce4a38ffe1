#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace mpigauge {

// Keys keep their order, so that files and tables read as they were written. Do not erase keys: in nlohmann 3.11.2
// that leaves the paths of error messages dangling.
using Json = nlohmann::ordered_json;

// Parses text; `what` (a file name, an address) goes into the error, with line and column. Throws Error (usage), also
// where values are nested more than 200 levels deep.
// With `keep` it is asked for each value whether that stays in the result, as nlohmann's parser does.
Json ParseJson(std::string_view text, std::string_view what, const Json::parser_callback_t& keep = nullptr);

// Parses a file. Throws Error (usage).
Json ReadJson(const std::filesystem::path& path);

// Two-space indented text with a final newline. Here and in JsonLine, bytes that are no UTF-8 are replaced.
std::string JsonText(const Json& value);

// Writes JSON on one line, without a newline.
std::string JsonLine(const Json& value);

// Runs `read` and turns what the JSON library throws (a missing key, a wrong type) into an Error (usage)
// that names `what` and the path of the value.
template <typename Read>
auto ReadingJson(std::string_view what, Read read) -> decltype(read());

[[noreturn]] void ThrowJsonError(std::string_view what, const nlohmann::json::exception& error);

template <typename Read>
auto ReadingJson(std::string_view what, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    ThrowJsonError(what, error);
  }
}

}  // namespace mpigauge

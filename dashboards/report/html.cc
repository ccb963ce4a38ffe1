#include "dashboards/report/html.h"

namespace mpigauge {

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string ScriptJson(const Json& value) {
  const std::string plain = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string escaped;
  for (const char letter : plain) {
    // < stands in strings only, never in the syntax of JSON.
    if (letter == '<') {
      escaped += "\\u003c";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

std::string FillTemplate(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string filled;
  while (true) {
    const auto open = text.find("{{");
    if (open == std::string_view::npos) return filled.append(text);
    const auto close = text.find("}}", open);
    const auto value =
        close == std::string_view::npos ? values.end() : values.find(text.substr(open + 2, close - open - 2));
    // Where it is no marker of ours, one brace is passed over: the next may begin one.
    const auto end = value == values.end() ? open + 1 : close + 2;
    filled.append(text.substr(0, value == values.end() ? end : open));
    if (value != values.end()) filled.append(value->second);
    text.remove_prefix(end);
  }
}

}  // namespace mpigauge

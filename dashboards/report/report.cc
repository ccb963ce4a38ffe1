#include "dashboards/report/report.h"

#include <fmt/format.h>

#include <map>

#include "dashboards/web/page.h"

namespace mpigauge {

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += letter;
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

namespace {

std::string EscapedText(const Json& data, const char* key) { return EscapeHtml(data.at(key).get<std::string>()); }

// This part can be read without the script, which draws the same and more in its place.
std::string BannerHtml(const Json& data) {
  return fmt::format(
      "<header class=\"banner {0}\">\n<h1><span class=\"badge\">{0}</span> <span id=\"headline\">{1}</span></h1>\n"
      "<p class=\"subject\">{2}</p>\n</header>\n",
      data.at("comparison").at("verdict").get<std::string>(), EscapedText(data, "headline"),
      EscapedText(data, "subject"));
}

std::string FindingsHtml(const Json& findings) {
  if (findings.empty()) return "";
  std::string html = "<section id=\"findings\" aria-label=\"Findings\">\n<ul>\n";
  for (const Json& finding : findings) {
    html += fmt::format("<li class=\"{}\">{}</li>\n", EscapedText(finding, "kind"), EscapedText(finding, "text"));
  }
  return html + "</ul>\n</section>\n";
}

}  // namespace

std::string PageHtml(const Json& data) {
  const bool served = data.at("kind") == "web";
  std::map<std::string, std::string, std::less<>> values = {{"DATA", ScriptJson(data)}};
  values["CONNECT"] = served ? " connect-src 'self'; img-src 'self';" : "";
  // A file from disk has no icon: its policy lets no image in.
  values["ICON"] = served ? "<link rel=\"icon\" type=\"image/svg+xml\" href=\"favicon.svg\">\n" : "";
  values["TITLE"] = served ? "mpigauge"
                           : fmt::format("{}: {} - mpigauge", data.at("comparison").at("verdict").get<std::string>(),
                                         EscapedText(data, "headline"));
  values["CONTENT"] = served ? "" : BannerHtml(data) + FindingsHtml(data.at("findings"));
  values["FOOTER"] = served ? "Served by mpigauge, from its store and nowhere else."
                            : "Written by mpigauge. This file is complete: it loads nothing and sends nothing.";
  return FillTemplate(kReportPage, values);
}

}  // namespace mpigauge

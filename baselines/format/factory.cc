#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"

namespace mpigauge {
namespace {

std::string FindingsAndAllJson(const Comparison& comparison, const FormatOptions&) {
  Json json = ToJson(comparison);
  json["findings"] = FindingsJson(comparison);
  return JsonText(json);
}

const std::map<std::string, Formatter>& Formats() {
  static const std::map<std::string, Formatter> formats = {
      {"table", TerminalText}, {"json", FindingsAndAllJson},     {"markdown", MarkdownText},   {"junit", JUnitText},
      {"github", GitHubText},  {"codequality", CodeQualityText}, {"benchstat", BenchstatText},
  };
  return formats;
}

}  // namespace

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const auto& [name, formatter] : Formats()) names.push_back(name);
  return names;
}

Formatter FindFormat(const std::string& name) {
  const auto found = Formats().find(name);
  if (found != Formats().end()) return found->second;
  throw UsageError("unknown format '{}'; there are {}", name, fmt::join(FormatNames(), ", "));
}

}  // namespace mpigauge

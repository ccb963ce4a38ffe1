#include "dashboards/metrics/deliver.h"

#include <prometheus/text_serializer.h>

#include <sstream>

namespace mpigauge {
namespace {

// prometheus-cpp writes help as it is; a backslash or a newline in it would make the whole scrape invalid.
std::string EscapedHelp(const std::string& help) {
  std::string escaped;
  for (const char letter : help) {
    if (letter == '\\') escaped += "\\\\";
    if (letter == '\n') escaped += "\\n";
    if (letter != '\\' && letter != '\n') escaped += letter;
  }
  return escaped;
}

}  // namespace

std::string MetricsText(std::vector<prometheus::MetricFamily> families) {
  for (prometheus::MetricFamily& family : families) family.help = EscapedHelp(family.help);
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return text.str();
}

}  // namespace mpigauge

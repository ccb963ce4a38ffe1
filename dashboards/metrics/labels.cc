#include "dashboards/metrics/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <regex>

#include "base/error.h"
#include "base/json.h"
#include "dashboards/metrics/catalogue.h"

namespace mpigauge {
namespace {

bool IsControl(char letter) {
  return (static_cast<unsigned char>(letter) < 0x20 && letter != '\n' && letter != '\t') || letter == 0x7f;
}

bool IsContinuation(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) == 0x80; }

// Bytes that are no UTF-8 become U+FFFD: the JSON library does that when it writes.
std::string ValidUtf8(std::string_view text) {
  const std::string json = JsonLine(Json(std::string(text)));
  return Json::parse(json).get<std::string>();
}

// Fowler, Noll and Vo: offset and prime of 64 bits.
std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

// The text up to `most` bytes, without half a letter at its end.
std::string Cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && IsContinuation(text[most])) --most;
  text.resize(most);
  return text;
}

}  // namespace

std::string LabelValue(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char letter) { return letter >= 0x20 && letter < 0x7f && letter != '`'; });
  if (plain && text.size() <= kLongestLabel) return std::string(text);
  std::string value = ValidUtf8(text);
  std::replace_if(value.begin(), value.end(), IsControl, '?');
  std::replace(value.begin(), value.end(), '`', '\'');
  if (value == text && value.size() <= kLongestLabel) return value;
  const std::string end = fmt::format("~{:016x}", Hash(text));
  return Cut(value, kLongestLabel - end.size()) + end;
}

namespace {

bool IsOfTheCatalogue(const std::string& name) {
  const auto metrics = MetricCatalogue();
  return std::any_of(metrics.begin(), metrics.end(), [&](const MetricDescription& metric) {
    return std::find(metric.labels.begin(), metric.labels.end(), name) != metric.labels.end();
  });
}

void CheckName(const std::string& name, const std::string& option) {
  static const std::regex kName("[a-zA-Z_][a-zA-Z0-9_]*");
  if (name.size() > kLongestLabel || !std::regex_match(name, kName) || name.starts_with("__")) {
    throw UsageError("{}: '{}' is not the name of a label: letters, digits and '_', no digit first, not '__' first",
                     option, LabelValue(name));
  }
  if (IsOfTheCatalogue(name)) throw UsageError("{}: metrics have a label '{}' of their own", option, name);
}

}  // namespace

ConstantLabels ParseLabels(const std::vector<std::string>& texts, const std::string& option) {
  ConstantLabels labels;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw UsageError("{} '{}': write NAME=VALUE", option, LabelValue(text));
    const std::string name = text.substr(0, equals);
    CheckName(name, option);
    if (!labels.emplace(name, text.substr(equals + 1)).second) throw UsageError("{}: '{}' twice", option, name);
  }
  return labels;
}

void AddConstantLabels(const ConstantLabels& labels, std::vector<prometheus::MetricFamily>& families) {
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;
    const prometheus::ClientMetric::Label label{name, LabelValue(value)};
    for (prometheus::MetricFamily& family : families) {
      for (prometheus::ClientMetric& metric : family.metric) metric.label.push_back(label);
    }
  }
}

}  // namespace mpigauge

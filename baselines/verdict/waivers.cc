#include "baselines/verdict/waivers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/toml_parser.h"

namespace mpigauge {
namespace {

constexpr std::array<std::string_view, 5> kKeys = {"series", "up_to", "until", "reason", "by"};

// One [[waiver]], with the words for what is wrong in it.
class Entry {
 public:
  Entry(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  std::string Text(std::string_view key) const {
    const auto text = Find(key).value_exact<std::string>();
    if (!text || text->empty()) throw Wrong(Find(key), "{}: a text is needed", key);
    return *text;
  }

  double Ratio(std::string_view key) const {
    const auto ratio = Find(key).value<double>();  // 2 is as good as 2.0
    if (!ratio || !Find(key).is_number()) throw Wrong(Find(key), "{}: a number is needed, such as 1.15", key);
    if (!(*ratio > 1 && *ratio <= 100)) {
      throw Wrong(Find(key), "{} = {:g}: a ratio above 1 and up to 100 is needed; 1.15 accepts 15% slower", key,
                  *ratio);
    }
    return *ratio;
  }

  std::string Day(std::string_view key) const {
    const auto day = Find(key).value_exact<toml::date>();
    if (!day) throw Wrong(Find(key), "{}: a day is needed, without quotation marks: 2026-12-31", key);
    std::ostringstream text;
    text << *day;
    return text.str();
  }

  void CheckKeys() const {
    for (const auto& [key, value] : table_) {
      if (std::find(kKeys.begin(), kKeys.end(), key.str()) == kKeys.end()) {
        throw Wrong(value, "no such key '{}'; a waiver has {}", key.str(), fmt::join(kKeys, ", "));
      }
    }
  }

 private:
  const toml::node& Find(std::string_view key) const {
    const toml::node* node = table_.get(key);
    if (!node) throw Wrong(table_, "a waiver needs '{}'", key);
    return *node;
  }

  template <typename... Args>
  Error Wrong(const toml::node& where, fmt::format_string<Args...> text, Args&&... args) const {
    return UsageError("{}, line {}: {}", file_, where.source().begin.line,
                      fmt::format(text, std::forward<Args>(args)...));
  }

  const toml::table& table_;
  const std::string& file_;
};

Waiver WaiverFrom(const toml::table& table, const std::string& file) {
  const Entry entry(table, file);
  entry.CheckKeys();
  return {entry.Text("series"), entry.Ratio("up_to"), entry.Day("until"),
          entry.Text("reason"), entry.Text("by"),     table.source().begin.line};
}

}  // namespace

bool Waiver::Matches(const std::string& series_name) const {
  return fnmatch(series.c_str(), series_name.c_str(), 0) == 0;
}

Waivers ParseWaivers(std::string_view text, const std::string& file) {
  Waivers waivers{file, {}};
  const toml::table table = ParseToml(text, file);
  for (const auto& [key, value] : table) {
    const unsigned line = value.source().begin.line;
    if (key.str() != "waiver")
      throw UsageError("{}, line {}: no such key '{}'; write [[waiver]]", file, line, key.str());
    const toml::array* list = value.as_array();
    if (!list || !list->is_homogeneous<toml::table>()) throw UsageError("{}, line {}: write [[waiver]]", file, line);
    for (const toml::node& one : *list) waivers.all.push_back(WaiverFrom(*one.as_table(), file));
  }
  return waivers;
}

Waivers ReadWaivers(const std::string& path) { return ParseWaivers(ReadFile(path), path); }

std::string Today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

}  // namespace mpigauge

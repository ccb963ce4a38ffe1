#include "base/settings.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

// Reads one key with the type of its value.
class KeyReader {
 public:
  KeyReader(TomlTable& table, const Setting& setting, const std::filesystem::path& folder)
      : table_(table), setting_(setting), folder_(std::filesystem::absolute(folder)) {}

  void operator()(bool* value) const { *value = table_.Flag(setting_.key, *value); }

  void operator()(int* value) const {
    const toml::node* node = table_.Find(setting_.key);
    const bool is_word = node != nullptr && !setting_.word.empty() && node->value_exact<std::string>() == setting_.word;
    *value =
        is_word ? static_cast<int>(setting_.least)
                : table_.Whole(setting_.key, *value, static_cast<int>(setting_.least), static_cast<int>(setting_.most));
  }

  void operator()(double* value) const {
    const toml::node* node = table_.Find(setting_.key);
    if (node == nullptr) return;
    const auto number = node->is_number() ? node->value<double>() : std::nullopt;
    const std::string text = number ? fmt::format("{}", *number) : node->value_exact<std::string>().value_or("");
    table_.Check(setting_.key, [&] { *value = ParseShare(setting_, text, setting_.key); });
  }

  void operator()(std::string* value) const {
    *value = table_.Text(setting_.key, *value);
    Settle(*value);
  }

  void operator()(std::vector<std::string>* value) const {
    if (!table_.Has(setting_.key)) return;
    *value = table_.Texts(setting_.key);
    for (std::string& text : *value) Settle(text);
  }

 private:
  void Settle(std::string& text) const {
    if (!table_.Has(setting_.key) || text.empty()) return;
    if (setting_.check) table_.Check(setting_.key, [&] { setting_.check(text, setting_.key); });
    if (setting_.is_path) text = (folder_ / text).lexically_normal().string();
  }

  TomlTable& table_;
  const Setting& setting_;
  const std::filesystem::path folder_;
};

}  // namespace

std::string OptionName(const Setting& setting) {
  std::string name = "--" + setting.key;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

int ParseCount(const Setting& setting, const std::string& text, const std::string& what) {
  if (text == setting.word && !setting.word.empty()) return static_cast<int>(setting.least);
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size() && count >= setting.least && count <= setting.most) {
    return count;
  }
  throw UsageError("{}: '{}' is neither a whole number from {} to {} nor {}", what, text, setting.least, setting.most,
                   setting.word);
}

double ParseShare(const Setting& setting, const std::string& text, const std::string& what) {
  const double share = ParseShare(text, what);
  if (share >= setting.least && share <= setting.most) return share;
  throw UsageError("{}: '{}' is not a share from {:g}% to {:g}%", what, text, setting.least * 100, setting.most * 100);
}

void ReadSettings(TomlTable& table, const SettingList& settings, const std::filesystem::path& folder) {
  for (const Setting& setting : settings) std::visit(KeyReader(table, setting, folder), setting.value);
}

}  // namespace mpigauge

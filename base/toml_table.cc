#include "base/toml_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mpigauge {

TomlTable::TomlTable(const toml::table& table, std::string file, std::string name)
    : table_(table), file_(std::move(file)), name_(std::move(name)) {}

const toml::node* TomlTable::Find(std::string_view key) {
  known_.emplace(key);
  return table_.get(key);
}

Error TomlTable::Wrong(std::string_view key, const std::string& text) const {
  const toml::node* node = table_.get(key);
  const auto line = (node != nullptr ? node->source() : table_.source()).begin.line;
  return UsageError("{}, line {}: {}{}{}", file_, line, name_, name_.empty() ? "" : ": ", text);
}

std::string TomlTable::Text(std::string_view key, std::string_view otherwise) {
  const toml::node* node = Find(key);
  if (node == nullptr) return std::string(otherwise);
  const auto text = node->value_exact<std::string>();
  if (!text) throw Wrong(key, fmt::format("{}: a text is needed", key));
  return *text;
}

bool TomlTable::Flag(std::string_view key, bool otherwise) {
  const toml::node* node = Find(key);
  if (node == nullptr) return otherwise;
  const auto flag = node->value_exact<bool>();
  if (!flag) throw Wrong(key, fmt::format("{}: true or false is needed", key));
  return *flag;
}

int TomlTable::Whole(std::string_view key, int otherwise, int least, int most) {
  const toml::node* node = Find(key);
  if (node == nullptr) return otherwise;
  const auto number = node->value_exact<std::int64_t>();
  if (!number || *number < least || *number > most) {
    throw Wrong(key, fmt::format("{}: a whole number from {} to {} is needed", key, least, most));
  }
  return static_cast<int>(*number);
}

std::vector<std::string> TomlTable::Texts(std::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return {};
  if (const auto text = node->value_exact<std::string>()) return {*text};
  std::vector<std::string> texts;
  if (const toml::array* array = node->as_array()) {
    for (const toml::node& one : *array) {
      if (const auto text = one.value_exact<std::string>()) texts.push_back(*text);
    }
    if (texts.size() == array->size()) return texts;
  }
  throw Wrong(key, fmt::format("{}: a text or a list of texts is needed", key));
}

std::map<std::string, std::string> TomlTable::Map(std::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return {};
  std::map<std::string, std::string> map;
  if (const toml::table* table = node->as_table()) {
    for (const auto& [name, value] : *table) {
      if (const auto text = value.value_exact<std::string>()) map[std::string(name.str())] = *text;
    }
    if (map.size() == table->size()) return map;
  }
  throw Wrong(key, fmt::format("{}: texts by name are needed, {{ NAME = \"value\" }}", key));
}

std::optional<TomlTable> TomlTable::Table(std::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return std::nullopt;
  const toml::table* table = node->as_table();
  if (table == nullptr) throw Wrong(key, fmt::format("write [{}]", key));
  return TomlTable(*table, file_, fmt::format("[{}]", key));
}

std::vector<TomlTable> TomlTable::Tables(std::string_view key) {
  const toml::node* node = Find(key);
  if (node == nullptr) return {};
  std::vector<TomlTable> tables;
  if (const toml::array* array = node->as_array()) {
    for (const toml::node& one : *array) {
      if (const toml::table* table = one.as_table()) {
        tables.emplace_back(*table, file_, fmt::format("[[{}]] {}", key, tables.size() + 1));
      }
    }
    if (tables.size() == array->size()) return tables;
  }
  throw Wrong(key, fmt::format("write [[{}]]", key));
}

void TomlTable::Check(std::string_view key, const std::function<void()>& check) const {
  try {
    check();
  } catch (const Error& error) {
    throw Wrong(key, error.what());
  }
}

void TomlTable::CheckKeys() const {
  for (const auto& [key, value] : table_) {
    if (known_.contains(key.str())) continue;
    throw Wrong(key.str(), fmt::format("no such key '{}'; there are {}", key.str(), fmt::join(known_, ", ")));
  }
}

}  // namespace mpigauge

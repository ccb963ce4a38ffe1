#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/toml_parser.h"

namespace mpigauge {

// One table of a TOML file, read strictly: every key that is there must be asked for, with its type. Mistakes are an
// Error (usage) with file, line and the table's name.
class TomlTable {
 public:
  // `name` is what errors call it: "[gate]", "[[library]] 2"; empty for the whole file.
  TomlTable(const toml::table& table, std::string file, std::string name);

  std::string Text(std::string_view key, std::string_view otherwise);
  bool Flag(std::string_view key, bool otherwise);
  int Whole(std::string_view key, int otherwise, int least, int most);
  std::vector<std::string> Texts(std::string_view key);  // one text, or a list of them; none where it is not there
  std::map<std::string, std::string> Map(std::string_view key);  // { NAME = "value" }

  // Tables below this one; `[key]` and `[[key]]`.
  std::optional<TomlTable> Table(std::string_view key);
  std::vector<TomlTable> Tables(std::string_view key);

  bool Has(std::string_view key) const { return table_.contains(key); }
  // The value itself, where it is of a kind of its own; null where it is not there.
  const toml::node* Find(std::string_view key);
  unsigned Line() const { return table_.source().begin.line; }
  // Runs a check of what stands there; its Error gets the place.
  void Check(std::string_view key, const std::function<void()>& check) const;
  // Throws where a key is there that nobody asked for.
  void CheckKeys() const;
  // An error about this table, at the line of `key` where it is there.
  Error Wrong(std::string_view key, const std::string& text) const;

 private:
  const toml::table& table_;
  std::string file_;
  std::string name_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace mpigauge

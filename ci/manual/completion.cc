#include "ci/manual/completion.h"

#include <algorithm>
#include <map>

namespace mpigauge {

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<CompletedOption> OptionsBehind(const CompletedCommand& command, const CompletedCommand& program) {
  std::vector<CompletedOption> options = command.options;
  if (command.path.empty()) return options;
  for (const CompletedOption& one : program.options) {
    const bool there = std::any_of(command.options.begin(), command.options.end(),
                                   [&](const CompletedOption& own) { return own.names == one.names; });
    if (!there) options.push_back(one);
  }
  return options;
}

std::string ValueWords(const CompletedValue& value) {
  using Kind = CompletedValue::Kind;
  std::string words = value.kind == Kind::kFile ? "file" : value.kind == Kind::kFolder ? "folder" : "free";
  for (const std::string& choice : value.choices) words += " " + choice;
  return words;
}

std::vector<ValueRow> ValueRows(const std::vector<CompletedCommand>& commands) {
  std::map<std::string, ValueRow> rows;
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) {
      if (option.value.kind == CompletedValue::Kind::kNothing) continue;
      ValueRow& row = rows[ValueWords(option.value)];
      row.value = option.value;
      for (const std::string& name : option.names) {
        if (!row.patterns.empty()) row.patterns += "|";
        row.patterns += command.path.empty() ? "*' " + name + "'" : "'" + command.path + " " + name + "'";
      }
    }
  }
  std::vector<ValueRow> all;
  for (auto& [words, row] : rows) all.push_back(std::move(row));
  return all;
}

}  // namespace mpigauge

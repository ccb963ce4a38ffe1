#include "base/manual/completion.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

namespace mpigauge {
namespace {

// "TEXT:{table,json}", as CLI::IsMember says what it takes.
std::vector<std::string> ChoicesIn(const std::string& type) {
  const auto begin = type.find('{');
  const auto end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

CompletedValue ValueOf(const CLI::Option& option) {
  using Kind = CompletedValue::Kind;
  if (option.get_type_size() == 0) return {};
  const std::string type = option.get_type_name();
  if (type == "MPI") return {Kind::kFolder, {"openmpi", "mpich"}};
  if (type.find("FILE") != std::string::npos) return {Kind::kFile, {}};
  if (type.find("FOLDER") != std::string::npos || type.find("PREFIX") != std::string::npos) return {Kind::kFolder, {}};
  return {Kind::kFree, ChoicesIn(type)};
}

CompletedOption ReadOption(const CLI::Option& option) {
  CompletedOption read{{}, option.get_description(), ValueOf(option)};
  for (const std::string& name : option.get_snames()) read.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) read.names.push_back("--" + name);
  return read;
}

void Read(const CLI::App& app, const std::string& path, std::vector<CompletedCommand>& commands) {
  using Kind = CompletedValue::Kind;
  CompletedCommand command{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->nonpositional()) {
      command.options.push_back(ReadOption(*option));
    } else if (command.argument.kind == Kind::kNothing) {
      command.argument = option->get_type_name() == "COMMAND" ? CompletedValue{Kind::kCommand, {}} : ValueOf(*option);
    }
  }
  const auto below = app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
  for (const CLI::App* one : below) command.commands.push_back(one->get_name());
  commands.push_back(std::move(command));
  for (const CLI::App* one : below) Read(*one, (path.empty() ? "" : path + " ") + one->get_name(), commands);
}

void AddNamedCommands(std::vector<CompletedCommand>& commands) {
  const std::vector<CompletedCommand> all = commands;
  for (const CompletedCommand& naming : all) {
    if (naming.argument.kind != CompletedValue::Kind::kCommand) continue;
    for (const CompletedCommand& one : all) {
      if (one.path.empty()) continue;
      commands.push_back({naming.path + " " + one.path, one.description, one.commands, {}, {}});
    }
  }
  for (CompletedCommand& one : commands) {
    if (one.argument.kind == CompletedValue::Kind::kCommand) one.commands = all[0].commands;
  }
}

}  // namespace

std::vector<CompletedCommand> ReadCommands(const CLI::App& program) {
  std::vector<CompletedCommand> commands;
  Read(program, "", commands);
  AddNamedCommands(commands);
  return commands;
}

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

std::string ValueFunction(const std::vector<CompletedCommand>& commands, const std::string& program) {
  std::string function =
      fmt::format("_{}_value() {{  # what the option of \"COMMAND OPTION\" takes\n  case $1 in\n", program);
  for (const ValueRow& row : ValueRows(commands)) {
    function += fmt::format("  {}) echo '{}' ;;\n", row.patterns, ValueWords(row.value));
  }
  return function + "  esac\n}\n";
}

}  // namespace mpigauge

#include "ci/manual/command_words.h"

#include <CLI/CLI.hpp>

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
  CompletedCommand command{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->nonpositional()) {
      command.options.push_back(ReadOption(*option));
    } else if (command.argument.kind == CompletedValue::Kind::kNothing) {
      command.argument = ValueOf(*option);
    }
  }
  const auto below = app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
  for (const CLI::App* one : below) command.commands.push_back(one->get_name());
  commands.push_back(std::move(command));
  for (const CLI::App* one : below) Read(*one, (path.empty() ? "" : path + " ") + one->get_name(), commands);
}

}  // namespace

std::vector<CompletedCommand> ReadCommands(const CLI::App& program) {
  std::vector<CompletedCommand> commands;
  Read(program, "", commands);
  return commands;
}

}  // namespace mpigauge

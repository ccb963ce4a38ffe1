#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "mpigauge/commands.h"
#include "mpigauge/help_text.h"

namespace mpigauge {
namespace {

ExitCode PrintHelp(const CLI::App& program, const std::vector<std::string>& words, CommandContext& context) {
  const CLI::App* command = &program;
  for (const std::string& word : words) {
    const auto found = command->get_subcommands([&word](const CLI::App* one) { return one->get_name() == word; });
    if (found.empty()) {
      throw UsageError("no command '{}'; mpigauge help lists all", fmt::format("{}", fmt::join(words, " ")));
    }
    command = found.front();
  }
  context.streams.out << HelpText(*command, context.streams.columns);
  return ExitCode::kPass;
}

}  // namespace

void AddHelpCommand(CLI::App& app, CommandContext& context) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Print the help of a command, or list all commands");
  command->footer(R"(Examples:
  mpigauge help
  mpigauge help gate
  mpigauge help store prune        the same as mpigauge store prune --help)");
  command->add_option("command", *words, "The command")->type_name("COMMAND");
  OnChoice(*command, context, [words, &app, &context] { return PrintHelp(app, *words, context); });
}

}  // namespace mpigauge

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/file.h"
#include "base/manual/completion.h"
#include "base/manual/man_page.h"
#include "mpigauge/commands.h"

namespace mpigauge {
namespace {

void WritePage(const std::filesystem::path& file, const std::string& content) {
  std::filesystem::create_directories(file.parent_path());
  WriteFileAtomically(file, content);
}

// Writes the pages of the command and all below it; returns how many.
int WriteManPages(const CLI::App& app, const std::string& name, const std::filesystem::path& folder) {
  WritePage(folder / (ManPageName(name) + ".1"), ManPage(app, name));
  int pages = 1;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App* all) { return !all->get_group().empty(); })) {
    pages += WriteManPages(*one, name + " " + one->get_name(), folder);
  }
  return pages;
}

ExitCode Execute(const CLI::App& program, const std::filesystem::path& folder, CommandContext& context) {
  const std::string& name = program.get_name();
  const int pages = WriteManPages(program, name, folder / "man/man1");
  const std::vector<CompletedCommand> commands = ReadCommands(program);
  WritePage(folder / "bash-completion/completions" / name, BashCompletion(commands, name));
  WritePage(folder / "zsh/site-functions" / ("_" + name), ZshCompletion(commands, name));
  WritePage(folder / "fish/vendor_completions.d" / (name + ".fish"), FishCompletion(commands, name));
  context.streams.out << fmt::format("{} manual pages and the completion for bash, zsh and fish are in {}\n", pages,
                                     folder.string());
  return ExitCode::kPass;
}

}  // namespace

void AddManualCommand(CLI::App& app, CommandContext& context) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("manual", "Write the manual pages, and completion for bash, zsh and fish");
  command->group("");  // not in the help: an installation has them
  command->footer("Example:\n  mpigauge manual ~/.local/share");
  command->add_option("folder", *folder, "The folder to write to, such as share of an installation")
      ->required()
      ->type_name("FOLDER");
  OnChoice(*command, context, [folder, &app, &context] { return Execute(app, *folder, context); });
}

}  // namespace mpigauge

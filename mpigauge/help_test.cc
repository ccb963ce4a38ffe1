// The help of all commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <sstream>

#include "ci/pipeline/config.h"
#include "mpigauge/application.h"
#include "mpigauge/cli.h"
#include "mpigauge/help_text.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string OneLine(const std::string& text) {
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

// Sixty lines of 80 columns, but for commands that have more than thirty options. What stands in quotes is not wrapped.
void CheckSize(const CLI::App& command, const std::string& help) {
  const std::set<std::string> more = {"gate", "run"};
  if (more.contains(command.get_name())) {
    EXPECT_GT(command.get_options().size(), 30u) << command.get_name();
  } else {
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 60) << help;
  }
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    const bool quoted = line.find('\'') != std::string::npos;
    EXPECT_TRUE(quoted || line.size() <= 80) << line;
  }
}

// Looks at the help of each command below this one. Those below another command have their examples there; those that
// the help does not list are started by mpigauge itself, or once by an installation.
void CheckHelp(const CLI::App& app, const std::vector<std::string>& words, std::size_t& listed) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> line = words;
    line.push_back(command->get_name());
    std::string usage = "Usage: mpigauge";
    for (const std::string& word : line) usage += " " + word;
    line.emplace_back("--help");
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(RunCli(line, {out, err, false, false}), ExitCode::kPass) << usage << ": " << err.str();
    EXPECT_THAT(out.str(), HasSubstr(usage));
    EXPECT_THAT(OneLine(out.str()), HasSubstr(OneLine(command->get_description()))) << usage;
    CheckSize(*command, out.str());
    std::vector<std::string> asked = {"help"};
    asked.insert(asked.end(), line.begin(), line.end() - 1);
    std::ostringstream told;
    EXPECT_EQ(RunCli(asked, {told, err, false, false}), ExitCode::kPass) << usage << ": " << err.str();
    EXPECT_EQ(told.str(), out.str());
    EXPECT_FALSE(command->get_description().empty()) << usage;
    const bool in_the_help = !command->get_group().empty();
    if (words.empty() && in_the_help) {
      EXPECT_THAT(out.str(), HasSubstr("Example")) << usage;
      ++listed;
    }
    line.pop_back();
    CheckHelp(*command, line, listed);
  }
}

TEST(Help, EveryCommandHasOneWithAnExample) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  EXPECT_EQ(RunCli({"--help"}, streams), ExitCode::kPass);
  EXPECT_THAT(out.str(), HasSubstr("Exit codes: 0 pass, 1 fail"));
  CommandContext context{streams, "", "", {}};
  std::size_t listed = 0;
  CheckHelp(*MakeApplication(context), {}, listed);
  EXPECT_GT(listed, 0u);
}

TEST(Help, ListsAllCommandsInGroups) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  const std::string help = HelpText(*app, 80);
  for (const CLI::App* one : app->get_subcommands([](CLI::App* all) { return !all->get_group().empty(); })) {
    EXPECT_THAT(one->get_group(), testing::StartsWith("Commands "));
    EXPECT_THAT(help, HasSubstr("\n" + one->get_group() + ":\n"));
    EXPECT_THAT(help, HasSubstr("\n  " + one->get_name() + "  "));
  }
  CheckSize(*app, help);
  EXPECT_EQ(RunCli({"help"}, {out, err, false, false}), ExitCode::kPass);
  EXPECT_THAT(out.str(), HasSubstr("\nCommands to measure and judge:\n  run  "));
  EXPECT_EQ(RunCli({"help", "store", "pruen"}, {out, err, false, false}), ExitCode::kUsage);
  EXPECT_THAT(err.str(), HasSubstr("no command 'store pruen'; mpigauge help lists all"));
}

// A key of mpigauge.toml that the command did not know, or the other way round, was once added at the wrong one of two
// places.
TEST(Help, TheSettingsOfAPipelineAreOptionsOfTheGate) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  const CLI::App* gate = app->get_subcommand("gate");
  PipelineConfig config;
  JobRequest jobs;
  for (const SettingList& settings :
       {SettingsOf(config.measure), SettingsOf(config.gate), SettingsOf(config.gate.impact), SettingsOf(jobs)}) {
    for (const Setting& setting : settings) {
      std::string name = setting.option.empty() ? OptionName(setting) : setting.option;
      name.erase(0, name.find_first_not_of('!'));
      EXPECT_EQ(gate->get_option(name)->get_group(), setting.group) << name;
    }
  }
}

TEST(Help, AGateHasItsOptionsInGroups) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCli({"gate", "--help"}, {out, err, false, false, 100}), ExitCode::kPass);
  std::string::size_type at = out.str().find("\nExamples:\n");
  for (const char* group :
       {"Arguments", "Baseline", "Candidate", "Measure", "Slurm", "Verdict", "Applications", "Output"}) {
    const auto next = out.str().find("\n" + std::string(group) + ":\n");
    EXPECT_NE(next, std::string::npos) << group;
    EXPECT_GT(next, at) << group;
    at = next;
  }
  EXPECT_THAT(out.str(), testing::Not(HasSubstr("\nOptions:\n")));
}

// "nan" is neither below a range nor above it, and once passed.
void CheckNumbers(CLI::App& app, std::size_t& numbers) {
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_type_name().starts_with("FLOAT")) continue;
    ++numbers;
    std::string value = "nan";
    EXPECT_THAT((*option->get_validator())(value), HasSubstr("'nan' is not a number from")) << option->get_name();
    value = option->get_default_str();
    if (!value.empty()) {
      EXPECT_EQ((*option->get_validator())(value), "") << option->get_name();
    }
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) CheckNumbers(*command, numbers);
}

TEST(Help, NoOptionTakesNanForANumber) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  std::size_t numbers = 0;
  CheckNumbers(*app, numbers);
  EXPECT_GE(numbers, 1u);  // --compute-factor
  EXPECT_EQ(RunCli({"replay", "program.txt", "--compute-factor", "nan"}, {out, err, false, false}), ExitCode::kUsage);
  EXPECT_THAT(err.str(), HasSubstr("--compute-factor: 'nan' is not a number from 0 to"));
}

// Every command that prints JSON has the same option for it.
void CheckJsonOption(const CLI::App& app) {
  EXPECT_EQ(app.get_option_no_throw("--json"), nullptr) << app.get_name();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) CheckJsonOption(*command);
}

TEST(Help, JsonIsAFormatOfEveryCommand) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  CheckJsonOption(*app);
  EXPECT_EQ(RunCli({"runs", "--format", "xml"}, {out, err, false, false}), ExitCode::kUsage);
  EXPECT_THAT(err.str(), HasSubstr("table,json"));
}

}  // namespace
}  // namespace mpigauge

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/manual/completion.h"

namespace mpigauge {
namespace {

constexpr const char* kFishWalk = R"(
function __PROGRAM_at  # whether the command line has come to the command $argv[1]
    set -l command ''
    set -l expects ''
    for word in (commandline -opc)[2..-1]
        if test -n "$expects"
            set expects ''
        else if string match -q -- '-*' $word
            set expects (__PROGRAM_value "$command $word")
        else if __PROGRAM_is_command (string trim "$command $word")
            set command (string trim "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end
)";

std::string Quoted(const std::string& text) { return "'" + Replaced(Replaced(text, "\\", "\\\\"), "'", "\\'") + "'"; }

// The value that follows the option: -r: something does; -F: files; -x: nothing but what -a says.
std::string ValueText(const CompletedValue& value) {
  using Kind = CompletedValue::Kind;
  const std::string choices = fmt::format("{}", fmt::join(value.choices, " "));
  switch (value.kind) {
    case Kind::kNothing: return "";
    case Kind::kFile: return " -r -F";
    case Kind::kFolder:
      return " -x -a " + Quoted(choices + (choices.empty() ? "" : " ") + "(__fish_complete_directories)");
    case Kind::kFree:
    case Kind::kCommand: break;
  }
  return choices.empty() ? " -x" : " -x -a " + Quoted(choices);
}

std::string OptionLine(const std::string& program, const std::string& condition, const CompletedOption& option) {
  std::string line = "complete -c " + program + condition;
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return line + ValueText(option.value) + " -d " + Quoted(option.description) + "\n";
}

// The lines of one command: what is offered where the command line has come to it.
std::string Lines(const std::string& program, const CompletedCommand& command,
                  const std::vector<CompletedCommand>& all) {
  const std::string at = fmt::format(" -n \"__{}_at '{}'\"", program, command.path);
  std::string lines;
  for (const CompletedCommand& below : all) {
    const auto space = below.path.rfind(' ');
    const bool top = space == std::string::npos;
    if (below.path.empty() || (top ? "" : below.path.substr(0, space)) != command.path) continue;
    const std::string name = top ? below.path : below.path.substr(space + 1);
    lines += fmt::format("complete -c {}{} -a {} -d {}\n", program, at, name, Quoted(below.description));
  }
  for (const CompletedOption& option : command.options) {
    lines += OptionLine(program, command.path.empty() ? "" : at, option);
  }
  if (command.argument.kind == CompletedValue::Kind::kFile) lines += "complete -c " + program + at + " -F\n";
  return lines;
}

}  // namespace

std::string FishCompletion(const std::vector<CompletedCommand>& commands, const std::string& program) {
  std::string script = fmt::format(
      "# Completion of {0} for fish. Made from the table of options.\n\nfunction __{0}_is_command\n    "
      "contains -- $argv[1]",
      program);
  for (const CompletedCommand& one : commands) script += one.path.empty() ? "" : " " + Quoted(one.path);
  script += fmt::format("\nend\n\nfunction __{}_value  # what the option of \"COMMAND OPTION\" takes\n", program);
  script += "    switch $argv[1]\n";
  for (const ValueRow& row : ValueRows(commands)) {
    script += fmt::format("        case {}\n            echo '{}'\n",
                          Replaced(Replaced(row.patterns, "'|", "' "), "*' ", "'* "), ValueWords(row.value));
  }
  script += "    end\nend\n" + Replaced(kFishWalk, "PROGRAM", program) + "\ncomplete -c " + program + " -f\n";
  for (const CompletedCommand& one : commands) script += Lines(program, one, commands);
  return script;
}

}  // namespace mpigauge

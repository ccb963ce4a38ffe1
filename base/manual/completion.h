#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The values that a shell offers for an option or an argument; read from a program's table of options.
struct CompletedValue {
  // kNothing: no value is taken; kFree: people know it, we do not; kCommand: an argument that names a command.
  enum class Kind { kNothing, kFree, kFile, kFolder, kCommand };
  Kind kind = Kind::kNothing;
  std::vector<std::string> choices;  // besides files and folders, where the kind is one of them
};

struct CompletedOption {
  std::vector<std::string> names;  // "-n", "--ranks"
  std::string description;
  CompletedValue value;
};

struct CompletedCommand {
  std::string path;  // "store copy"; "" is the program itself, whose options may stand behind every command
  std::string description;
  std::vector<std::string> commands;  // "copy", "check": what may follow
  std::vector<CompletedOption> options;
  CompletedValue argument;
};

// Returns the program and all of its commands, each before those below it, but for commands that are hidden from the
// help. A command whose argument is the name of another one ("help store prune") is completed as if all commands were
// below it: there are "help store" and "help store prune", without options of their own.
std::vector<CompletedCommand> ReadCommands(const CLI::App& program);

// A script that makes a shell complete the program's commands, its options and their values.
std::string BashCompletion(const std::vector<CompletedCommand>& commands, const std::string& program);
std::string ZshCompletion(const std::vector<CompletedCommand>& commands, const std::string& program);
std::string FishCompletion(const std::vector<CompletedCommand>& commands, const std::string& program);

// The scripts of all shells share these functions.

// The text with each `from` as `to`.
std::string Replaced(std::string text, const std::string& from, const std::string& to);

// Returns the options that a user may type behind a command: its own, and those of the program that it has not itself.
std::vector<CompletedOption> OptionsBehind(const CompletedCommand& command, const CompletedCommand& program);

// The values of options for a table of a shell, whose patterns of `case` they are: "gate --format" of a command, and
// `*" --store"` of the program. Alike ones stand together.
struct ValueRow {
  std::string patterns;  // "'run --mpi'|'gate --mpi'"
  CompletedValue value;
};
std::vector<ValueRow> ValueRows(const std::vector<CompletedCommand>& commands);

// "file", "folder" or "free", and the choices behind it.
std::string ValueWords(const CompletedValue& value);

// The function of bash and zsh that prints those words for an option.
std::string ValueFunction(const std::vector<CompletedCommand>& commands, const std::string& program);

}  // namespace mpigauge

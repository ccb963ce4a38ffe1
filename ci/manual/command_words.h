#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// What may be typed, as a shell completes it; read from a program's table of options.
struct CompletedValue {
  enum class Kind { kNothing, kFree, kFile, kFolder };
  Kind kind = Kind::kNothing;        // kNothing: no value is taken; kFree: people know it, we do not
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

// The program and all of its commands, each before those below it. What is hidden from the help is not there.
std::vector<CompletedCommand> ReadCommands(const CLI::App& program);

}  // namespace mpigauge

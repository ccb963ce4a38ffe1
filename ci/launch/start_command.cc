#include "ci/launch/start_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

namespace mpigauge {
namespace {

using Parts = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

// The word with what stands for its parts. What replaces a part is not looked at again: values may have braces.
std::string Filled(const std::string& word, const Parts& parts) {
  std::string filled;
  for (std::size_t at = 0; at < word.size();) {
    const auto end = word[at] == '{' ? word.find('}', at) : std::string::npos;
    const auto part = end == std::string::npos ? parts.end() : parts.find(word.substr(at, end - at + 1));
    filled += part == parts.end() ? word.substr(at, 1) : part->second;
    at = part == parts.end() ? at + 1 : end + 1;
  }
  return filled;
}

Words Filled(const Words& words, const Parts& parts) {
  Words filled;
  for (const std::string& word : words) filled.push_back(Filled(word, parts));
  return filled;
}

Words Variables(const Launcher& launcher, const LaunchPlan& plan, const MpiInstall& install) {
  std::map<std::string, std::string> variables;
  if (launcher.library_variables) variables = install.environment;
  for (const auto& [name, value] : plan.library.environment) variables[name] = value;
  if (!plan.library.preload.empty()) variables["LD_PRELOAD"] = fmt::format("{}", fmt::join(plan.library.preload, ":"));
  Words words;
  for (const auto& [name, value] : variables) {
    for (std::string& word : Filled(launcher.variable, {{"{name}", name}, {"{value}", value}})) {
      words.push_back(std::move(word));
    }
  }
  return words;
}

}  // namespace

Command StartCommand(const Launcher& launcher, const LaunchPlan& plan, const MpiInstall& install, int processors) {
  const Parts parts = {
      {"{launcher}", install.launcher}, {"{ranks}", std::to_string(plan.ranks)}, {"{type}", launcher.type}};
  const std::map<std::string, Words> several = {
      {"{root}", geteuid() == 0 ? launcher.root : Words{}},
      {"{binding}", Filled(plan.ranks <= processors ? launcher.bound : launcher.shared, parts)},
      {"{variables}", Variables(launcher, plan, install)}};
  Command command;
  if (!launcher.library_variables) command.environment = install.environment;
  command.timeout_seconds = plan.timeout_seconds;
  for (const std::string& word : launcher.command) {
    const auto words = several.find(word);
    if (words == several.end()) {
      command.words.push_back(Filled(word, parts));
    } else {
      command.words.insert(command.words.end(), words->second.begin(), words->second.end());
    }
  }
  const Words program = ProgramWords(plan);
  command.words.insert(command.words.end(), program.begin(), program.end());
  return command;
}

Command StartCommand(const LaunchPlan& plan, const MpiInstall& install, int processors) {
  return StartCommand(ChooseLauncher(plan.launcher, install, KnownLaunchers()), plan, install, processors);
}

Command StartHere(const LaunchPlan& plan, const MpiInstall& install) {
  return StartCommand(plan, install, ProcessorsHere());
}

}  // namespace mpigauge

#include "ci/launch/launchers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/manual/documentation.h"
#include "base/toml_parser.h"
#include "base/toml_table.h"
#include "ci/launch/launchers_file.h"

namespace mpigauge {
namespace {

bool HasPart(const std::vector<std::string>& words, std::string_view part) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(part) != std::string::npos; });
}

// Where every rank has a resource of its own, the number of ranks is a part of the binding.
bool CountsRanks(const Launcher& launcher) {
  constexpr std::string_view kRanks = "{ranks}";
  return HasPart(launcher.command, kRanks) || (HasPart(launcher.command, "{binding}") &&
                                               HasPart(launcher.bound, kRanks) && HasPart(launcher.shared, kRanks));
}

// Without these parts, ranks would run without what was asked for, and nobody would be told.
void RequireParts(const Launcher& launcher, const TomlTable& table) {
  const bool reserved = launcher.name == "auto" || launcher.name == "mpirun";
  if (launcher.name.empty() || reserved || launcher.name.find(':') != std::string::npos) {
    throw table.Wrong("name", "name: one without a colon is needed, other than auto and mpirun");
  }
  if (!CountsRanks(launcher)) throw table.Wrong("command", "command: {ranks} is missing");
  if (!HasPart(launcher.command, "{variables}")) throw table.Wrong("command", "command: {variables} is missing");
  if (!HasPart(launcher.variable, "{name}") || !HasPart(launcher.variable, "{value}")) {
    throw table.Wrong("variable", "variable: it must say how a variable is given, such as \"{name}={value}\"");
  }
}

Launcher ReadLauncher(TomlTable table) {
  Launcher launcher;
  launcher.name = table.Text("name", "");
  launcher.mpi = table.Texts("mpi");
  launcher.since = table.Whole("since", 0, 0, 10000);
  launcher.type = table.Text("type", "");
  launcher.command = table.Texts("command");
  launcher.root = table.Texts("root");
  launcher.bound = table.Texts("bound");
  launcher.shared = table.Texts("shared");
  launcher.variable = table.Texts("variable");
  launcher.library_variables = table.Flag("library_variables", false);
  table.CheckKeys();
  RequireParts(launcher, table);
  return launcher;
}

std::filesystem::path FileOfTheSite() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::filesystem::path(text == nullptr ? "" : text);
  };
  std::filesystem::path named = variable("MPIGAUGE_LAUNCHERS");
  if (!named.empty()) return named;
  std::filesystem::path folder = variable("XDG_CONFIG_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".config";
  const std::filesystem::path file = folder / "mpigauge" / "launchers.toml";
  std::error_code unseen;
  return !folder.empty() && std::filesystem::exists(file, unseen) ? file : "";
}

Launcher OwnLauncher(const MpiInstall& install, const std::vector<Launcher>& known) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const Launcher& one) {
    return std::find(one.mpi.begin(), one.mpi.end(), install.KindName()) != one.mpi.end() &&
           std::atoi(install.version.c_str()) >= one.since;
  });
  if (found == known.end()) throw UsageError("no launcher is known for {}; --launcher NAME names one", install.Name());
  return *found;
}

[[noreturn]] void ThrowUnknown(const std::string& wanted, const std::vector<Launcher>& known) {
  std::vector<std::string> names;
  for (const Launcher& one : known) names.push_back(one.name + (HasPart(one.command, "{type}") ? ":TYPE" : ""));
  throw UsageError(
      "--launcher {}: write auto, mpirun (the library's own), or one of: {}; a file that MPIGAUGE_LAUNCHERS names adds "
      "others ({})",
      wanted, fmt::join(names, ", "), NameOfPage("use/launchers"));
}

Launcher Named(const std::string& wanted, const std::vector<Launcher>& known) {
  const auto colon = wanted.find(':');
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Launcher& one) { return one.name == wanted.substr(0, colon); });
  if (found == known.end()) ThrowUnknown(wanted, known);
  Launcher launcher = *found;
  if (!HasPart(launcher.command, "{type}")) {
    if (colon != std::string::npos) throw UsageError("--launcher {}: {} has no types", wanted, launcher.name);
    return launcher;
  }
  if (colon != std::string::npos) launcher.type = wanted.substr(colon + 1);
  if (launcher.type.empty()) {
    throw UsageError("--launcher {}: write {}:TYPE, such as {}:pmix", wanted, launcher.name, launcher.name);
  }
  return launcher;
}

bool IsOwn(const std::string& wanted) { return wanted.empty() || wanted == "auto" || wanted == "mpirun"; }

// Reads a file of launchers. Throws Error (usage) with file and line.
std::vector<Launcher> ParseLaunchers(std::string_view text, const std::string& file) {
  const toml::table parsed = ParseToml(text, file);
  TomlTable whole(parsed, file, "");
  std::vector<Launcher> launchers;
  for (TomlTable& table : whole.Tables("launcher")) launchers.push_back(ReadLauncher(std::move(table)));
  whole.CheckKeys();
  return launchers;
}

}  // namespace

std::vector<Launcher> KnownLaunchers() {
  std::vector<Launcher> known;
  const std::filesystem::path file = FileOfTheSite();
  if (!file.empty()) known = ParseLaunchers(ReadFile(file), file.string());
  const std::vector<Launcher> site = known;
  std::vector<Launcher> built_in = ParseLaunchers(kLaunchersFile, "launchers.toml");
  std::copy_if(built_in.begin(), built_in.end(), std::back_inserter(known), [&](const Launcher& one) {
    return std::none_of(site.begin(), site.end(), [&](const Launcher& other) { return other.name == one.name; });
  });
  return known;
}

Launcher ChooseLauncher(const std::string& wanted, const MpiInstall& install, const std::vector<Launcher>& known) {
  return IsOwn(wanted) ? OwnLauncher(install, known) : Named(wanted, known);
}

void CheckLauncher(const std::string& wanted) {
  if (!IsOwn(wanted)) Named(wanted, KnownLaunchers());
}

Setting LauncherSetting(std::string& launcher) {
  return {.key = "launcher",
          .value = &launcher,
          .group = kMeasureGroup,
          .help = "auto, mpirun, srun:pmix, flux, jsrun, or one of your own (" + NameOfPage("use/launchers") + ")",
          .type = "NAME",
          .check = [](const std::string& text, const std::string& /*what*/) { CheckLauncher(text); }};
}

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
  command.end_seconds = plan.finalize_seconds;
  for (const std::string& word : launcher.command) {
    const auto words = several.find(word);
    if (words == several.end()) {
      command.words.push_back(Filled(word, parts));
    } else {
      command.words.insert(command.words.end(), words->second.begin(), words->second.end());
    }
  }
  const Words program = BenchCommand(plan);
  command.words.insert(command.words.end(), program.begin(), program.end());
  return command;
}

Command StartCommand(const LaunchPlan& plan, const MpiInstall& install, int processors) {
  return StartCommand(ChooseLauncher(plan.launcher, install, KnownLaunchers()), plan, install, processors);
}

Command StartHere(const LaunchPlan& plan, const MpiInstall& install) {
  Command command = StartCommand(plan, install, ProcessorsOfRanks());
  const bool in_allocation = std::getenv("SLURM_JOB_ID") != nullptr;
  if (in_allocation && std::getenv("SLURM_OVERLAP") == nullptr) command.environment["SLURM_OVERLAP"] = "1";
  return command;
}

}  // namespace mpigauge

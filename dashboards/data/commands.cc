#include "dashboards/data/commands.h"

namespace mpigauge {
namespace {

std::string Quoted(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%~";
  if (!word.empty() && word[0] != '~' && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

}  // namespace

std::string CommandLine(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + Quoted(word);
  return line;
}

Json CommandsJson(const std::string& comparison, const std::string& baseline, const std::string& candidate) {
  return {{"comparison", comparison},
          {"impact", comparison},
          {"timeline", comparison},
          {"network", CommandLine({"mpigauge", "network", "compare", baseline, candidate})},
          {"history", "mpigauge history SERIES --json"},
          {"changes", "mpigauge changes --format json"},
          {"observations", CommandLine({"mpigauge", "export", "--records", "records", "--run", candidate})},
          {"environment", comparison},
          {"baseline", CommandLine({"mpigauge", "show", baseline, "--json"})},
          {"candidate", CommandLine({"mpigauge", "show", candidate, "--json"})},
          {"calibration", "mpigauge calibrate --list --format json"}};
}

}  // namespace mpigauge

#include "harness/program/arguments.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/toml_parser.h"
#include "harness/program/presets.h"
#include "harness/program/suites.h"

namespace mpigauge {
namespace {

std::string NameOf(const std::string& argument) { return argument.substr(0, argument.find('=')); }

std::string ReadText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError("--config {}: cannot be read", path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Returns the value as it would be written on the command line.
std::string TextOf(const toml::node& value, const std::string& where) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return std::to_string(number->get());
  if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* truth = value.as_boolean()) return truth->get() ? "true" : "false";
  if (const auto* list = value.as_array()) {
    std::string text;
    for (const toml::node& one : *list) text += (text.empty() ? "" : ",") + TextOf(one, where);
    return text;
  }
  throw UsageError("{}: only text, numbers, true, false and lists of them have a meaning", where);
}

// Whether a filter names what is wanted, and not only what is not. Google Benchmark's variable is a flag, too.
bool NamesSeries(const std::vector<std::string>& arguments) {
  const char* variable = std::getenv("BENCHMARK_FILTER");
  const auto filter = ValueOf(arguments, "--benchmark_filter");
  if (!filter && variable == nullptr) return false;
  return !(filter ? *filter : std::string(variable)).starts_with("-");
}

// The suite that was asked for, or the program's first one where nothing says what is measured. `by_default`: that is
// what was asked for, and a filter chooses of it.
const Suite* SuiteFor(const std::vector<std::string>& arguments, bool by_default) {
  if (const auto name = ValueOf(arguments, "--suite")) return &FindSuite(*name);
  const bool said = !by_default && (ValueOf(arguments, "--series") || NamesSeries(arguments));
  return said || Suites().empty() ? nullptr : &Suites().front();
}

// Returns the arguments whose names are not among those of `over`, then `over`.
std::vector<std::string> Under(const std::vector<std::string>& over, const std::vector<std::string>& arguments) {
  std::set<std::string> names;
  for (const std::string& argument : over) names.insert(NameOf(argument));
  std::vector<std::string> all;
  for (const std::string& argument : arguments) {
    if (!names.contains(NameOf(argument))) all.push_back(argument);
  }
  all.insert(all.end(), over.begin(), over.end());
  return all;
}

}  // namespace

std::optional<std::string> ValueOf(const std::vector<std::string>& arguments, const std::string& name) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(name + "=")) value = arguments[i].substr(name.size() + 1);
    if (arguments[i] == name && i + 1 < arguments.size()) value = arguments[i + 1];
  }
  return value;
}

std::vector<std::string> ArgumentsOf(const std::string& toml, const std::string& name) {
  std::vector<std::string> arguments;
  for (const auto& [key, value] : ParseToml(toml, name)) {
    const std::string option(key.str());
    const std::string where = fmt::format("{}, line {}: {}", name, value.source().begin.line, option);
    if (option == "config") throw UsageError("{}: a configuration does not name another one", where);
    arguments.push_back(fmt::format("--{}={}", option, TextOf(value, where)));
  }
  return arguments;
}

std::vector<std::string> ExpandArguments(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  if (const auto path = ValueOf(given, "--config")) arguments = Under(given, ArgumentsOf(ReadText(*path), *path));
  const bool by_default = std::erase(arguments, "--suite=default") > 0;
  if (const Suite* suite = SuiteFor(arguments, by_default)) {
    if (!ValueOf(arguments, "--suite")) arguments.push_back("--suite=" + suite->name);
    arguments = Under(arguments, ArgumentsOf(std::string(suite->toml), "suite " + suite->name));
  }
  const auto name = ValueOf(arguments, "--preset");
  if (!name) return arguments;
  std::vector<std::string> preset;
  for (const auto& [option, value] : FindPreset(*name).options) preset.push_back("--" + option + "=" + value);
  return Under(arguments, preset);
}

std::string ConfigText(const std::vector<std::pair<std::string, std::string>>& options) {
  toml::table table;
  for (const auto& [name, value] : options) table.insert_or_assign(name, value);
  std::ostringstream text;
  text << table << "\n";
  return text.str();
}

}  // namespace mpigauge

#include "mpigauge/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

namespace mpigauge {
namespace {

constexpr std::size_t kFewestColumns = 40;
constexpr std::size_t kMostColumns = 100;
constexpr std::size_t kWidestHead = 26;  // "--candidate-env NAME=VALUE"

// A text that begins with blanks keeps them, in each of its lines.
std::vector<std::string> Wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream paragraphs(text);
  for (std::string paragraph; std::getline(paragraphs, paragraph);) {
    const std::string indent(std::min(paragraph.find_first_not_of(' '), paragraph.size()), ' ');
    std::string line;
    std::istringstream words(paragraph);
    for (std::string word; words >> word;) {
      if (!line.empty() && line.size() + 1 + word.size() > width) {
        lines.push_back(line);
        line.clear();
      }
      line += (line.empty() ? indent : " ") + word;
    }
    lines.push_back(line);
  }
  return lines;
}

std::string WrappedText(const std::string& text, std::size_t width) {
  std::string wrapped;
  for (const std::string& line : Wrapped(text, width)) wrapped += line + "\n";
  return wrapped;
}

// A footer has examples, which are indented, and paragraphs.
struct HelpFooter {
  std::vector<std::string> examples;
  std::vector<std::string> paragraphs;
};

HelpFooter SplitFooter(const std::string& footer) {
  HelpFooter split;
  bool begins = true;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line == "Example:" || line == "Examples:") {
      begins = true;
    } else if (line.starts_with(' ')) {
      split.examples.push_back(line);
      begins = true;
    } else if (begins) {
      split.paragraphs.push_back(line);
      begins = false;
    } else {
      split.paragraphs.back() += " " + line;
    }
  }
  return split;
}

// A command that is too long goes on in the next line, as a shell reads it; what stands in quotes is not cut.
std::string ShellLines(std::string command, std::size_t width) {
  std::string lines;
  while (command.size() > width) {
    std::size_t cut = 0;
    char quote = 0;
    for (std::size_t at = command.find_first_not_of(' '); at < command.size() && at + 2 <= width; ++at) {
      const char letter = command[at];
      if (quote == 0 && letter == ' ') cut = at;
      if (letter == '\'' || letter == '"') quote = quote == 0 ? letter : quote == letter ? '\0' : quote;
    }
    if (cut == 0) break;
    lines += command.substr(0, cut) + " \\\n";
    command = "      " + command.substr(cut + 1);
  }
  return lines + command + "\n";
}

// "  mpigauge gates 3f2a       what it does": a command and, behind two blanks or more, a remark.
struct HelpExample {
  std::string command;
  std::string remark;
};

HelpExample SplitExample(const std::string& line) {
  const std::size_t gap = line.find("  ", line.find_first_not_of(' '));
  if (gap == std::string::npos) return {line, ""};
  return {line.substr(0, gap), line.substr(line.find_first_not_of(' ', gap))};
}

// The column at which remarks begin: behind the longest command that leaves room for the remarks of all shorter ones.
// Remarks that have no room behind their own command stand below it, and do not count.
std::size_t RemarkColumn(const std::vector<HelpExample>& examples, std::size_t width) {
  std::size_t column = 0;
  for (const HelpExample& longest : examples) {
    const std::size_t at = longest.command.size() + 2;
    const bool fits = std::all_of(examples.begin(), examples.end(), [&](const HelpExample& one) {
      const bool below = one.command.size() + 2 + one.remark.size() > width;
      return below || one.command.size() > longest.command.size() || at + one.remark.size() <= width;
    });
    if (fits && !longest.remark.empty() && at + longest.remark.size() <= width) column = std::max(column, at);
  }
  return column;
}

std::string ExampleText(const HelpExample& example, std::size_t column, std::size_t width) {
  if (example.remark.empty()) return ShellLines(example.command, width);
  const std::size_t at = std::max(column, example.command.size() + 2);
  if (at + example.remark.size() <= width) return fmt::format("{:<{}}{}\n", example.command, at, example.remark);
  return ShellLines(example.command, width) + WrappedText("      " + example.remark, width);
}

std::string ExamplesText(const std::vector<std::string>& lines, std::size_t width) {
  std::vector<HelpExample> examples;
  for (const std::string& line : lines) examples.push_back(SplitExample(line));
  const std::size_t column = RemarkColumn(examples, width);
  std::string text;
  for (const HelpExample& example : examples) text += ExampleText(example, column, width);
  return text;
}

// The type of a value, as "TEXT:{table,json}" or "INT:INT in [1 - 100]" say it, without what is accepted of it.
std::string TypeOf(const std::string& type) {
  std::size_t end = std::min(type.find(":{"), type.find(":POSITIVE"));
  end = std::min(end, type.find(":NONNEGATIVE"));
  const std::size_t range = type.find(" in [");
  if (range != std::string::npos) end = std::min(end, type.rfind(':', range));
  const std::string name = type.substr(0, end);
  if (name == "INT" || name == "UINT") return "N";
  return name == "FLOAT" ? "NUMBER" : name;
}

// "-n, --ranks N", "run TEXT".
std::string HeadOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  if (names.empty()) names.push_back(option.get_name(true));
  const std::string type = option.get_type_size() == 0 ? "" : TypeOf(option.get_type_name());
  return fmt::format("{}{}{}", fmt::join(names, ", "), type.empty() ? "" : " ", type);
}

// "The format of the answer: table, json (default table)".
std::string MeaningOf(const CLI::Option& option) {
  std::string meaning = option.get_description();
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find(":{");
  if (begin != std::string::npos) {
    const std::string choices = type.substr(begin + 2, type.find('}', begin) - begin - 2);
    meaning += ": " + CLI::detail::find_and_replace(choices, ",", ", ");
  }
  std::vector<std::string> more;
  if (option.get_required()) more.emplace_back("required");
  if (option.get_type_size() != 0 && !option.get_default_str().empty()) {
    more.push_back("default " + option.get_default_str());
  }
  if (!option.get_envname().empty()) more.push_back("or $" + option.get_envname());
  return more.empty() ? meaning : fmt::format("{} ({})", meaning, fmt::join(more, ", "));
}

// Options, arguments or commands below one heading, each with what it means.
struct HelpGroup {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;
};

bool IsListed(const CLI::Option& option, const CLI::App& command) {
  if (option.get_group().empty()) return false;
  return command.get_parent() == nullptr || &option != command.get_help_ptr();  // every command has --help
}

std::vector<HelpGroup> GroupsOf(const CLI::App& command) {
  std::vector<HelpGroup> groups;
  const auto add = [&groups](const std::string& title, std::string head, std::string meaning) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const HelpGroup& one) { return one.title == title; });
    if (group == groups.end()) {
      groups.push_back({title, {}});
      group = std::prev(groups.end());
    }
    group->rows.emplace_back(std::move(head), std::move(meaning));
  };
  for (const CLI::App* one : command.get_subcommands([](const CLI::App* all) { return !all->get_group().empty(); })) {
    add(one->get_group() == "Subcommands" ? "Commands" : one->get_group(), one->get_name(), one->get_description());
  }
  const auto options = command.get_options([&](const CLI::Option* one) { return IsListed(*one, command); });
  for (const CLI::Option* one : options) {
    if (!one->nonpositional()) add("Arguments", HeadOf(*one), MeaningOf(*one));
  }
  for (const CLI::Option* one : options) {
    if (one->nonpositional()) add(one->get_group(), HeadOf(*one), MeaningOf(*one));
  }
  return groups;
}

std::string GroupText(const HelpGroup& group, std::size_t head_width, std::size_t width) {
  const std::size_t left = head_width + 4;
  std::string text = fmt::format("\n{}:\n", group.title);
  for (const auto& [head, meaning] : group.rows) {
    std::string begin = "  " + head;
    if (head.size() > head_width) {
      text += begin + "\n";
      begin.clear();
    }
    for (const std::string& line : Wrapped(meaning, width - left)) {
      text += fmt::format("{:<{}}{}\n", begin, left, line);
      begin.clear();
    }
    if (meaning.empty() && !begin.empty()) text += begin + "\n";
  }
  return text;
}

std::string PathOf(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : PathOf(*parent) + " " + command.get_name();
}

}  // namespace

std::string HelpText(const CLI::App& command, std::size_t columns) {
  const std::size_t width = std::clamp(columns, kFewestColumns, kMostColumns);
  CLI::Formatter formatter;
  formatter.label("SUBCOMMAND", "COMMAND");
  std::string text = WrappedText(command.get_description(), width) + "\n" +
                     WrappedText(formatter.make_usage(&command, PathOf(command)), width);
  const HelpFooter footer = SplitFooter(command.get_footer());
  if (!footer.examples.empty()) text += "\nExamples:\n" + ExamplesText(footer.examples, width);
  const std::vector<HelpGroup> groups = GroupsOf(command);
  std::size_t head_width = 0;
  for (const HelpGroup& group : groups) {
    for (const auto& row : group.rows) head_width = std::max(head_width, std::min(row.first.size(), kWidestHead));
  }
  for (const HelpGroup& group : groups) text += GroupText(group, head_width, width);
  for (const std::string& paragraph : footer.paragraphs) text += "\n" + WrappedText(paragraph, width);
  return text;
}

}  // namespace mpigauge

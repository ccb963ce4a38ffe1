#include "base/manual/man_page.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/version.h"

namespace mpigauge {
namespace {

// Text as it is: troff takes some characters for typographic ones, and a line that begins with '.' or '\'' for a
// request.
std::string Escaped(const std::string& text) {
  std::string escaped;
  bool line_begins = true;
  for (const char letter : text) {
    if (line_begins && (letter == '.' || letter == '\'')) escaped += "\\&";
    switch (letter) {
      case '\\': escaped += "\\e"; break;
      case '-': escaped += "\\-"; break;
      case '\'': escaped += "\\(aq"; break;
      case '`': escaped += "\\(ga"; break;
      case '^': escaped += "\\(ha"; break;
      case '~': escaped += "\\(ti"; break;
      default: escaped += letter;
    }
    line_begins = letter == '\n';
  }
  return escaped;
}

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return text;
}

// A paragraph with a tag: what an option or a command is called, and what it does.
std::string Tagged(const std::string& bold, const std::string& plain, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", Escaped(bold), Escaped(plain), Escaped(text));
}

std::string Options(const CLI::App& app, const std::string& group) {
  const CLI::Formatter formatter;
  const auto options =
      app.get_options([&](const CLI::Option* one) { return one->nonpositional() && one->get_group() == group; });
  std::string text;
  for (const CLI::Option* one : options) {
    text += Tagged(CLI::detail::find_and_replace(one->get_name(false, true), ",", ", "),
                   formatter.make_option_opts(one), one->get_description());
  }
  return text;
}

// "Options" becomes OPTIONS; hidden ones have no group.
std::string AllOptions(const CLI::App& app) {
  std::string text;
  for (const std::string& group : app.get_groups()) {
    const std::string options = group.empty() ? "" : Options(app, group);
    if (!options.empty()) text += ".SH " + Upper(group) + "\n" + options;
  }
  return text;
}

std::string Arguments(const CLI::App& app) {
  const CLI::Formatter formatter;
  std::string text;
  for (const CLI::Option* one : app.get_options([](const CLI::Option* all) { return all->get_positional(); })) {
    if (!one->get_group().empty()) {
      text += Tagged(one->get_name(true, false), formatter.make_option_opts(one), one->get_description());
    }
  }
  return text.empty() ? "" : ".SH ARGUMENTS\n" + text;
}

std::string Commands(const CLI::App& app, const std::string& name) {
  std::string text;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App* all) { return !all->get_group().empty(); })) {
    text += Tagged(ManPageName(name + " " + one->get_name()), "(1)", one->get_description());
  }
  return text.empty() ? "" : ".SH COMMANDS\n" + text;
}

// The text below a command's help: examples, which are indented, and paragraphs.
std::string Footer(const std::string& footer) {
  std::string text;
  bool in_examples = false;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.starts_with(' ');
    if (in_examples && !indented) text += ".fi\n";
    if (line == "Example:" || line == "Examples:") {
      text += ".SH EXAMPLES\n";
    } else if (line.empty()) {
      text += ".PP\n";
    } else {
      if (indented && !in_examples) text += ".nf\n";
      if (!indented && (in_examples || text.empty())) text += ".SH NOTES\n";
      text += Escaped(line) + "\n";
    }
    in_examples = indented;
  }
  return text + (in_examples ? ".fi\n" : "");
}

// The usage as --help has it, without "Usage: NAME".
std::string Synopsis(const CLI::App& app) {
  std::string usage = CLI::Formatter().make_usage(&app, "");
  usage.erase(0, usage.find(':') + 1);
  usage.erase(std::remove(usage.begin(), usage.end(), '\n'), usage.end());
  return usage;
}

std::string SeeAlso(const std::string& name) {
  const auto space = name.rfind(' ');
  return space == std::string::npos ? ""
                                    : ".SH SEE ALSO\n.BR " + Escaped(ManPageName(name.substr(0, space))) + " (1)\n";
}

}  // namespace

std::string ManPageName(const std::string& name) { return CLI::detail::find_and_replace(name, " ", "-"); }

std::string ManPage(const CLI::App& app, const std::string& name) {
  const std::string page = ManPageName(name);
  const std::string description = app.get_description();
  return fmt::format(".TH {} 1 \"\" \"mpigauge {}\" \"User Commands\"\n", Upper(page), Version()) +
         fmt::format(".SH NAME\n{} \\- {}\n", page, Escaped(description)) +
         fmt::format(".SH SYNOPSIS\n\\fB{}\\fR{}\n", Escaped(name), Escaped(Synopsis(app))) +
         fmt::format(".SH DESCRIPTION\n{}\n", Escaped(description)) + Arguments(app) + AllOptions(app) +
         Commands(app, name) + Footer(app.get_footer()) + SeeAlso(name);
}

}  // namespace mpigauge

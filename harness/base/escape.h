#pragma once

#include <string>
#include <string_view>

namespace mpigauge {

// Names come from outside: of series, runs, baselines, applications. One function for each place where they are shown.

// For a terminal: control characters (C0, DEL and C1) as \n, \t and \x1b, so that a name is one line and commands
// nothing.
std::string TerminalEscaped(std::string_view text);

// For running text of Markdown, on one line: no markup, no links and no mentions of people.
std::string MarkdownEscaped(std::string_view text);
// For Markdown, as code: `text`.
std::string MarkdownCode(std::string_view text);

// For a workflow command of GitHub Actions: what it takes for the end of a message.
std::string GitHubEscaped(std::string_view text);

// For XML 1.0, which has no place for some characters, not even escaped: a question mark in theirs. The markup itself
// is escaped by whoever writes the document. Metrics on standard output are as poor.
std::string XmlAllowed(std::string_view text);

}  // namespace mpigauge

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// Names come from outside: of series, runs, baselines, applications. One function for each place where they are shown.

// Escapes a text for a terminal: control characters (C0, DEL and C1) as \n, \t and \x1b, so that a name is one line and
// commands nothing.
std::string TerminalEscaped(std::string_view text);

// Escapes the text of an error or a problem for standard error: the same, but for line ends that two blanks follow.
// Errors begin their own further lines so ("\n  mpigauge import FILE"), and nothing that a name holds begins a line in
// front. Line ends at the end are left out.
std::string ErrorEscaped(std::string_view text);
// Returns the message of another program as further lines of an error: each line that is not empty begins with a line
// end and two blanks.
std::string FurtherLines(std::string_view text);

// Escapes a running text of Markdown, on one line: no markup, no links and no mentions of people.
std::string MarkdownEscaped(std::string_view text);
// Writes a text as code of Markdown: `text`.
std::string MarkdownCode(std::string_view text);

// Escapes a text for a workflow command of GitHub Actions: what it takes for the end of a message.
std::string GitHubEscaped(std::string_view text);

// Replaces characters that XML 1.0 does not allow, not even escaped: a question mark in theirs. The markup itself is
// escaped by whoever writes the document. Metrics on standard output are as poor.
std::string XmlAllowed(std::string_view text);

// The words as one line for a POSIX shell, as a person would type it.
std::string ShellText(const std::vector<std::string>& words);

}  // namespace mpigauge

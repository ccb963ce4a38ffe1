#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace mpigauge {

// Writes on to another stream what people look at, a line at a time or when it is flushed. Names of a store that
// somebody else filled may hold commands for terminals: control characters are written as \x1b (those behind ASCII as
// \u009b, which JSON reads as what it was), but for line ends and tabs. On a terminal the colours of tables pass, and
// what clears the line of a progress display. A line that a runner of workflows would take for a command (::add-mask::)
// is shown as \x3a:add-mask::, unless it is an annotation of ours, and ##[command] as \x23#[command].
class ShownOutput : public std::streambuf {
 public:
  ShownOutput(std::ostream& to, bool terminal) : to_(to), terminal_(terminal) {}
  ShownOutput(const ShownOutput&) = delete;
  ShownOutput& operator=(const ShownOutput&) = delete;
  ~ShownOutput() override { sync(); }

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool WriteLines(std::size_t count);
  std::string Shown(std::string_view text);

  std::ostream& to_;
  bool terminal_;
  std::string pending_;
  bool begins_line_ = true;  // since its beginning nothing but blanks, of which there are some behind ASCII, too
};

}  // namespace mpigauge

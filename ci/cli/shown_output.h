#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace mpigauge {

// Writes on to another stream what people look at, a line at a time or when it is flushed. Names of a store that
// somebody else filled may hold commands for terminals: control characters are written as \x1b, but for line ends,
// tabs, colours, and what clears the line of a progress display.
class ShownOutput : public std::streambuf {
 public:
  explicit ShownOutput(std::ostream& to) : to_(to) {}
  ShownOutput(const ShownOutput&) = delete;
  ShownOutput& operator=(const ShownOutput&) = delete;
  ~ShownOutput() override { sync(); }

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool WriteLines(std::size_t count);

  std::ostream& to_;
  std::string pending_;
};

}  // namespace mpigauge

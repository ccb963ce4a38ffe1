#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace mpigauge {

// The exit codes of our programs. They are part of the interface, because pipelines depend on them.
enum class ExitCode : int {
  kPass = 0,
  kFail = 1,
  kInconclusive = 2,
  kNotMeasured = 3,    // the measurement could not be made
  kUsage = 4,          // wrong usage or wrong input
  kNotComparable = 5,  // baseline and candidate were measured in different environments
};

// An error that ends the command. The text says what is wrong, names the file, line or option, and says
// what to do next.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& text) : std::runtime_error(text), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// The two kinds of error that every command has: its input is wrong, or the world did not play along. A third one, of
// sides that are not comparable, is where sides are compared.
template <typename... Args>
Error UsageError(fmt::format_string<Args...> text, Args&&... args) {
  return Error(ExitCode::kUsage, fmt::format(text, std::forward<Args>(args)...));
}

template <typename... Args>
Error NotMeasured(fmt::format_string<Args...> text, Args&&... args) {
  return Error(ExitCode::kNotMeasured, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace mpigauge

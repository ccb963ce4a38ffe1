#include "mpigauge/output_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "baselines/format/format.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

std::pair<std::string, std::string> SplitOutput(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size()) {
    throw UsageError("--output '{}': write FORMAT:FILE, such as junit:mpigauge.xml", text);
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace

void OutputOptions::AddTo(CLI::App& command) {
  const InGroup group(command, kOutputGroup);
  command.add_option("--format", format, fmt::format("The format of the output: {}", fmt::join(FormatNames(), ", ")))
      ->type_name("FORMAT")
      ->capture_default_str();
  command.add_option("--output", files, "Also write a file, such as junit:mpigauge.xml; FORMAT:- prints it")
      ->type_name("FORMAT:FILE")
      ->allow_extra_args(false);
  command.add_flag("--all", all, "Also print passed series and controls");
}

void OutputOptions::Check() const {
  FindFormat(format);
  for (const std::string& text : files) {
    const auto [name, file] = SplitOutput(text);
    FindFormat(name);
    if (file == "-") continue;
    const auto folder = std::filesystem::absolute(file).parent_path();
    if (!std::filesystem::is_directory(folder)) throw UsageError("--output {}: no folder {}", text, folder.string());
  }
}

void OutputOptions::Print(const Comparison& comparison, const Streams& streams) const {
  for (const std::string& text : files) {
    const auto [name, file] = SplitOutput(text);
    const std::string written = FindFormat(name)(comparison, {false, all});
    if (file == "-") {
      streams.out << written;
    } else {
      WriteFileAtomically(file, written);
    }
  }
  streams.out << FindFormat(format)(comparison, {streams.out_colors, all});
}

ExitCode ExitCodeOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return ExitCode::kPass;
    case Verdict::kFail: return ExitCode::kFail;
    case Verdict::kInconclusive: break;
  }
  return ExitCode::kInconclusive;
}

}  // namespace mpigauge

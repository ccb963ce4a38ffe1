#include "mpigauge/output_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/manual/number_check.h"
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

CLI::Validator ChanceCheck() { return NumberFrom(1e-6, 0.5); }

void CompareOptions::AddLimitsTo(CLI::App& command) {
  const InGroup group(command, kVerdictGroup);
  command
      .add_option("--tolerance", tolerance,
                  "The accepted slowdown: 5% (the default), or PATTERN=3% for series whose name matches")
      ->type_name("SHARE")
      ->allow_extra_args(false);
  command.add_option("--alpha", alpha, "The accepted chance of any false fail")
      ->check(ChanceCheck())
      ->capture_default_str();
}

void CompareOptions::AddTo(CLI::App& command) {
  AddLimitsTo(command);
  const InGroup group(command, kVerdictGroup);
  command.add_option("--allow-different", allow_different, "Compare although this field differs")
      ->type_name("FIELD")
      ->allow_extra_args(false);
  command.add_option("--waivers", waivers, "A TOML file of slowdowns that are accepted")->type_name("FILE");
}

CompareSettings CompareOptions::ToSettings() const {
  CompareSettings settings;
  settings.tolerance = Tolerance::Parse(tolerance);
  settings.alpha = alpha;
  settings.allowed_fields = {allow_different.begin(), allow_different.end()};
  return settings;
}

void CompareOptions::CheckTolerances(const std::set<std::string>& series) const {
  Tolerance::Parse(tolerance).RequireMatches(series);
}

Waivers CompareOptions::ReadWaivers() const { return waivers.empty() ? Waivers() : mpigauge::ReadWaivers(waivers); }

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
    case Verdict::kPass:
      return ExitCode::kPass;
    case Verdict::kFail:
      return ExitCode::kFail;
    case Verdict::kInconclusive:
      break;
  }
  return ExitCode::kInconclusive;
}

}  // namespace mpigauge

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "ci/doctor/bench_supply.h"
#include "ci/doctor/init_config.h"
#include "ci/process/process.h"
#include "mpigauge/commands.h"

namespace mpigauge {
namespace {

struct InitOptions {
  std::string output = "mpigauge.toml";
  bool waivers = false;
  bool force = false;
};

void RequireWritable(const std::filesystem::path& file, bool force) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw UsageError("--output {}: no folder {}", file.string(), folder.string());
  if (!force && std::filesystem::exists(file)) {
    throw UsageError("{} already exists; --force overwrites it", file.string());
  }
}

ExitCode Execute(const InitOptions& options, CommandContext& context) {
  const std::filesystem::path config = options.output;
  const std::filesystem::path waivers = config.parent_path() / "waivers.toml";
  RequireWritable(config, options.force);
  if (options.waivers) RequireWritable(waivers, options.force);
  // How busy the machine is just now is nothing that a configuration keeps.
  const Machine machine = LookAtMachine(HostFiles(), 2, 0);
  const BenchSupply supply = FindBenchSupply(machine, std::filesystem::read_symlink("/proc/self/exe"));
  const std::string text = InitialConfig(machine, supply, options.waivers);
  WriteFileAtomically(config, text);
  if (options.waivers) WriteFileAtomically(waivers, InitialWaivers());
  const std::string file = ShellText({config.string()});
  context.streams.out << fmt::format(
      "wrote {}{}{}\nnext:\n"
      "  mpigauge ci --config {}           # judge the libraries that are there; the first one becomes the baseline\n"
      "  mpigauge ci status --config {}    # what was done, and with which result\n"
      "  mpigauge watch --config {}        # do so whenever there is something new\n",
      file, options.waivers ? " and " + waivers.string() : "",
      text.find("\n# EDIT:") != std::string::npos ? "; look for EDIT in it first" : "", file, file, file);
  return ExitCode::kPass;
}

}  // namespace

void AddInitCommand(CLI::App& ci, CommandContext& context) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* command = ci.add_subcommand("init", "Look at this machine and write a commented configuration for it");
  command->footer(R"(Examples:
  mpigauge ci init
  mpigauge ci init --output pipelines/mpigauge.toml --waivers)");
  command->add_option("--output", options->output, "The file to write")->type_name("FILE")->capture_default_str();
  command->add_flag("--waivers", options->waivers, "Also write an empty waivers.toml beside it");
  command->add_flag("--force", options->force, "Overwrite existing files");
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

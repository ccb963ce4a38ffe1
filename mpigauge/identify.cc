#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "ci/library/identity.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

ExitCode Execute(const LibraryOptions& options, bool json, CommandContext& context) {
  const LibraryIdentity identity = Identify(options.ToLibrary(""));
  std::ostream& out = context.streams.out;
  if (json) {
    out << JsonText(ToJson(identity));
    return ExitCode::kPass;
  }
  out << fmt::format("{}\n{}\nof {} files:\n", identity.hash, identity.version, identity.files.size());
  for (const std::string& file : identity.files) out << "  " << file << "\n";
  return ExitCode::kPass;
}

// The part that runs by the library's own launcher.
void AddLoadedCommand(CLI::App& app, CommandContext& context) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("loaded", "Print what an MPI library loads; mpigauge identify starts it");
  command->group("");  // not in the help
  command->add_option("names", *names, "Libraries to look for")->required();
  OnChoice(*command, context, [names, &context] {
    context.streams.out << ToJson(LoadMpi(*names)).dump() << "\n" << std::flush;
    return ExitCode::kPass;
  });
}

}  // namespace

void AddIdentifyCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<LibraryOptions>();
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("identify", "Print the hash and the files of what a library loads");
  command->footer(R"(Examples:
  mpigauge identify                               the machine's MPI
  mpigauge identify --mpi /opt/openmpi-5.0.7
  mpigauge identify --mpi /opt/openmpi-5.0.7 --env OMPI_MCA_btl=tcp,self

Two libraries with the same hash run the same code with the same settings, wherever they lie.)");
  options->AddTo(*command, "");
  command->remove_option(command->get_option("--bench"));
  command->remove_option(command->get_option("--label"));
  AddFormatOption(*command, *json);
  OnChoice(*command, context, [options, json, &context] { return Execute(*options, *json, context); });
  AddLoadedCommand(app, context);
}

}  // namespace mpigauge

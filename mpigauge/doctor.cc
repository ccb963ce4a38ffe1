#include <CLI/App.hpp>
#include <memory>

#include "base/json.h"
#include "ci/doctor/checks.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

// Long enough that a process which takes a tenth of a processor is seen.
constexpr double kWatchSeconds = 0.5;

struct DoctorOptions {
  int ranks = 2;
  bool json = false;
};

Json MachineJson(const Machine& machine) {
  Json mpis = Json::array();
  for (const FoundMpi& mpi : machine.mpis) {
    mpis.push_back({{"mpi", mpi.wanted}, {"library", mpi.install.Name()}, {"launcher", mpi.install.launcher}});
  }
  Json partitions = Json::array();
  for (const SlurmNodes& one : machine.slurm.nodes) {
    partitions.push_back({{"partition", one.partition},
                          {"default", one.is_default},
                          {"up", one.up},
                          {"nodes", one.nodes},
                          {"processors", one.processors},
                          {"features", one.features},
                          {"time_limit", one.time_limit}});
  }
  return {{"ranks", machine.ranks},
          {"processors", machine.allowed},
          {"mpis", mpis},
          {"modules", machine.modules},
          {"slurm",
           {{"installed", machine.slurm.installed},
            {"answers", machine.slurm.answers},
            {"partitions", partitions},
            {"mpi_types", machine.slurm.mpi_types}}}};
}

ExitCode Execute(const DoctorOptions& options, CommandContext& context) {
  const Machine machine = LookAtMachine(HostFiles(), options.ranks, kWatchSeconds);
  const std::vector<Diagnosis> all = Diagnose(machine);
  if (options.json) {
    Json json = MachineJson(machine);
    json["state"] = HealthName(Worst(all));
    json["checks"] = DiagnosesJson(all);
    context.streams.out << JsonText(json);
  } else {
    context.streams.out << DiagnosesText(all, context.streams.out_colors);
  }
  return Worst(all) == Health::kProblem ? ExitCode::kNotMeasured : ExitCode::kPass;
}

}  // namespace

void AddDoctorCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand("doctor", "Check this machine: what would make measurements quieter?");
  command->footer(R"(Examples:
  mpigauge doctor
  mpigauge doctor --ranks 8 --format json
  srun --exclusive mpigauge doctor                checks a compute node

The doctor starts no MPI program. Exit codes: 0, or 3 if a measurement here would mean nothing.)");
  command->add_option("-n,--ranks", options->ranks, "The number of ranks that will be started on this host")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge

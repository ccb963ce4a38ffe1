#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ci/doctor/checks.h"

namespace mpigauge {

Diagnosis CheckMpi(const Machine& machine) {
  Diagnosis one{"MPI", Health::kOk, "", "mpigauge measures an MPI library", ""};
  std::vector<std::string> words;
  for (const FoundMpi& mpi : machine.mpis) words.push_back(fmt::format("{} ({})", mpi.install.Name(), mpi.wanted));
  if (!machine.modules.empty()) words.push_back(fmt::format("modules {}", fmt::join(machine.modules, " ")));
  one.found = words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
  if (!machine.mpis.empty()) return one;
  one.health = machine.modules.empty() ? Health::kProblem : Health::kAdvice;
  one.why = "no launcher of Open MPI or MPICH was found in PATH, /opt, /usr/local, /usr/lib/mpi or /usr/lib64";
  one.change = machine.modules.empty() ? "apt-get install openmpi-bin, or give the prefix of yours with --mpi"
                                       : "module load " + machine.modules.back();
  return one;
}

namespace {

std::string NodesText(const SlurmNodes& one) {
  std::string text = fmt::format("{}{}: {} of {}", one.partition, one.is_default ? " (default)" : "",
                                 Counted(static_cast<std::size_t>(one.nodes), "node"),
                                 Counted(static_cast<std::size_t>(one.processors), "processor"));
  if (one.features != "(null)") text += ", " + one.features;
  return one.up ? text : text + ", down";
}

}  // namespace

Diagnosis CheckSlurm(const Machine& machine) {
  const SlurmFacts& slurm = machine.slurm;
  Diagnosis one{"Slurm", Health::kOk, "none",
                "on a cluster, measure in jobs (mpigauge gate --slurm), on nodes without other users", ""};
  if (!slurm.installed) return one;
  if (!slurm.answers) {
    one.health = Health::kAdvice;
    one.found = "does not answer: " + slurm.words;
    one.why = "no job can be submitted from here; launches on this host need no Slurm";
    one.change = "scontrol ping";
    return one;
  }
  std::vector<std::string> words;
  for (const SlurmNodes& nodes : slurm.nodes) words.push_back(NodesText(nodes));
  one.found = fmt::format("{}; srun --mpi: {}", fmt::join(words, "; "),
                          slurm.mpi_types.empty() ? "none" : fmt::format("{}", fmt::join(slurm.mpi_types, " ")));
  if (slurm.in_job) return one;
  one.health = Health::kAdvice;
  one.why = "the checks above describe this host, but the ranks of jobs run on the nodes";
  one.change = "srun --exclusive mpigauge doctor";
  return one;
}

}  // namespace mpigauge

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
  one.why =
      "no launcher was found in PATH, /opt, /usr/local, /usr/lib/mpi or /usr/lib64 that says it is Open MPI's or "
      "MPICH's";
  one.change = machine.modules.empty() ? "apt-get install openmpi-bin, or give the prefix of yours with --mpi"
                                       : "module load " + machine.modules.back();
  return one;
}

}  // namespace mpigauge

#include "ci/doctor/machine.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "ci/launch/plan.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

std::string BenchHere() {
  try {
    return FindBench("");
  } catch (const Error&) {
    return "";
  }
}

std::set<int> AllowedProcessors(const HostFiles& files) {
  return ParseProcessorList(files.Value("proc/self/status", "Cpus_allowed_list").value_or(""));
}

}  // namespace

Machine LookAtMachine(const HostFiles& files, int ranks, double watch_seconds) {
  Machine machine;
  machine.files = files;
  machine.before = SampleCpu(files);
  std::this_thread::sleep_for(std::chrono::duration<double>(watch_seconds));
  machine.after = SampleCpu(files);
  machine.allowed = AllowedProcessors(files);
  machine.ranks = ranks;
  machine.mpis = FindMpis(files);
  machine.temp_folder = (files.root() / "tmp").string();
  if (files.root() != "/") return machine;
  machine.temp_folder = std::filesystem::temp_directory_path();
  machine.bench = BenchHere();
  const char* module_path = std::getenv("MODULEPATH");
  if (module_path != nullptr) machine.modules = MpiModules(module_path);
  machine.slurm = AskSlurm();
  return machine;
}

}  // namespace mpigauge

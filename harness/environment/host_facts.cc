#include "harness/environment/host_facts.h"

#include <fmt/format.h>
#include <hwloc.h>
#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>

namespace mpigauge {
namespace {

hwloc_topology_t Handle(void* topology) { return static_cast<hwloc_topology_t>(topology); }

std::string Plural(int count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string FirstLine(const std::filesystem::path& path) {
  std::string line;
  std::ifstream in(path);
  std::getline(in, line);
  return line;
}

}  // namespace

std::string ValueAfter(const std::filesystem::path& path, const std::string& key) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::string value = line.substr(key.size());
    std::erase(value, '"');
    value.erase(0, std::min(value.find_first_not_of(" \t:="), value.size()));
    return value;
  }
  return "";
}

Topology::Topology() {
  hwloc_topology_t topology = nullptr;
  hwloc_topology_init(&topology);
  hwloc_topology_load(topology);
  topology_ = topology;
  const auto count = [&](hwloc_obj_type_t type) { return std::max(hwloc_get_nbobjs_by_type(topology, type), 0); };
  threads = count(HWLOC_OBJ_PU);
  shape = fmt::format("{}, {}, {}, {}", Plural(count(HWLOC_OBJ_PACKAGE), "package"),
                      Plural(count(HWLOC_OBJ_NUMANODE), "NUMA node"), Plural(count(HWLOC_OBJ_CORE), "core"),
                      Plural(threads, "thread"));
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  const char* model = package != nullptr ? hwloc_obj_get_info_by_name(package, "CPUModel") : nullptr;
  cpu_model = model != nullptr ? model : "unknown";
}

Topology::~Topology() { hwloc_topology_destroy(Handle(topology_)); }

std::string Topology::Shared(int processing_unit, int other) const {
  const hwloc_obj_t one = hwloc_get_pu_obj_by_os_index(Handle(topology_), static_cast<unsigned>(processing_unit));
  const hwloc_obj_t two = hwloc_get_pu_obj_by_os_index(Handle(topology_), static_cast<unsigned>(other));
  if (one == nullptr || two == nullptr) return "unknown";
  if (one == two) return "one processing unit";
  const hwloc_obj_t shared = hwloc_get_common_ancestor_obj(Handle(topology_), one, two);
  char type[64];
  hwloc_obj_type_snprintf(type, sizeof type, shared, 0);
  return type;
}

std::string Topology::LastLevelCache(const std::vector<int>& processing_units) const {
  std::string common;
  for (const int unit : processing_units) {
    hwloc_obj_t last = nullptr;
    hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(Handle(topology_), static_cast<unsigned>(unit));
    for (; object != nullptr; object = object->parent) {
      if (hwloc_obj_type_is_dcache(object->type) != 0) last = object;
    }
    if (last == nullptr) return "";
    char type[64];
    hwloc_obj_type_snprintf(type, sizeof type, last, 0);
    const std::string cache = fmt::format("{} {}", type, last->logical_index);
    if (!common.empty() && cache != common) return "";
    common = cache;
  }
  return common;
}

std::vector<int> AllowedProcessingUnits() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> allowed;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return allowed;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) allowed.push_back(i);
  }
  return allowed;
}

std::map<std::string, std::string> HostContext() {
  const std::filesystem::path cpu = "/sys/devices/system/cpu";
  utsname name;
  uname(&name);
  std::map<std::string, std::string> context = {
      {"kernel", name.release},
      {"operating_system", ValueAfter("/etc/os-release", "PRETTY_NAME")},
      {"frequency_governor", FirstLine(cpu / "cpu0/cpufreq/scaling_governor")},
      {"frequency_driver", FirstLine(cpu / "cpu0/cpufreq/scaling_driver")},
      {"turbo_off", FirstLine(cpu / "intel_pstate/no_turbo")},
      {"smt", FirstLine(cpu / "smt/control")},
      {"clock_source", FirstLine("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"memory", ValueAfter("/proc/meminfo", "MemTotal")},
      {"huge_pages", FirstLine("/sys/kernel/mm/transparent_hugepage/enabled")},
      {"cpu_quota", FirstLine("/sys/fs/cgroup/cpu.max")},
      {"load_average", FirstLine("/proc/loadavg")},
      {"microcode", ValueAfter("/proc/cpuinfo", "microcode")},
  };
  std::erase_if(context, [](const auto& entry) { return entry.second.empty(); });
  return context;
}

}  // namespace mpigauge

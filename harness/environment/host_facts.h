#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mpigauge {

// The properties of this machine's processor by hwloc: they must be equal for two hosts to be of one class.
struct Topology {
  std::string cpu_model;
  std::string shape;  // "1 package, 1 NUMA node, 2 cores, 2 threads"
  int threads = 0;

  // The smallest thing that two processing units share: "L3", "Package", "Machine".
  std::string Shared(int processing_unit, int other) const;

  // The last-level cache that all of these have in common, by its number on this machine: "L3 0"; empty where they have
  // several, or none is known.
  std::string LastLevelCache(const std::vector<int>& processing_units) const;

  Topology();
  ~Topology();
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

 private:
  void* topology_ = nullptr;  // hwloc_topology_t
};

// The processing units that this process may run on, in order.
std::vector<int> AllowedProcessingUnits();

// Returns the text behind `key` on the first line of a file that begins with it, without quotes: "Debian GNU/Linux 12"
// of PRETTY_NAME="Debian GNU/Linux 12", "4041520 kB" of "MemTotal:  4041520 kB". Empty where there is no such line or
// file.
std::string ValueAfter(const std::filesystem::path& path, const std::string& key);

// Kernel, frequency governor, clock source, memory, load, container limits, ...: what is recorded and not
// compared. Facts that a machine does not tell are left out.
std::map<std::string, std::string> HostContext();

}  // namespace mpigauge

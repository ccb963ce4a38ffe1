#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mpigauge {

// The files of a host in /sys and /proc, in which the kernel describes it. Another root than "/" is a made host, for
// tests. What cannot be read is not there: no machine has every file, and a container may hide some.
class HostFiles {
 public:
  explicit HostFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }

  // `path` is relative to the root: "proc/cmdline".
  bool Exists(const std::string& path) const;
  std::optional<std::string> FirstLine(const std::string& path) const;  // without blanks at its ends
  std::vector<std::string> Lines(const std::string& path) const;        // none where it cannot be read

  // Returns the text behind `key` and a colon or equals sign, as in /proc/meminfo and /proc/cpuinfo; of several such
  // lines the first one counts.
  std::optional<std::string> Value(const std::string& path, const std::string& key) const;

  // Names in a folder that match a pattern as in a shell, sorted.
  std::vector<std::string> Names(const std::string& folder, const std::string& pattern) const;

 private:
  std::filesystem::path root_;
};

// "0-3,8" as 0, 1, 2, 3, 8: the kernel's lists of processors. Words that are none are left out.
std::set<int> ParseProcessorList(const std::string& text);

// The kernel's counts of processor time since boot, in its ticks.
struct CpuSample {
  struct Process {
    std::string name;
    double ticks = 0;
  };
  int processors = 0;
  double total = 0;  // of all processors, idle or not
  double steal = 0;  // what the hypervisor gave to others
  std::map<int, Process> processes;
};

CpuSample SampleCpu(const HostFiles& files);

struct BusyProcess {
  int id = 0;
  std::string name;
  double share = 0;  // of one processor
};

// Processes that took at least a tenth of a processor between two samples, busiest first; not `own_id`.
std::vector<BusyProcess> BusyProcesses(const CpuSample& before, const CpuSample& after, int own_id);

// The share of processor time that was stolen between the samples; NaN where no time passed.
double StolenShare(const CpuSample& before, const CpuSample& after);

}  // namespace mpigauge

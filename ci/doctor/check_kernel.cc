#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// What changes how quiet a processor is. Other words of the command line are nobody's business.
const std::vector<std::string> kWords = {
    "isolcpus=",   "nohz_full=", "rcu_nocbs=", "idle=", "processor.max_cstate=", "intel_idle.max_cstate=",
    "mitigations="};

// "managed_irq,domain,2-7": flags, then the list.
std::set<int> Isolated(const std::string& word) { return ParseProcessorList(word.substr(word.find('=') + 1)); }

}  // namespace

Diagnosis CheckKernelCommandLine(const Machine& machine) {
  Diagnosis one{"kernel parameters", Health::kOk, "no processor is isolated",
                "on a processor that is isolated (isolcpus, nohz_full) neither other processes nor the timer interrupt "
                "stop a rank",
                ""};
  std::istringstream line(machine.files.FirstLine("proc/cmdline").value_or(""));
  std::vector<std::string> found;
  std::set<int> isolated;
  for (std::string word; line >> word;) {
    const bool known =
        std::any_of(kWords.begin(), kWords.end(), [&](const auto& name) { return word.starts_with(name); });
    if (known) found.push_back(word);
    if (word.starts_with("isolcpus=")) isolated = Isolated(word);
  }
  if (!found.empty()) one.found = fmt::format("{}", fmt::join(found, " "));
  std::set<int> unused;
  for (const int cpu : isolated) {
    if (!machine.allowed.contains(cpu)) unused.insert(cpu);
  }
  if (unused.empty()) return one;
  one.health = Health::kAdvice;
  one.why =
      "the kernel keeps processes off isolated processors unless they ask, so that the ranks run on the noisy ones";
  one.change = fmt::format("taskset --cpu-list {} mpigauge ...", fmt::join(unused, ","));
  return one;
}

}  // namespace mpigauge

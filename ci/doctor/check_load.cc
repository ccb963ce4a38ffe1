#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostNamed = 3;

}  // namespace

Diagnosis CheckLoad(const Machine& machine) {
  Diagnosis one{"load", Health::kOk, "",
                "other processes take processors and caches away from the ranks, and not equally "
                "from all launches",
                ""};
  double minute = 0;
  std::istringstream(machine.files.FirstLine("proc/loadavg").value_or("0")) >> minute;
  const auto busy = BusyProcesses(machine.before, machine.after, getpid());
  std::vector<std::string> words;
  for (const BusyProcess& process : busy) {
    if (words.size() == kMostNamed) break;
    words.push_back(fmt::format("{} ({}) {:.0f}%", process.name, process.id, 100 * process.share));
  }
  one.found =
      fmt::format("load average {:.2f}; {}", minute,
                  words.empty() ? "no other process computes" : fmt::format("busy: {}", fmt::join(words, ", ")));
  if (busy.size() > kMostNamed) one.found += fmt::format(" and {} more", busy.size() - kMostNamed);
  const double left = static_cast<double>(machine.allowed.size()) - machine.ranks;
  if (busy.empty() && minute <= std::max(left, 0.5)) return one;
  one.health = Health::kAdvice;
  one.change = "wait until they are done, or measure on a machine (or an --exclusive node) of your own";
  return one;
}

}  // namespace mpigauge

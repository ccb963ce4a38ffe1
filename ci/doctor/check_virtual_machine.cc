#include <fmt/format.h>

#include <cmath>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

constexpr double kMuchStolen = 0.01;

// "QEMU Standard PC": what the firmware says that this machine is.
std::string Product(const Machine& machine) {
  std::string text;
  for (const char* name : {"sys_vendor", "product_name"}) {
    const auto word = machine.files.FirstLine(fmt::format("sys/class/dmi/id/{}", name));
    if (word && !word->empty()) text += (text.empty() ? "" : " ") + *word;
  }
  return text;
}

}  // namespace

Diagnosis CheckVirtualMachine(const Machine& machine) {
  const std::string flags = " " + machine.files.Value("proc/cpuinfo", "flags").value_or("") + " ";
  Diagnosis one{"virtual machine", Health::kOk, "no",
                "another guest may take the processor at any time, and the host's "
                "layout of caches and memory is not seen",
                ""};
  if (flags.find(" hypervisor ") == std::string::npos) return one;
  const std::string product = Product(machine);
  one.found = product.empty() ? "yes" : "yes, " + product;
  const double stolen = StolenShare(machine.before, machine.after);
  if (!std::isnan(stolen)) one.found += fmt::format(", {:.1f}% of the time stolen just now", 100 * stolen);
  one.health = Health::kAdvice;
  one.change = stolen > kMuchStolen ? "ask for dedicated processors, or measure at another hour"
                                    : "measure on bare metal where you can; if not, side by side "
                                      "(mpigauge gate --baseline-mpi ...) and with more launches";
  return one;
}

}  // namespace mpigauge

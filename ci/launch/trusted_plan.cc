#include "ci/launch/trusted_plan.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "base/trusted_path.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void ThrowUntrusted(const std::string& reason) {
  throw NotMeasured(
      "{}; a store is data, and what a stored run names is started only if it belongs to root or to you and nobody "
      "else "
      "may write it; give the library with --baseline-mpi",
      reason);
}

// Programs and libraries by which an MPI starts, by the beginnings of their names.
bool IsStarted(const std::string& name) {
  constexpr std::array<std::string_view, 8> kBeginnings = {"mpi",    "orte",    "prte",    "hydra",
                                                           "libmpi", "libopen", "libpmix", "libprrte"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view one) { return name.starts_with(one); });
}

}  // namespace

std::string WhyUntrustedInstall(const fs::path& prefix) {
  std::string reason = WhyUntrusted(prefix);
  for (const char* folder : {"bin", "lib", "lib64", "etc", "lib/openmpi", "lib64/openmpi"}) {
    std::error_code error;
    if (!reason.empty()) return reason;
    if (!fs::exists(prefix / folder, error)) continue;
    reason = WhyUntrusted(prefix / folder);
    for (const auto& entry : fs::directory_iterator(prefix / folder, error)) {
      if (!reason.empty()) return reason;
      if (IsStarted(entry.path().filename().string())) reason = WhyUntrusted(entry.path());
    }
  }
  return reason;
}

void RequirePlainVariables(const std::map<std::string, std::string>& environment) {
  constexpr std::string_view kNotPlain = " \t\n\"'`$~;|&<>(){}\\";
  constexpr std::string_view kBetweenFiles = ":,=^@";
  for (const auto& [name, value] : environment) {
    if (value.find_first_of(kNotPlain) != std::string::npos) {
      ThrowUntrusted("the variable " + name + " is more than one word, and may be a command");
    }
    for (std::string_view left = value; !left.empty();) {
      const std::string_view file = left.substr(0, left.find_first_of(kBetweenFiles));
      const std::string reason = file.find('/') == std::string_view::npos ? "" : WhyUntrusted(file);
      if (!reason.empty()) ThrowUntrusted("the variable " + name + " names a file: " + reason);
      left.remove_prefix(std::min(file.size() + 1, left.size()));
    }
  }
}

void RequireTrusted(const LaunchPlan& plan) {
  const Library& library = plan.library;
  const bool by_name = library.mpi.empty() || library.mpi == "openmpi" || library.mpi == "mpich";
  std::string reason = by_name ? "" : WhyUntrustedInstall(library.mpi);
  if (reason.empty() && !plan.bench.empty()) reason = WhyUntrusted(plan.bench);
  for (const std::string& file : library.preload) {
    // A name without a folder is looked for among the system's libraries.
    if (reason.empty() && file.find('/') != std::string::npos) reason = WhyUntrusted(file);
  }
  if (!reason.empty()) ThrowUntrusted(reason);
}

}  // namespace mpigauge

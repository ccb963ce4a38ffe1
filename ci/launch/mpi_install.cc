#include "ci/launch/mpi_install.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>
#include <vector>

#include "base/enum_text.h"
#include "base/error.h"
#include "base/json.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

const std::vector<std::string> kOpenMpiNames = {"mpirun.openmpi", "mpirun", "mpiexec"};
const std::vector<std::string> kMpichNames = {"mpiexec.hydra", "mpiexec.mpich", "mpiexec", "mpirun"};
const std::vector<std::string> kAnyNames = {"mpirun", "mpiexec", "mpiexec.hydra"};

constexpr std::size_t kMostQuoted = 300;  // bytes

// Returns what a launcher answered in place of a version: its exit code and the first line that it printed.
std::string AnswerText(const std::string& launcher, const ProcessResult& answer) {
  const std::string& said = answer.err.empty() ? answer.out : answer.err;
  // Not the lines of dashes around messages of Open MPI.
  const std::size_t begin = std::min(said.find_first_not_of("-\r\n\t "), said.size());
  const std::string line = said.substr(begin, std::min(said.find('\n', begin) - begin, kMostQuoted));
  return fmt::format("; {} --version ends with exit code {}{}", launcher, answer.exit_code,
                     line.empty() ? "" : ": " + line);
}

// Asks a launcher for its version. If it is none of these, the result is nothing, and `refusal` has what it said.
std::optional<MpiInstall> Ask(const std::string& launcher, const std::map<std::string, std::string>& environment,
                              std::string& refusal) {
  const ProcessResult answer = RunProcess({{launcher, "--version"}, environment, 30});
  std::smatch match;
  MpiInstall install{MpiInstall::Kind::kOpenMpi, launcher, "", environment};
  static const std::regex kOpenMpi(R"(\((?:OpenRTE|Open MPI)\) ([0-9][0-9A-Za-z.]*))");
  static const std::regex kHydra(R"(HYDRA build details:[\s\S]*?Version:\s+([0-9][0-9A-Za-z.]*))");
  if (std::regex_search(answer.out, match, kOpenMpi)) {
    install.version = match[1];
    return install;
  }
  static const std::regex kIntel(R"(Intel\(R\) MPI Library[^\n]*Version ([0-9][0-9A-Za-z.]*))");
  for (const auto& [kind, words] :
       {std::pair{MpiInstall::Kind::kMpich, &kHydra}, {MpiInstall::Kind::kIntel, &kIntel}}) {
    if (!std::regex_search(answer.out, match, *words)) continue;
    install.kind = kind;
    install.version = match[1];
    return install;
  }
  refusal = AnswerText(launcher, answer);
  return std::nullopt;
}

std::optional<MpiInstall> FirstOf(const std::vector<std::string>& names, std::optional<MpiInstall::Kind> kind) {
  for (const std::string& name : names) {
    const auto path = FindProgram(name);
    if (!path) continue;
    std::string refusal;
    auto install = Ask(*path, {}, refusal);
    if (install && (!kind || install->kind == *kind)) return install;
  }
  return std::nullopt;
}

std::string PrependPath(const char* variable, const std::string& folder) {
  const char* old = std::getenv(variable);
  return old != nullptr && *old != '\0' ? folder + ":" + old : folder;
}

// A copy says itself where its parts lie: the install that it is of need not have had them in one prefix.
void AddVariablesOfCopy(const std::filesystem::path& prefix, std::map<std::string, std::string>& environment) {
  const std::filesystem::path file = prefix / kCopyFile;
  if (!std::filesystem::exists(file)) return;
  const Json json = ReadJson(file);
  ReadingJson(file.string(), [&] {
    for (const auto& [name, folder] : json.at("environment").get<std::map<std::string, std::string>>()) {
      environment[name] = (prefix / folder).string();
    }
  });
}

MpiInstall InPrefix(const std::string& wanted) {
  if (!std::filesystem::is_directory(wanted)) {
    throw UsageError("MPI {}: neither 'openmpi', 'mpich' nor a folder", wanted);
  }
  const std::filesystem::path prefix = std::filesystem::canonical(wanted);
  std::map<std::string, std::string> environment;
  std::string libraries;
  for (const char* folder : {"lib", "lib64"}) {
    if (std::filesystem::is_directory(prefix / folder))
      libraries += (libraries.empty() ? "" : ":") + (prefix / folder).string();
  }
  if (prefix != "/usr") {
    environment["LD_LIBRARY_PATH"] = PrependPath("LD_LIBRARY_PATH", libraries);
    environment["PATH"] = PrependPath("PATH", (prefix / "bin").string());
    environment["OPAL_PREFIX"] = prefix.string();  // Open MPI that was moved finds its files by it; others ignore it
    // Where it was configured to read its parameters from a place outside of its prefix, as Debian's is.
    if (std::filesystem::exists(prefix / "etc/openmpi-mca-params.conf"))
      environment["OPAL_SYSCONFDIR"] = (prefix / "etc").string();
    AddVariablesOfCopy(prefix, environment);
  }
  std::string refusal;
  for (const std::string& name : kAnyNames) {
    const std::string launcher = (prefix / "bin" / name).string();
    if (!FindProgram(launcher)) continue;
    if (const auto install = Ask(launcher, environment, refusal)) {
      MpiInstall result = *install;
      if (result.kind != MpiInstall::Kind::kOpenMpi) {
        result.environment.erase("OPAL_PREFIX");
        result.environment.erase("OPAL_SYSCONFDIR");
      }
      return result;
    }
  }
  throw UsageError("MPI {}: no MPI launcher that works there (looked for bin/{}){}", wanted,
                   fmt::join(kAnyNames, ", bin/"), refusal);
}

}  // namespace

namespace {

using Kind = MpiInstall::Kind;
constexpr EnumTexts<Kind, 3> kTitles = {
    {{Kind::kOpenMpi, "Open MPI"}, {Kind::kMpich, "MPICH"}, {Kind::kIntel, "Intel MPI"}}};
constexpr EnumTexts<Kind, 3> kKindNames = {
    {{Kind::kOpenMpi, "openmpi"}, {Kind::kMpich, "mpich"}, {Kind::kIntel, "intel"}}};

}  // namespace

std::string MpiInstall::Name() const { return TextOf(kTitles, kind) + " " + version; }

std::string MpiInstall::KindName() const { return TextOf(kKindNames, kind); }

MpiInstall FindMpi(const std::string& wanted) {
  if (wanted == "openmpi") {
    if (const auto install = FirstOf(kOpenMpiNames, MpiInstall::Kind::kOpenMpi)) return *install;
    throw UsageError("no Open MPI found (looked for {} in PATH); install openmpi-bin, or give its prefix with --mpi",
                     fmt::join(kOpenMpiNames, ", "));
  }
  if (wanted == "mpich") {
    if (const auto install = FirstOf(kMpichNames, MpiInstall::Kind::kMpich)) return *install;
    throw UsageError("no MPICH found (looked for {} in PATH); install mpich, or give its prefix with --mpi",
                     fmt::join(kMpichNames, ", "));
  }
  if (!wanted.empty()) return InPrefix(wanted);
  if (const auto install = FirstOf(kOpenMpiNames, MpiInstall::Kind::kOpenMpi)) return *install;
  if (const auto install = FirstOf(kMpichNames, std::nullopt)) return *install;
  throw UsageError(
      "no MPI found: neither mpirun nor mpiexec of Open MPI or MPICH is in PATH; install openmpi-bin or "
      "mpich, or give a prefix with --mpi");
}

}  // namespace mpigauge

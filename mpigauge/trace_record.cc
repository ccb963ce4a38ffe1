#include "mpigauge/trace_record.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "ci/process/process.h"

namespace mpigauge {
namespace {

constexpr const char* kName = "libmpigauge_trace.so";

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void CheckFolder(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder)) return;
  if (!std::filesystem::is_directory(folder)) throw UsageError("--output {} is not a folder", folder.string());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".mpitrace") continue;
    throw UsageError("--output {}: there is a trace already; give a new folder", folder.string());
  }
}

// MPIGAUGE_TRACE_LIBRARY, or the one beside this program. Throws Error (usage).
std::filesystem::path FindTraceLibrary() {
  const std::string named = Variable("MPIGAUGE_TRACE_LIBRARY");
  if (!named.empty()) return named;
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const auto& folder : {here, here / "../lib/mpigauge", here / "../lib", here / "../simulator/trace_library"}) {
    if (std::filesystem::exists(folder / kName)) return std::filesystem::canonical(folder / kName);
  }
  throw UsageError(
      "no {} beside {}; name the one of the program's MPI by --library, which `mpigauge build-bench --trace` builds",
      kName, here.string());
}

}  // namespace

ExitCode RecordTrace(const RecordPlan& plan) {
  const std::filesystem::path library =
      std::filesystem::absolute(plan.library.empty() ? FindTraceLibrary().string() : plan.library);
  if (!std::filesystem::exists(library)) throw UsageError("--library {}: no such file", library.string());
  if (!FindProgram(plan.command.at(0))) throw UsageError("no program {}", plan.command[0]);
  if (!plan.output.empty()) {
    const auto folder = std::filesystem::absolute(plan.output);
    CheckFolder(folder);
    setenv("MPIGAUGE_TRACE", folder.c_str(), 1);
  }
  const std::string others = Variable("LD_PRELOAD");
  setenv("LD_PRELOAD", (library.string() + (others.empty() ? "" : ":" + others)).c_str(), 1);
  unsetenv("MPIGAUGE_STORE");  // it may hold a password
  std::vector<char*> words;
  for (const std::string& word : plan.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  throw UsageError("{}: {}", plan.command[0], std::strerror(errno));
}

}  // namespace mpigauge

#include "ci/launch/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "ci/process/process.h"
#include "record/checked_fields.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLongestArgument = 100000;  // bytes; Linux takes 128 KiB

// Installed side by side or in one prefix, or in the folders of the build.
std::vector<std::string> BesideProgram(const std::string& name, const std::string& folder) {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return {here / name, here / "../lib/mpigauge" / name, here / ".." / folder / name};
}

}  // namespace

template <>
constexpr auto kFields<LaunchPlan> =
    Fields(Field<&LaunchPlan::library, &Library::label>("label"), Field<&LaunchPlan::library, &Library::mpi>("mpi"),
           Field<&LaunchPlan::library, &Library::preload>("preload"),
           Field<&LaunchPlan::library, &Library::environment>("environment"),
           Field<&LaunchPlan::library, &Library::identity>("identity"),
           Field<&LaunchPlan::library, &Library::expected>("expected"), Field<&LaunchPlan::bench>("bench"),
           Field<&LaunchPlan::bench_arguments>("bench_arguments"), Field<IntFrom<1>, &LaunchPlan::ranks>("ranks"),
           Field<CheckedBy<SecondsAt>, &LaunchPlan::timeout_seconds>("timeout_seconds"),
           Field<CheckedBy<SecondsAt>, &LaunchPlan::finalize_seconds>("finalize_seconds"),
           Field<&LaunchPlan::launcher>("launcher"));

Json ToJson(const LaunchPlan& plan) { return FieldsToJson(plan); }

LaunchPlan PlanFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] { return FieldsFromJson<LaunchPlan>(json); });
}

std::vector<std::string> BenchCommand(const LaunchPlan& plan) {
  std::vector<std::string> words = {plan.bench};
  std::vector<std::string> loaded = plan.library.preload;
  loaded.insert(loaded.end(), plan.library.expected.begin(), plan.library.expected.end());
  if (!loaded.empty()) words.push_back(fmt::format("--expect-loaded={}", fmt::join(loaded, ":")));
  words.insert(words.end(), plan.bench_arguments.begin(), plan.bench_arguments.end());
  return words;
}

std::string ExactlyThese(const std::vector<std::string>& series_names) {
  static constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{})";
  std::string pattern;
  for (const std::string& name : series_names) {
    if (!pattern.empty()) pattern += '|';
    for (const char letter : name) {
      if (kSpecial.find(letter) != std::string_view::npos) pattern += '\\';
      pattern += letter;
    }
  }
  return "^(" + pattern + ")$";
}

LaunchPlan Restricted(LaunchPlan plan, const std::vector<std::string>& only) {
  const std::string filter = "--benchmark_filter=" + ExactlyThese(only);
  if (only.empty() || filter.size() > kLongestArgument) return plan;
  // A filter alone chooses of all cases, without the suite's other settings, such as its series on fewer ranks.
  const auto chooses = [](const std::string& argument) {
    return argument.starts_with("--suite") || argument.starts_with("--series") || argument.starts_with("--config") ||
           argument.starts_with("--benchmark_filter");
  };
  if (std::none_of(plan.bench_arguments.begin(), plan.bench_arguments.end(), chooses)) {
    plan.bench_arguments.push_back("--suite=default");
  }
  std::erase_if(plan.bench_arguments,
                [](const std::string& argument) { return argument.starts_with("--benchmark_filter"); });
  plan.bench_arguments.push_back(filter);
  return plan;
}

std::string LibraryName(const Library& library, std::ostream& warnings) {
  try {
    const std::string found = FindMpi(library.mpi).Name();
    return library.label.empty() ? found : library.label;
  } catch (const Error& error) {
    warnings << "on this host: " << error.what() << "; the compute nodes must have it\n";
  }
  if (!library.label.empty()) return library.label;
  return library.mpi.empty() ? "MPI" : library.mpi;
}

int ProcessorsHere() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int ProcessorsOfRanks() {
  const char* nodes = std::getenv("SLURM_JOB_CPUS_PER_NODE");  // "2(x3),4": three nodes with two each, one with four
  if (nodes == nullptr) return ProcessorsHere();
  int all = 0;
  std::istringstream parts(nodes);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream digits(part);
    int processors = 0;
    int count = 1;
    if (!(digits >> processors)) return ProcessorsHere();
    if (digits.ignore(2)) digits >> count;
    all += processors * count;
  }
  return all > 0 ? all : ProcessorsHere();
}

std::string FindBench(const std::string& given) {
  const char* variable = std::getenv("MPIGAUGE_BENCH");
  std::vector<std::string> candidates = {given};
  if (given.empty() && variable != nullptr && *variable != '\0') candidates = {variable};
  if (candidates[0].empty()) candidates = BesideProgram("mpigauge-bench", "benchmarks");
  for (const std::string& candidate : candidates) {
    if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) {
      return std::filesystem::canonical(candidate).string();
    }
  }
  throw UsageError(
      "no mpigauge-bench (looked for {}); build it with `mpigauge build-bench`, or in the source tree with "
      "`bazel build //benchmarks:mpigauge-bench`, or give its path with --bench",
      fmt::join(candidates, ", "));
}

std::string FindTaskProgram() {
  const std::vector<std::string> candidates = BesideProgram("mpigauge-task", "mpigauge");
  for (const std::string& candidate : candidates) {
    if (access(candidate.c_str(), X_OK) == 0) return std::filesystem::canonical(candidate).string();
  }
  throw UsageError("no mpigauge-task, which runs on the nodes of a job (looked for {}); install mpigauge again",
                   fmt::join(candidates, ", "));
}

std::string FindInterposer(const std::string& given) {
  std::vector<std::string> candidates = {given};
  if (given.empty()) candidates = BesideProgram("libmpigauge_slow.so", "harness/inject");
  for (const std::string& candidate : candidates) {
    if (std::filesystem::is_regular_file(candidate)) return std::filesystem::canonical(candidate).string();
  }
  throw UsageError(
      "no libmpigauge_slow.so (looked for {}); build it with `bazel build //harness/inject:libmpigauge_slow.so`, or "
      "give its path with --interposer",
      fmt::join(candidates, ", "));
}

namespace {

constexpr double kTimeoutSeconds = 10;
constexpr std::string_view kOurName = "mpigauge-bench: ";

// Returns nothing if the program cannot be started here.
std::optional<ProcessResult> Ask(const LaunchPlan& plan) {
  try {
    Command question{{plan.bench, "--check-arguments"}, FindMpi(plan.library.mpi).environment, kTimeoutSeconds};
    question.words.insert(question.words.end(), plan.bench_arguments.begin(), plan.bench_arguments.end());
    return RunProcess(question);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void RequireUnderstood(const LaunchPlan& plan) {
  const auto answer = Ask(plan);
  if (!answer || answer->exit_code != static_cast<int>(ExitCode::kUsage)) return;
  const auto said = answer->err.find(kOurName);
  if (said == std::string::npos) return;  // another program
  std::string text = answer->err.substr(said + kOurName.size());
  text.erase(text.find_last_not_of('\n') + 1);
  throw UsageError("{}: {}", plan.bench, text);
}

}  // namespace mpigauge

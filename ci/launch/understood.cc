#include "ci/launch/understood.h"

#include <optional>

#include "ci/process/process.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

constexpr double kTimeoutSeconds = 10;
constexpr std::string_view kOurName = "mpigauge-bench: ";

// Nothing where it cannot be started here.
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

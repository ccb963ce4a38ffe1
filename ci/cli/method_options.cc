#include "ci/cli/method_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "baselines/methods/methods.h"
#include "ci/cli/help_groups.h"
#include "harness/base/error.h"

namespace mpigauge {

void MethodOptions::AddTo(CLI::App& command) {
  const InGroup group(command, kVerdictGroup);
  std::string methods = "How the launches are tested:";
  for (const CompareMethod& one : CompareMethods())
    methods += fmt::format("\n  {}: {}", MethodName(one.method), one.text);
  command.add_option("--method", method, methods)->type_name("NAME")->capture_default_str();
  command
      .add_option("--correction", correction,
                  "The correction over the suite: holm (any false finding), or bh (Benjamini-Hochberg: the share of "
                  "false findings)")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_flag("--adjust-for-controls", adjust_for_controls,
                   "Remove from each launch what went along with its controls (work without MPI)");
}

void MethodOptions::TakeInto(CompareSettings& settings) const {
  settings.method = FindCompareMethod(method);
  settings.correction = FindCorrection(correction);
  if (!adjust_for_controls) return;
  if (settings.method.method != TestMethod::kRankSum) {
    throw UsageError("the launches are adjusted for the controls with method rank-sum, not with '{}'", method);
  }
  settings.method = AdjustedForControls();
}

}  // namespace mpigauge

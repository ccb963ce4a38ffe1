#include "ci/cli/history_source.h"

#include <unistd.h>

#include <cmath>
#include <regex>

#include "harness/base/error.h"
#include "harness/base/units.h"

namespace mpigauge {

std::function<bool(const std::string&)> Matching(const std::string& expression, const std::string& option) {
  try {
    return [pattern = std::regex(expression)](const std::string& text) { return std::regex_search(text, pattern); };
  } catch (const std::regex_error& error) {
    throw UsageError("{} '{}': is not a regular expression ({})", option, expression, error.what());
  }
}

void HistoryOptions::AddTo(CLI::App& command) {
  command.add_option("--library", library, "Only runs whose library matches this regular expression")
      ->type_name("REGEX");
  command
      .add_option("--method", method,
                  "How change points are found: e-divisive (Matteson and James, permutations), or otava (windows of 50 "
                  "runs, t test)")
      ->check(CLI::IsMember({"e-divisive", "otava"}))
      ->capture_default_str();
  command.add_option("--at-least", at_least, "The smallest change that is reported")
      ->type_name("SHARE")
      ->capture_default_str();
}

ChangesSettings HistoryOptions::ToSettings() const {
  ChangesSettings settings;
  settings.method = method == "otava" ? ChangeMethod::kOtava : ChangeMethod::kEDivisive;
  settings.movement.smallest_change = std::log1p(ParseShare(at_least, "--at-least"));
  return settings;
}

History ReadHistory(const CommandContext& context, const HistoryOptions& options,
                    const std::function<bool(const SeriesRecord&)>& chosen) {
  HistoryFilter filter{chosen, {}};
  if (!options.library.empty()) {
    filter.run = [matches = Matching(options.library, "--library")](const Run& run) { return matches(run.library); };
  }
  const bool writable = access(context.store_path.c_str(), W_OK) == 0;
  Store store = context.OpenStore(writable ? Store::Access::kWrite : Store::Access::kRead);
  if (writable) store.KeepMedians();
  return LoadHistory(store, filter);
}

}  // namespace mpigauge

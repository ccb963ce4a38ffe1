#include "mpigauge/history_source.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cmath>
#include <regex>

#include "base/error.h"
#include "base/plural.h"
#include "base/units.h"
#include "baselines/history/beside_candidates.h"
#include "baselines/store/schema.h"

namespace mpigauge {
namespace {

// Throws where there is no store of this name.
bool IsEmpty(const std::string& store) {
  const auto database = OpenDatabase(store, false);
  return StoredVersion(*database) == 0;
}

}  // namespace

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
  command.add_flag("--all-runs", all_runs, "Also the runs of older libraries that gates made beside a candidate");
  command.add_option("--method", method, "The method that finds change points")
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

Store OpenForHistory(const CommandContext& context) {
  if (IsEmpty(context.store)) return context.OpenStore(Store::Access::kRead);  // says so
  try {
    return context.OpenStore(Store::Access::kWrite);
  } catch (const Error&) {
    // Whether it may be written is known for sure only when it is tried. Reading says what it is, if it cannot be read
    // as it is either.
    return context.OpenStore(Store::Access::kRead);
  }
}

void KeepMediansIfPossible(Store& store) {
  try {
    store.history().KeepMedians();
  } catch (const Error&) {
    return;
  }
}

std::set<std::string> RunsLeftOut(Store& store, const HistoryOptions& options) {
  return options.all_runs ? std::set<std::string>() : RunsBesideCandidates(store);
}

std::string LeftOutText(std::size_t runs) {
  return runs == 0 ? "" : fmt::format(" (left out: {} beside candidates, --all-runs)", Counted(runs, "run"));
}

History ReadHistory(Store& store, const HistoryOptions& options, const std::set<std::string>& left_out,
                    const std::function<bool(const SeriesRecord&)>& chosen) {
  // An empty expression is found in every text.
  const HistoryFilter filter{chosen, [&left_out, matches = Matching(options.library, "--library")](const Run& run) {
                               return matches(run.library) && !left_out.contains(run.run_id);
                             }};
  KeepMediansIfPossible(store);
  return LoadHistory(store, filter);
}

}  // namespace mpigauge

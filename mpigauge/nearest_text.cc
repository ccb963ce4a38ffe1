#include "mpigauge/nearest_text.h"

#include <fmt/format.h>

#include "base/error.h"
#include "baselines/named/stored_side.h"

namespace mpigauge {

std::string NearestText(const CommandContext& context, const NotComparableError& error, const std::string& command) {
  std::optional<Nearest> nearest;
  bool stored = true;
  try {
    Store store = context.OpenStore(Store::Access::kRead);
    nearest = FindNearest(store, error.candidate_key(), error.candidate_run_id());
    stored = store.runs().EnvironmentOf(error.candidate_run_id()).has_value();
  } catch (const Error&) {
    return "";  // what is wrong has been said; files were compared where there is no store
  }
  if (!nearest) return "";
  const std::string name = nearest->is_baseline ? nearest->name : nearest->name.substr(0, 8);
  std::string text = fmt::format("\n  nearest in the store: {} {} ({})", nearest->is_baseline ? "baseline" : "run",
                                 name, nearest->library);
  std::string allowed;
  for (const Difference& one : nearest->differences) {
    text += fmt::format("{} {} '{}' and '{}'", allowed.empty() ? ", which differs in" : ",", one.field, one.baseline,
                        one.candidate);
    allowed += " --allow-different=" + one.field;
  }
  if (!stored) return text;
  const std::string candidate = error.candidate_run_id().substr(0, 8);
  const bool compare = command == "compare" || command == "report";
  return text + (compare ? fmt::format("\n  mpigauge compare {} {}{}", name, candidate, allowed)
                         : fmt::format("\n  mpigauge gate --baseline {} --run {}{}", name, candidate, allowed));
}

}  // namespace mpigauge

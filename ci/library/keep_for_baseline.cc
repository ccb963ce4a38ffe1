#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "base/units.h"
#include "baselines/store/database.h"
#include "ci/library/kept_libraries.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

std::set<std::string> LibrariesOfBaselines(Store& store) {
  std::set<std::string> named;
  for (const Baseline& baseline : store.baselines().All()) named.insert(IdentityOf(store, baseline));
  return named;
}

// Says what happened to older copies; the text follows the one about this copy, `made`.
std::string Pruned(Store& store, const KeptLibraries& libraries, const KeepSettings& settings,
                   const KeptLibrary& made) {
  try {
    std::set<std::string> needed = LibrariesOfBaselines(store);
    needed.insert(made.identity);  // its run may join the baseline after this
    const std::size_t gone = libraries.Prune(needed, settings.most);
    return gone == 0 ? ""
                     : fmt::format("; {} removed, from which no gate starts",
                                   gone == 1 ? "an older one" : fmt::format("{} older ones", gone));
  } catch (const Error& error) {
    return fmt::format("; older ones were not removed: {}", error.what());
  }
}

std::string KeepAndPrune(Store& store, const KeptLibraries& libraries, const KeepSettings& settings,
                         const LaunchPlan& measured) {
  const KeptLibraries::Kept kept = libraries.Keep(measured.library, measured.bench);
  return fmt::format("the library {}: {} in {}{}", kept.made ? "is kept" : "was kept before",
                     FormatRoom(kept.library.bytes), kept.library.folder.string(),
                     Pruned(store, libraries, settings, kept.library));
}

}  // namespace

std::filesystem::path LibrariesFolder(const std::string& store, const std::string& given) {
  if (!given.empty()) return std::filesystem::absolute(given).lexically_normal();
  if (IsPostgresUrl(store)) return {};
  return std::filesystem::absolute(store + ".libraries").lexically_normal();
}

std::string IdentityOf(Store& store, const Baseline& baseline) {
  if (baseline.run_ids.empty()) return "";
  return LibraryIdentityOf(store.runs().Find(baseline.run_ids.back()));
}

std::string KeepForBaseline(Store& store, const KeptLibraries& libraries, const KeepSettings& settings,
                            const LaunchPlan& measured) {
  if (!settings.keep) return fmt::format("the library is not kept: {}", settings.switched_off_by);
  try {
    return KeepAndPrune(store, libraries, settings, measured);
  } catch (const Error& error) {
    if (StopSignals::Requested()) throw;
    return fmt::format("the library is not kept: {}", error.what());
  }
}

}  // namespace mpigauge

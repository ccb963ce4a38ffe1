#include "ci/pipeline/look.h"

#include <fmt/format.h>

#include <chrono>

#include "base/error.h"
#include "base/units.h"
#include "ci/library/identity.h"
#include "ci/pipeline/previous.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

bool ChangedJustNow(const PipelineConfig& config, const LibraryIdentity& identity) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return static_cast<double>(now - identity.changed_at) < ParseSeconds(config.quiet, "quiet");
}

Update Begin(const PipelineConfig& config, const FoundLibrary& found, const LibraryIdentity& identity) {
  Update update;
  update.name = found.source->name;
  update.identity = identity.hash;
  update.version = identity.version;
  update.place = found.place;
  update.found_at = UtcMilliseconds(std::chrono::system_clock::now());
  update.library = found.library;
  update.library.identity = identity.hash;
  update.library.label = LibraryLabel(update.name, identity);
  update.bench = found.source->bench;
  update.build_bench = found.source->build_bench;
  update.baseline = config.BaselineOf(*found.source);
  return update;
}

// Returns the library as an update, new or not.
Update LookAt(const PipelineConfig& config, const std::vector<Update>& updates, const FoundLibrary& found,
              const std::string& mpigauge, LibraryNews& look) {
  const LibraryIdentity identity = Identify(found.library, mpigauge);
  Update update = Begin(config, found, identity);
  if (const Update* known = FindById(updates, update.Id())) {
    if (known->Ended()) look.known.push_back(*known);
  } else if (FindById(look.fresh, update.Id()) != nullptr) {
    return update;
  } else if (ChangedJustNow(config, identity)) {
    look.later.push_back(fmt::format("{}: {} was changed less than {} ago and may not be whole yet; next time",
                                     update.name, found.place, config.quiet));
  } else {
    look.fresh.push_back(update);
  }
  return update;
}

}  // namespace

LibraryNews LookForLibraries(const PipelineConfig& config, const std::vector<Update>& updates, GitSources git,
                             const std::string& mpigauge) {
  FoundLibraries found = FindLibraries(config, git);
  LibraryNews look;
  look.later = std::move(found.later);
  look.problems = std::move(found.problems);
  std::vector<PresentLibrary> present;
  for (const FoundLibrary& library : found.libraries) {
    if (StopSignals::Requested()) break;
    try {
      present.push_back({library.source, LookAt(config, updates, library, mpigauge, look)});
    } catch (const Error& error) {
      look.problems.push_back(fmt::format("{}: {}", library.source->name, error.what()));
    }
  }
  if (config.against == Against::kPrevious) {
    for (Update& update : look.fresh) update.before = VersionsBefore(present, update.Id(), updates);
  }
  return look;
}

}  // namespace mpigauge

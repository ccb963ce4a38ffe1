#include "ci/pipeline/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "base/units.h"
#include "ci/library/identity.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

const Update* FindById(const std::vector<Update>& updates, const std::string& id) {
  const auto found =
      std::find_if(updates.begin(), updates.end(), [&](const Update& update) { return update.Id() == id; });
  return found == updates.end() ? nullptr : &*found;
}

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
  update.library.label = fmt::format("{} {}", update.name, identity.hash.substr(0, 8));
  update.bench = found.source->bench;
  update.build_bench = found.source->build_bench;
  update.baseline = config.BaselineOf(*found.source);
  return update;
}

void LookAt(const PipelineConfig& config, const std::vector<Update>& updates, const FoundLibrary& found,
            const std::string& mpigauge, LibraryNews& look) {
  const LibraryIdentity identity = Identify(found.library, mpigauge);
  Update update = Begin(config, found, identity);
  if (const Update* known = FindById(updates, update.Id())) {
    if (known->Ended()) look.known.push_back(*known);
    return;
  }
  if (FindById(look.fresh, update.Id()) != nullptr) return;
  if (ChangedJustNow(config, identity)) {
    look.later.push_back(fmt::format("{}: {} was changed less than {} ago and may not be whole yet; next time",
                                     update.name, found.place, config.quiet));
    return;
  }
  look.fresh.push_back(std::move(update));
}

}  // namespace

LibraryNews LookForLibraries(const PipelineConfig& config, const std::vector<Update>& updates, GitSources git,
                             const std::string& mpigauge) {
  FoundLibraries found = FindLibraries(config, git);
  LibraryNews look;
  look.later = std::move(found.later);
  look.problems = std::move(found.problems);
  for (const FoundLibrary& library : found.libraries) {
    if (StopSignals::Requested()) break;
    try {
      LookAt(config, updates, library, mpigauge, look);
    } catch (const Error& error) {
      look.problems.push_back(fmt::format("{}: {}", library.source->name, error.what()));
    }
  }
  return look;
}

}  // namespace mpigauge

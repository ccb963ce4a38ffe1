#include "ci/pipeline/previous.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "baselines/named/named.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostBefore = 20;

std::vector<PresentLibrary>::const_iterator FindPresent(const std::vector<PresentLibrary>& present,
                                                        const std::string& id) {
  return std::find_if(present.begin(), present.end(), [&](const PresentLibrary& one) { return one.update.Id() == id; });
}

// A repository's installs lie in other folders, and are one place.
bool InPlaceOf(const PresentLibrary& library, const Update& old) {
  return old.name == library.update.name &&
         (!library.source->git.empty() || old.library.mpi == library.update.library.mpi);
}

// Returns the run of the update at this shape; empty where it has no complete launch that is still stored.
std::string MeasuredRun(Store& store, const Update& update, const std::string& shape) {
  for (const ShapeState& one : update.shapes) {
    if (one.name != shape || one.verdict.empty() || one.run_id.empty()) continue;
    if (store.runs().EnvironmentOf(one.run_id)) return one.run_id;
  }
  return "";
}

}  // namespace

std::vector<std::string> VersionsBefore(const std::vector<PresentLibrary>& present, const std::string& id,
                                        const std::vector<Update>& updates) {
  const auto library = FindPresent(present, id);
  if (library == present.end()) return {};
  const std::string& baseline = library->update.baseline;
  std::vector<std::string> before;
  std::vector<std::string> gone;
  for (auto old = updates.rbegin(); old != updates.rend(); ++old) {
    if (old->baseline != baseline || FindPresent(present, old->Id()) != present.end()) continue;
    (InPlaceOf(*library, *old) ? before : gone).push_back(old->Id());
  }
  for (auto one = library; one != present.begin();) {
    --one;
    if (one->update.baseline == baseline) before.push_back(one->update.Id());
  }
  before.insert(before.end(), gone.begin(), gone.end());
  if (before.size() > kMostBefore) before.resize(kMostBefore);
  return before;
}

std::optional<PreviousVersion> FindPrevious(Store* store, const std::vector<Update>& updates,
                                            const std::vector<Update>& planned, const Update& update,
                                            const std::string& shape) {
  for (const std::string& id : update.before) {
    if (const Update* next = FindById(planned, id)) return PreviousVersion{next->library.label, ""};
    const Update* known = FindById(updates, id);
    if (known == nullptr || store == nullptr) continue;
    const std::string run_id = MeasuredRun(*store, *known, shape);
    if (!run_id.empty()) return PreviousVersion{known->library.label, run_id};
  }
  return std::nullopt;
}

std::string MoveOn(Store& store, const std::string& baseline, int keep, const std::string& run_id) {
  const auto before = store.baselines().Find(baseline);
  if (before && before->keep == 0) return fmt::format("baseline {} is pinned, and does not move on", baseline);
  if (before && !before->run_ids.empty() && before->run_ids.back() == run_id) {
    return "moved on before: " + BaselineTitle(*before);
  }
  try {
    const Baseline after = Roll(store, baseline, keep, {run_id}, "");
    const bool newest = after.run_ids.back() == run_id;
    return (newest ? "moved on: " : "has a later run: ") + BaselineTitle(after);
  } catch (const Error& error) {
    return fmt::format("baseline {} does not move on: {}", baseline, error.what());
  }
}

}  // namespace mpigauge

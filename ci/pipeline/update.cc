#include "ci/pipeline/update.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/json.h"
#include "base/units.h"
#include "record/checked_fields.h"

namespace mpigauge {
namespace {

// Increase when a key of update.json or its meaning changes.
constexpr int kSchemaVersion = 1;

}  // namespace

std::string Update::Id() const { return name + "-" + identity.substr(0, 12); }

std::string Update::Verdict() const {
  static constexpr std::array kWorstFirst = {"fail", "inconclusive", "pass", "baseline"};
  const bool judged =
      std::all_of(shapes.begin(), shapes.end(), [](const auto& shape) { return !shape.verdict.empty(); });
  if (shapes.empty() || !judged) return "";
  for (const char* verdict : kWorstFirst) {
    for (const ShapeState& shape : shapes) {
      if (shape.verdict == verdict) return verdict;
    }
  }
  return "";
}

const Update* FindById(const std::vector<Update>& updates, const std::string& id) {
  const auto found =
      std::find_if(updates.begin(), updates.end(), [&](const Update& update) { return update.Id() == id; });
  return found == updates.end() ? nullptr : &*found;
}

template <>
constexpr auto kFields<Library> = Fields(Field<&Library::label>("label"), Field<&Library::mpi>("mpi"),
                                         Field<&Library::preload>("preload"),
                                         Field<&Library::environment>("environment"));

template <>
constexpr auto kFields<ShapeState> = Fields(
    Field<CheckedBy<IdAt>, &ShapeState::name>("name"), Field<IntFrom<1>, &ShapeState::shape, &Shape::nodes>("nodes"),
    Field<IntFrom<1>, &ShapeState::shape, &Shape::ranks_per_node>("ranks_per_node"),
    Field<Nested<PlanFromJson>, &ShapeState::plan>("plan"), Field<&ShapeState::baseline>("baseline"),
    Field<&ShapeState::first>("first"), Field<&ShapeState::gate_id>("gate_id"),
    Field<&ShapeState::begun_at>("begun_at"), Field<&ShapeState::verdict>("verdict"),
    Field<&ShapeState::headline>("headline"), Field<&ShapeState::run_id>("run_id"),
    Field<&ShapeState::previous_run>("previous_run"), Field<&ShapeState::previous>("previous"));

// For people; it follows from the shapes.
constexpr JsonField<Update> kVerdictField = {"verdict", "", [](const Update& update) { return Json(update.Verdict()); },
                                             [](const Json&, const char*, Update&) {}};

template <>
constexpr auto kFields<Update> = Fields(
    SchemaVersion<Update, kSchemaVersion>(), Field<CheckedBy<IdAt>, &Update::name>("name"),
    Field<CheckedBy<IdAt>, &Update::identity>("identity"), Field<&Update::version>("version"),
    Field<&Update::place>("place"), Field<&Update::found_at>("found_at"), Field<&Update::library>("library"),
    Field<&Update::bench>("bench"), Field<&Update::build_bench>("build_bench"), Field<&Update::baseline>("baseline"),
    Field<&Update::state>("state"), Field<&Update::changed_at>("changed_at"), kVerdictField,
    Field<&Update::shapes>("shapes"), Field<IntFrom<0>, &Update::failures>("failures"),
    Field<&Update::problem>("problem"), Field<&Update::notes>("notes"), Field<&Update::before>("before"));

Json ToJson(const Update& update) { return FieldsToJson(update); }

Update UpdateFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    auto update = FieldsFromJson<Update>(json);
    update.library.identity = update.identity;
    return update;
  });
}

std::vector<Update> StateFolder::Updates() const {
  std::vector<Update> updates;
  const auto folder = path_ / "updates";
  if (!std::filesystem::is_directory(folder)) return updates;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto file = entry.path() / "update.json";
    // A kill between the folder and its first file leaves an empty one.
    if (std::filesystem::exists(file)) updates.push_back(UpdateFromJson(ReadJson(file), file.string()));
  }
  std::sort(updates.begin(), updates.end(), [](const Update& a, const Update& b) {
    return std::pair(a.found_at, a.Id()) < std::pair(b.found_at, b.Id());
  });
  return updates;
}

void StateFolder::Write(Update& update) const {
  update.changed_at = UtcNow();
  std::filesystem::create_directories(Of(update));
  WriteFileAtomically(Of(update) / "update.json", JsonText(ToJson(update)), Readers::kOwner);
}

}  // namespace mpigauge

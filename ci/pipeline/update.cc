#include "ci/pipeline/update.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/units.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

// Increase when a key of update.json or its meaning changes.
constexpr int kSchemaVersion = 1;

Json ToJson(const ShapeState& state) {
  return {{"name", state.name},         {"nodes", state.shape.nodes}, {"ranks_per_node", state.shape.ranks_per_node},
          {"plan", ToJson(state.plan)}, {"baseline", state.baseline}, {"first", state.first},
          {"gate_id", state.gate_id},   {"begun_at", state.begun_at}, {"verdict", state.verdict},
          {"headline", state.headline}, {"run_id", state.run_id},     {"previous_run", state.previous_run},
          {"previous", state.previous}};
}

ShapeState ShapeFromJson(const Json& json) {
  ShapeState state;
  state.name = IdAt(json, "name");
  state.shape.nodes = SmallCountAt(json, "nodes", 1);
  state.shape.ranks_per_node = SmallCountAt(json, "ranks_per_node", 1);
  state.plan = PlanFromJson(json.at("plan"), "plan");
  state.baseline = json.at("baseline");
  state.first = json.at("first");
  state.gate_id = json.at("gate_id");
  state.begun_at = json.at("begun_at");
  state.verdict = json.at("verdict");
  state.headline = json.at("headline");
  state.run_id = json.at("run_id");
  state.previous_run = json.value("previous_run", "");
  state.previous = json.value("previous", "");
  return state;
}

Json ToJson(const Library& library) {
  return {{"label", library.label},
          {"mpi", library.mpi},
          {"preload", library.preload},
          {"environment", library.environment}};
}

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

Json ToJson(const Update& update) {
  Json json = {{"schema_version", kSchemaVersion},  {"name", update.name},     {"identity", update.identity},
               {"version", update.version},         {"place", update.place},   {"found_at", update.found_at},
               {"library", ToJson(update.library)}, {"bench", update.bench},   {"build_bench", update.build_bench},
               {"baseline", update.baseline},       {"state", update.state},   {"changed_at", update.changed_at},
               {"verdict", update.Verdict()},       {"shapes", Json::array()}, {"failures", update.failures},
               {"problem", update.problem},         {"notes", update.notes},   {"before", update.before}};
  for (const ShapeState& shape : update.shapes) json["shapes"].push_back(ToJson(shape));
  return json;
}

Update UpdateFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] {
    const std::int64_t version = CountAt(json, "schema_version");
    if (version != kSchemaVersion) {
      throw UsageError("has schema version {}, this mpigauge reads {}", version, kSchemaVersion);
    }
    Update update;
    update.name = IdAt(json, "name");
    update.identity = IdAt(json, "identity");
    update.version = json.at("version");
    update.place = json.at("place");
    update.found_at = json.at("found_at");
    const Json& library = json.at("library");
    update.library = {library.at("label"), library.at("mpi"), library.at("preload").get<std::vector<std::string>>(),
                      library.at("environment").get<std::map<std::string, std::string>>(), update.identity};
    update.bench = json.at("bench");
    update.build_bench = json.at("build_bench");
    update.baseline = json.at("baseline");
    update.state = json.at("state");
    update.changed_at = json.at("changed_at");
    for (const Json& shape : ArrayAt(json, "shapes")) update.shapes.push_back(ShapeFromJson(shape));
    update.failures = SmallCountAt(json, "failures");
    update.problem = json.at("problem");
    update.notes = json.at("notes").get<std::vector<std::string>>();
    update.before = json.value("before", std::vector<std::string>());
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

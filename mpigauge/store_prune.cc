#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct RoomOptions {
  std::vector<std::string> runs;
  std::int64_t keep_runs = -1;
  std::string older_than;
  bool observations_only = false;
  bool apply = false;
  bool json = false;
};

// A run with what is to be known before it is deleted.
struct Entry {
  Run run;
  StoreUpkeep::RunSize size;
  std::string baseline;  // empty: of none
  std::int64_t gates = 0;
  std::string tags;  // empty: none
};

// Newest first.
std::vector<Entry> Entries(Store& store) {
  auto sizes = store.upkeep().RunSizes();
  auto baselines = store.upkeep().RunsOfBaselines();
  auto gates = store.upkeep().GatesOfRuns();
  std::map<std::string, std::string> tags;
  for (const auto& [tag, run_id] : store.runs().Tags()) tags[run_id] += (tags[run_id].empty() ? "" : ", ") + tag;
  std::vector<Entry> entries;
  for (Run& run : store.runs().All()) {
    const std::string id = run.run_id;
    entries.push_back({std::move(run), sizes[id], baselines[id], gates[id], tags[id]});
  }
  return entries;
}

Json ToJson(const Entry& entry) {
  return {{"run_id", entry.run.run_id},
          {"started_at", entry.run.started_at},
          {"library", entry.run.library},
          {"status", RunStatusName(entry.run.status)},
          {"baseline", entry.baseline.empty() ? Json(nullptr) : Json(entry.baseline)},
          {"launches", entry.size.launches},
          {"results", entry.size.results},
          {"observation_bytes", entry.size.bytes},
          {"gates", entry.gates},
          {"tags", entry.tags}};
}

std::int64_t BytesOf(const std::vector<Entry>& entries) {
  std::int64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.size.bytes;
  return bytes;
}

std::string Text(const std::vector<Entry>& entries) {
  Table table({{"run", Table::Align::kLeft},
               {"started", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"status", Table::Align::kLeft},
               {"baseline", Table::Align::kLeft},
               {"launches"},
               {"results"},
               {"observations"},
               {"gates"},
               {"tags", Table::Align::kLeft}});
  for (const Entry& entry : entries) {
    table.AddRow({entry.run.run_id.substr(0, 8), entry.run.started_at, entry.run.library,
                  RunStatusName(entry.run.status), entry.baseline, std::to_string(entry.size.launches),
                  std::to_string(entry.size.results), FormatRoom(entry.size.bytes), std::to_string(entry.gates),
                  TerminalEscaped(entry.tags)});
  }
  return table.Text(false);
}

ExitCode Info(const RoomOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const std::vector<Entry> entries = Entries(store);
  if (options.json) {
    Json runs = Json::array();
    for (const Entry& entry : entries) runs.push_back(ToJson(entry));
    context.streams.out << JsonText(Json{{"store", store.name()}, {"runs", runs}});
    return ExitCode::kPass;
  }
  context.streams.out << Text(entries)
                      << fmt::format("{}, {} of observations, in {}\n", Counted(entries.size(), "run"),
                                     FormatRoom(BytesOf(entries)), store.name());
  return ExitCode::kPass;
}

ExitCode Delete(const RoomOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  std::vector<std::string> ids;  // all of them are understood before anything goes
  for (const std::string& reference : options.runs) ids.push_back(store.runs().Find(reference).run_id);
  for (const std::string& id : ids) {
    store.upkeep().DeleteRun(id);
    context.streams.out << "run " << id << " deleted\n";
  }
  store.upkeep().GiveRoomBack();
  return ExitCode::kPass;
}

std::vector<Entry> ToPrune(Store& store, const RoomOptions& options) {
  std::set<std::string> ids;
  for (const Run& run :
       store.upkeep().RunsToPrune({std::max<std::int64_t>(options.keep_runs, 0), options.older_than})) {
    ids.insert(run.run_id);
  }
  std::vector<Entry> entries = Entries(store);
  std::erase_if(entries, [&](const Entry& entry) {
    return !ids.contains(entry.run.run_id) || (options.observations_only && entry.size.bytes == 0);
  });
  return entries;
}

std::string PrunedText(const std::vector<Entry>& chosen, const RoomOptions& options) {
  const std::string bytes = FormatRoom(BytesOf(chosen));
  if (options.observations_only) {
    return fmt::format("{} {} {} of observations{}\n", Counted(chosen.size(), "run"),
                       options.apply ? "lost" : "would lose", bytes,
                       options.apply ? "; their medians stay" : "; --apply removes them, medians stay");
  }
  std::int64_t gates = 0;
  for (const Entry& entry : chosen) gates += entry.gates;
  return fmt::format("{} with {} and {} of observations {}\n", Counted(chosen.size(), "run"), Counted(gates, "gate"),
                     bytes, options.apply ? "deleted" : "would be deleted; --apply deletes them");
}

ExitCode Prune(const RoomOptions& options, CommandContext& context) {
  if (options.keep_runs < 0 && options.older_than.empty()) {
    throw UsageError(
        "no rule was given: --keep-runs 30, --older-than 180d, or both; both together delete only old runs that are "
        "not among the newest");
  }
  if (!options.older_than.empty()) StoreUpkeep::CheckAge(options.older_than, "--older-than");
  Store store = context.OpenStore(options.apply ? Store::Access::kWrite : Store::Access::kRead);
  const std::vector<Entry> chosen = ToPrune(store, options);
  if (options.apply) {
    for (const Entry& entry : chosen) {
      if (options.observations_only) {
        store.upkeep().RemoveObservations(entry.run.run_id);
      } else {
        store.upkeep().DeleteRun(entry.run.run_id);
      }
    }
    if (!chosen.empty()) store.upkeep().GiveRoomBack();
  }
  if (options.json) {
    Json runs = Json::array();
    for (const Entry& entry : chosen) runs.push_back(ToJson(entry));
    context.streams.out << JsonText(Json{{"store", store.name()},
                                         {"deleted", options.apply && !options.observations_only},
                                         {"observations_removed", options.apply && options.observations_only},
                                         {"runs", runs}});
    return ExitCode::kPass;
  }
  context.streams.out << Text(chosen) << PrunedText(chosen, options);
  return ExitCode::kPass;
}

}  // namespace

void AddStoreRoomCommands(CLI::App& store, CommandContext& context) {
  auto options = std::make_shared<RoomOptions>();
  const auto add = [&](const char* name, const char* text, ExitCode (*action)(const RoomOptions&, CommandContext&)) {
    CLI::App* one = store.add_subcommand(name, text);
    OnChoice(*one, context, [options, &context, action] { return action(*options, context); });
    return one;
  };
  CLI::App* info = add("info", "Print how much room each run takes, and which baseline holds it", Info);
  AddFormatOption(*info, options->json);
  CLI::App* remove = add("delete", "Delete runs and the gates that judged them; never one of a baseline", Delete);
  remove->footer(R"(Example:
  mpigauge store delete 3f2a 77c1)");
  remove->add_option("runs", options->runs, "Runs: ids, latest, latest~N")->required();
  CLI::App* prune =
      add("prune", "List or delete old runs, or their observations. Runs of baselines and runs with tags stay", Prune);
  prune->footer(R"(Examples:
  mpigauge store prune --keep-runs 30 --older-than 180d           lists what would be deleted
  mpigauge store prune --keep-runs 30 --older-than 180d --apply
  mpigauge store prune --older-than 90d --observations-only --apply   keeps the runs and their medians)");
  prune->add_option("--keep-runs", options->keep_runs, "The number of newest runs that stay")
      ->check(CLI::Range(0, 1000000000));
  prune->add_option("--older-than", options->older_than, "Delete only runs older than this: 180d, 36h")
      ->type_name("TIME");
  prune->add_flag("--observations-only", options->observations_only,
                  "Keep the runs; remove their single observations, which take most of the room");
  prune->add_flag("--apply", options->apply, "Delete what is listed");
  AddFormatOption(*prune, options->json);
}

}  // namespace mpigauge

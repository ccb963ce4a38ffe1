#include "baselines/store/run_archive.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "baselines/store/columns.h"
#include "baselines/store/run_row.h"

namespace mpigauge {
namespace {

struct LaunchCountRow {
  std::string run_id;
  LaunchCount count;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("count(*)", row.count.all);
    each("sum(CASE WHEN status = 'complete' THEN 1 ELSE 0 END)", row.count.complete);
  }
};

}  // namespace

void RunArchive::Add(const Run& run) { InsertRow(database_, "runs", RunRowOf(run), "ON CONFLICT DO NOTHING"); }

void RunArchive::SetStatus(const std::string& run_id, RunStatus status) {
  database_.Execute("UPDATE runs SET status = $1 WHERE run_id = $2", {RunStatusName(status), run_id});
}

std::vector<Run> RunArchive::All() {
  std::vector<Run> runs;
  Select<RunRow>(database_, "FROM runs ORDER BY started_at DESC, run_id", {},
                 [&](RunRow row) { runs.push_back(ToRun(std::move(row), database_.name())); });
  return runs;
}

// A run of which nothing is complete says nothing: it has an id, and is not the latest.
Run RunArchive::FindLatest(const std::string& reference, std::vector<Run> runs) {
  const std::string back = reference.substr(6);
  const bool counts = back.size() > 1 && back[0] == '~' && back.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!back.empty() && !counts) throw UsageError("'{}': write latest or latest~N", reference);
  const std::size_t n = back.empty() ? 0 : std::stoul(back.substr(1, 9));
  auto launches = LaunchCounts();
  std::erase_if(runs, [&](const Run& run) { return launches[run.run_id].complete == 0; });
  const std::size_t all = runs.size();
  const std::set<std::string> in_turns = RunsInTurns();
  std::erase_if(runs, [&](const Run& run) { return in_turns.contains(run.run_id); });
  if (n >= runs.size()) {
    const std::size_t left_out = all - runs.size();
    throw UsageError("'{}': {} has {} run(s) with a complete launch{}; `mpigauge runs` lists all", reference,
                     database_.name(), runs.size(),
                     left_out == 0 ? "" : fmt::format(", without {} that gates made for themselves", left_out));
  }
  return runs[n];
}

Run RunArchive::Find(const std::string& reference) {
  const std::string& store = database_.name();
  const std::vector<Run> runs = All();
  const auto tags = Tags();
  const auto tag = tags.find(reference);
  if (MeansNewest(reference) || (tag == tags.end() && reference.starts_with("latest")))
    return FindLatest(reference, runs);
  std::vector<Run> found;
  for (const Run& run : runs) {
    if (run.run_id == (tag == tags.end() ? reference : tag->second)) return run;
    if (!reference.empty() && run.run_id.starts_with(reference)) found.push_back(run);
  }
  if (found.empty()) throw UsageError("{}: no run '{}'; `mpigauge runs` lists them", store, reference);
  if (found.size() > 1)
    throw UsageError("{}: '{}' begins the ids of {} runs; give more of it", store, reference, found.size());
  return found[0];
}

std::map<std::string, LaunchCount> RunArchive::LaunchCounts() {
  std::map<std::string, LaunchCount> counts;
  Select<LaunchCountRow>(database_, "FROM launches GROUP BY run_id", {},
                         [&](const LaunchCountRow& row) { counts[row.run_id] = row.count; });
  return counts;
}

std::set<std::string> RunArchive::RunsInTurns() {
  std::set<std::string> runs;
  database_.Query(R"(SELECT DISTINCT run_id FROM launches WHERE settings LIKE '%"circle":%')", {},
                  [&](const SqlRow& row) { runs.insert(row.Text(0)); });
  return runs;
}

void RunArchive::SetNetworkModel(const std::string& run_id, const Json& model) {
  InsertRow(database_, "network_models", NetworkModelRowOf(run_id, model),
            "ON CONFLICT(run_id) DO UPDATE SET content = excluded.content, checksum = excluded.checksum");
}

std::optional<Json> RunArchive::NetworkModelOf(const std::string& run_id) {
  const auto row = SelectRow<NetworkModelRow>(database_, "FROM network_models WHERE run_id = $1", {run_id});
  std::optional<Json> model;
  if (row) model = ToNetworkModel(*row, database_.name());
  return model;
}

}  // namespace mpigauge

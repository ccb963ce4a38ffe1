// Rows of the store that a disk or a hand changed: reading returns the stored values, or an Error.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/store/store.h"
#include "lab/fuzz/damage.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

const std::string kRun = "run";
// Their rows have checksums, or stand in those of others: no other answer may come from them.
const std::set<std::string> kChecked = {"runs",          "launches",    "results",       "series",   "environments",
                                        "selections",    "gates",       "calibrations",  "run_tags", "baselines",
                                        "baseline_runs", "run_medians", "network_models"};

Json Model() { return Json{{"models", Json::array()}, {"launches", 2}}; }

void Fill(const std::filesystem::path& file) {
  Store store = Store::Open(file, Store::Access::kWrite);
  store.runs().Add({kRun, "Open MPI", "2026-01-01", RunStatus::kComplete, {{"ranks", 2}}});
  for (int i = 0; i < 2; ++i) {
    LaunchRecord launch = FuzzLaunch();
    launch.launch_index = i;
    launch.launch_id = fmt::format("launch-{}", i);
    store.runs().AddLaunch(launch);
  }
  store.history().KeepMedians();
  store.baselines().Set("release", {kRun}, "a note");
  store.baselines().Change("nightly", [](Baseline& baseline) {
    baseline.keep = 30;
    baseline.run_ids = {kRun};
  });
  GateResult gate;
  gate.gate_id = "gate";
  gate.decided_at = "2026-01-02";
  gate.candidate_run_id = kRun;
  gate.baseline = "release";
  gate.verdict = "fail";
  gate.comparison = Json{{"verdict", "fail"}, {"series", Json::array()}};
  store.gates().Add(gate);
  store.gates().AddCalibration({"calibration", "2026-01-03", Json{{"equal_gates", 30}}});
  store.runs().SetNetworkModel(kRun, Model());
  store.runs().SetTag("nightly-1", kRun);
}

// All that is read of a store, in one text. Rows without a checksum are read, and are no part of the text.
std::string AnswerOf(const std::filesystem::path& file) {
  Store store = Store::Open(file, Store::Access::kRead);
  const Run run = store.runs().Find(kRun);
  std::string text = run.library + run.started_at + RunStatusName(run.status) + JsonText(run.plan);
  for (const LaunchRecord& launch : store.runs().Launches(kRun, LaunchDetail::kObservations))
    text += JsonText(ToJson(launch, {}));
  for (const SeriesMedian& median : store.history().Medians(kRun)) {
    text += fmt::format("{} {} {};", median.series_id, median.launches, median.median_seconds);
  }
  for (const std::string& name : store.history().SeriesNames())
    text += fmt::format("{} {};", name, store.history().Points(name).size());
  store.runs().All();
  store.runs().LaunchCounts();
  store.history().AllSeries();
  store.runs().EnvironmentOf(kRun);
  for (const Baseline& one : store.baselines().All()) {
    text += fmt::format("{} {} {} {} {} {};", one.name, one.version, one.created_at, one.note, one.keep,
                        fmt::join(one.run_ids, ","));
  }
  for (const GateResult& one : store.gates().Newest(10)) {
    text += fmt::format("{} {} {} {} {} {} {};", one.gate_id, one.decided_at, one.candidate_run_id, one.baseline,
                        one.verdict, one.forgotten_at, JsonText(one.comparison));
  }
  text += std::to_string(store.gates().Summaries().size());
  store.gates().Find("gate");
  for (const Calibration& one : store.gates().Calibrations(10)) {
    text += fmt::format("{} {} {};", one.calibration_id, one.made_at, JsonText(one.content));
  }
  for (const auto& [tag, run_id] : store.runs().Tags()) text += fmt::format("{} {};", tag, run_id);
  // A model that is missing is no other answer: it is fitted again.
  text += JsonText(store.runs().NetworkModelOf(kRun).value_or(Model()));
  return text;
}

// One value of one row.
struct Place {
  std::string table;
  std::string column;
  std::int64_t row;
};

std::vector<Place> PlacesIn(SQLite::Database& database) {
  std::vector<Place> places;
  SQLite::Statement columns(database,
                            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = "
                            "'table' AND c.name NOT LIKE '%checksum' ORDER BY 1, c.cid");
  while (columns.executeStep()) {
    const std::string table = columns.getColumn(0).getString();
    SQLite::Statement rows(database, "SELECT rowid FROM " + table);
    while (rows.executeStep())
      places.push_back({table, columns.getColumn(1).getString(), rows.getColumn(0).getInt64()});
  }
  return places;
}

// Damages a value: a damaged text or blob, another number, or one of another type.
void DamageAt(SQLite::Database& database, const Place& place, Damage& damage) {
  SQLite::Statement find(database,
                         fmt::format("SELECT {} FROM {} WHERE rowid = {}", place.column, place.table, place.row));
  find.executeStep();
  const SQLite::Column value = find.getColumn(0);
  SQLite::Statement change(database,
                           fmt::format("UPDATE {} SET {} = ? WHERE rowid = {}", place.table, place.column, place.row));
  const std::string was = value.getString();
  const std::string now = damage.Below(4) == 0 ? damage.Value() : damage.Of(was);
  if (value.isBlob() && damage.Below(8) != 0) {
    change.bind(1, now.data(), static_cast<int>(now.size()));
  } else if (damage.Below(16) == 0) {
    change.bind(1);
  } else {
    change.bind(1, now);  // by the column's type it becomes a number where it is one
  }
  change.exec();
}

// As a mpigauge without checksums left it: then the values alone are looked at.
void DropChecksums(SQLite::Database& database) {
  database.exec("UPDATE runs SET checksum = NULL");
  database.exec("UPDATE launches SET checksum = NULL, results_checksum = NULL");
  database.exec("UPDATE series SET checksum = NULL");
  database.exec("UPDATE results SET checksum = NULL, passes_checksum = NULL");
  database.exec("UPDATE run_medians SET checksum = NULL");
  database.exec("UPDATE baselines SET checksum = NULL, runs_checksum = NULL");
  database.exec("UPDATE gates SET checksum = NULL, comparison_checksum = NULL");
  database.exec("UPDATE calibrations SET checksum = NULL");
  database.exec("UPDATE network_models SET checksum = NULL");
  database.exec("UPDATE run_tags SET checksum = NULL");
}

TEST(StoreFuzz, Rows) {
  const auto folder = FuzzFolder("rows");
  const auto file = folder / "store.sqlite";
  Fill(file);
  const std::string whole = FileText(file);
  const std::string answer = AnswerOf(file);
  ASSERT_GT(answer.size(), 1000u);
  Damage damage(13);
  ReadDamaged("rows of stores", [&] {
    std::filesystem::remove(folder / "store.sqlite-wal");
    std::filesystem::remove(folder / "store.sqlite-shm");
    Overwrite(file, whole);
    Place place;
    const bool checksums = damage.Below(2) == 0;
    {
      SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
      database.exec("PRAGMA synchronous = OFF");
      static const std::vector<Place> places = PlacesIn(database);
      place = places[damage.Below(places.size())];
      if (!checksums) DropChecksums(database);
      try {
        DamageAt(database, place, damage);
      } catch (const SQLite::Exception&) {
        return;  // a constraint of the database refuses the value
      }
    }
    const std::string now = AnswerOf(file);
    if (checksums && kChecked.contains(place.table)) {
      EXPECT_EQ(now, answer) << place.table << "." << place.column << ", row " << place.row;
    }
    Store::Open(file, Store::Access::kRead).upkeep().Check();
  });
}

}  // namespace
}  // namespace mpigauge

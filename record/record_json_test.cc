#include "record/record_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LaunchRecord Example() {
  SeriesRecord series;
  series.name = "allreduce/bytes:8/ranks:2";
  series.case_name = "allreduce";
  series.family = "collective";
  series.parameters = {{"bytes", 8}, {"ranks", 2}};
  series.method = {"call", "round-time", "clock_monotonic_raw"};
  series.passes = {{{5e-7, 6e-7}, {4e-7, 5e-7}, 1}, {{7e-7}, {6e-7}, 0}};
  series.passes[1].references = {{2.7e-8, 4e-7, 1e-6, 1.5e-5}, {2.5e-7, 2e-6, 2e-6, 3e-5}};
  series.passes[0].operations = 8;
  series.passes[1].operations = 4;
  series.tick_seconds = 1e-8;
  series.verified = true;
  series.remeasured = 2;
  Summarize(series);
  SeriesRecord broken = series;
  broken.name = "bcast/bytes:8/ranks:2";
  broken.passes.clear();
  broken.method.buffers = "rotating";
  broken.fault = Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  Summarize(broken);
  LaunchRecord record;
  record.launch_id = "id";
  record.run_id = "run";
  record.started_at = "2026-11-20T16:05:00Z";
  record.environment = {{{"ranks", "2"}}, {{"host", "a \"host\"\n"}}, {{"btl", "self,tcp"}}};
  record.series = {series, broken};
  return record;
}

template <typename Read>
std::string UsageErrorOf(Read read) {
  try {
    read();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

std::filesystem::path Written(const Json& file) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "launch.json";
  std::ofstream(path) << JsonText(file);
  return path;
}

// The file on a disk is read series by series, and has the same error; its series know the path of a value in them.
std::string ReadError(const Json& file) {
  const std::string error = UsageErrorOf([&] { LaunchRecordFromJson(file, "launch.json"); });
  const std::filesystem::path path = Written(file);
  const std::string of_file = UsageErrorOf([&] { ReadLaunchRecord(path); });
  EXPECT_EQ(of_file,
            std::regex_replace(path.parent_path().string() + "/" + error, std::regex("/mpigauge/series/0"), ""));
  return error;
}

TEST(RecordJson, SaysWhyDataWereNotChecked) {
  LaunchRecord record = Example();
  const auto series = [&record] { return ToJson(record, {}).at("mpigauge").at("series"); };
  EXPECT_FALSE(series().at(0).contains("not_verified"));
  record.series[0].verified = record.series[1].verified = false;
  record.settings["verify"] = "sample";
  EXPECT_EQ(series().at(0).at("not_verified"), "the case has no data to check");
  EXPECT_FALSE(series().at(1).contains("not_verified"));  // its fault says it
  record.settings["verify"] = "off";
  EXPECT_EQ(series().at(0).at("not_verified"), "data were not to be checked (--verify=off)");
}

TEST(RecordJson, ComesBackAsItWas) {
  const LaunchRecord back = LaunchRecordFromJson(ParseJson(JsonText(ToJson(Example(), {})), "text"), "text");
  EXPECT_EQ(back.launch_id, "id");
  EXPECT_EQ(back.environment.context.at("host"), "a \"host\"\n");
  EXPECT_EQ(back.environment.selection, Example().environment.selection);
  ASSERT_EQ(back.series.size(), 2u);
  EXPECT_EQ(back.series[0].name, "allreduce/bytes:8/ranks:2");
  EXPECT_EQ(back.series[0].parameters, Example().series[0].parameters);
  EXPECT_EQ(back.series[0].passes[0].references, VisitReferences());
  EXPECT_EQ(back.series[0].passes[1].references, Example().series[0].passes[1].references);
  EXPECT_EQ(back.series[0].method, Example().series[0].method);
  EXPECT_EQ(back.series[1].method, Example().series[1].method);
  EXPECT_NE(back.series[1].method, back.series[0].method);
  EXPECT_THAT(back.series[0].Observations(), ElementsAre(5e-7, 6e-7, 7e-7));
  EXPECT_EQ(back.series[0].Late(), 1);
  EXPECT_EQ(back.series[0].remeasured, 2);
  EXPECT_EQ(back.series[0].passes[0].operations, 8);
  EXPECT_EQ(back.series[0].passes[1].operations, 4);
  EXPECT_EQ(back.series[0].operations_per_observation, 4);
  EXPECT_EQ(back.series[0].tick_seconds, 1e-8);
  EXPECT_EQ(back.series[0].ResolutionSeconds(), 2.5e-9);
  EXPECT_DOUBLE_EQ(back.series[0].summary.median, 6e-7);
  EXPECT_EQ(back.series[1].fault->message, "element 3 is 0, should be 7");
}

TEST(RecordJson, TheOverheadIsTakenOffTheFiguresAndNeverOffTheObservations) {
  LaunchRecord record = Example();
  SeriesRecord& series = record.series[0];
  series.method.overhead = "subtracted";
  series.overhead_seconds = 5.5e-7;
  Summarize(series);
  const LaunchRecord back = LaunchRecordFromJson(ParseJson(JsonText(ToJson(record, {})), "text"), "text");
  EXPECT_THAT(back.series[0].Observations(), ElementsAre(5e-7, 6e-7, 7e-7));
  EXPECT_NEAR(back.series[0].summary.median, 0.5e-7, 1e-15);
  EXPECT_EQ(back.series[0].summary.minimum, 0);
  EXPECT_NEAR(back.series[0].local_summary.median, 5e-7, 1e-15);
  EXPECT_EQ(back.series[0].method, series.method);
  EXPECT_NE(back.series[0].method, Example().series[0].method);
  EXPECT_EQ(back.series[0].method.Text(), "call round-time clock_monotonic_raw overhead subtracted");
  const Json rows = ToJson(record, {}).at("benchmarks");
  EXPECT_EQ(rows[0].at("real_time"), 0);
  EXPECT_NEAR(rows[1].at("real_time").get<double>(), 0.15, 1e-12);
}

TEST(RecordJson, ReportsOfRanksComeBackWithTheirIntervals) {
  LaunchRecord record = Example();
  SeriesRecord& series = record.series[0];
  series.passes[0].rank_seconds = {{4e-7, 5e-7}, {1e-7, 2e-7}};
  series.passes[1].rank_seconds = {{6e-7}, {3e-7}};
  Summarize(series);
  const LaunchRecord back = LaunchRecordFromJson(ParseJson(JsonText(ToJson(record, {})), "text"), "text");
  const auto& reports = back.series[0].rank_reports;
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[1].total, 4);
  EXPECT_EQ(reports[1].correct, 3);
  EXPECT_NEAR(reports[0].mean, 5e-7, 1e-15);
  EXPECT_NEAR(reports[1].mean, 2e-7, 1e-15);
  EXPECT_NEAR(reports[1].trimmed_mean_error, 1e-7 / (0.5 * std::sqrt(3.0)), 1e-12);
  EXPECT_NEAR(*reports[1].AbsoluteError(1), *series.rank_reports[1].AbsoluteError(1), 1e-15);
  EXPECT_TRUE(back.series[1].rank_reports.empty());
}

// A part has a tick of its own, however many operations there are around it; what has no tick was timed in nanoseconds.
TEST(RecordJson, TheResolutionIsATickSharedByTheOperations) {
  SeriesRecord series;
  series.operations_per_observation = 10;
  EXPECT_DOUBLE_EQ(series.ResolutionSeconds(), 1e-10);
  series.tick_seconds = 4e-8;
  EXPECT_DOUBLE_EQ(series.ResolutionSeconds(), 4e-9);
  series.method.mode = "part";
  EXPECT_DOUBLE_EQ(series.ResolutionSeconds(), 4e-8);
}

TEST(RecordJson, ALaunchWithoutASelectionHasNoneInTheFile) {
  LaunchRecord record = Example();
  record.environment.selection.clear();
  const Json file = ToJson(record, {});
  EXPECT_FALSE(file.at("mpigauge").at("environment").contains("selection"));
  EXPECT_TRUE(LaunchRecordFromJson(file, "file").environment.selection.empty());
}

TEST(RecordJson, GoogleRowsAreOnePerPassThenTheMedian) {
  const Json rows = ToJson(Example(), {}).at("benchmarks");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].at("name"), "allreduce/bytes:8/ranks:2");
  EXPECT_EQ(rows[0].at("repetitions"), 2);
  EXPECT_NEAR(rows[0].at("real_time").get<double>(), 0.55, 1e-12);
  EXPECT_EQ(rows[2].at("aggregate_name"), "median");
  EXPECT_EQ(rows[3].at("error_occurred"), true);
}

TEST(RecordJson, AFileIsReadAsItsJsonIs) {
  const Json file = ToJson(Example(), {{"date", "today"}});
  EXPECT_EQ(JsonText(ToJson(ReadLaunchRecord(Written(file)), {})),
            JsonText(ToJson(LaunchRecordFromJson(file, "file"), {})));
  Json without = file;
  without["mpigauge"]["series"] = Json::array();
  EXPECT_TRUE(ReadLaunchRecord(Written(without)).series.empty());
}

// A newer program may describe series in another way: what it is comes before what is wrong with it.
TEST(RecordJson, TheVersionIsLookedAtBeforeTheSeries) {
  Json newer = ToJson(Example(), {});
  newer["mpigauge"]["schema_version"] = 99;
  newer["mpigauge"]["series"][0]["passes"] = "elsewhere";
  EXPECT_THAT(ReadError(newer), HasSubstr("has schema version 99, this mpigauge reads 1"));
}

TEST(RecordJson, WrongFilesAreNamedWithTheValueThatIsWrong) {
  const Json good = ToJson(Example(), {});
  EXPECT_THAT(ReadError({{"benchmarks", {}}}), HasSubstr("launch.json: is not a launch record"));
  EXPECT_THAT(ReadError(Json::array()), HasSubstr("is not a launch record"));

  Json newer = good;
  newer["mpigauge"]["schema_version"] = 99;
  EXPECT_THAT(ReadError(newer), HasSubstr("has schema version 99, this mpigauge reads 1"));

  const std::string text = JsonText(good);
  const auto place = text.find("\"started_at\"");
  const Json missing = ParseJson(std::string(text).replace(place, 12, "\"started_by\""), "text");
  EXPECT_THAT(ReadError(missing), HasSubstr("key 'started_at' not found"));

  Json wrong_type = good;
  wrong_type["mpigauge"]["series"][0]["parameters"]["bytes"] = "eight";
  EXPECT_THAT(ReadError(wrong_type), HasSubstr("/mpigauge/series/0/parameters/bytes"));

  Json negative = good;
  negative["mpigauge"]["series"][0]["passes"][1]["observations_seconds"][0] = -1.0;
  EXPECT_THAT(ReadError(negative), HasSubstr("series 'allreduce/bytes:8/ranks:2': a time of -1 s is impossible"));

  Json three = good;
  three["mpigauge"]["series"][0]["passes"][1]["handover_seconds"] = {1e-8, 1e-8, 1e-8};
  EXPECT_THAT(ReadError(three), HasSubstr("handover_seconds: 3 times"));

  Json uneven = good;
  uneven["mpigauge"]["series"][0]["passes"][0]["local_seconds"] = {1e-6};
  EXPECT_THAT(ReadError(uneven), HasSubstr("2 observations but 1 local times"));
}

// An import once took all of these, and later commands ran into them.
TEST(RecordJson, ImpossibleValuesAreNamed) {
  const auto error_with = [](const std::string& pointer, const Json& value) {
    Json file = ToJson(Example(), {});
    file.at(Json::json_pointer("/mpigauge" + pointer)) = value;
    return ReadError(file);
  };
  EXPECT_THAT(error_with("/run_id", "/elsewhere/x"), HasSubstr("launch.json: run_id: \"/elsewhere/x\" is not an id"));
  EXPECT_THAT(error_with("/run_id", "../x"), HasSubstr("is not an id"));
  EXPECT_THAT(error_with("/launch_id", "a\n"), HasSubstr("launch.json: launch_id: \"a\\n\" is not an id"));
  EXPECT_THAT(error_with("/launch_index", -1), HasSubstr("launch.json: launch_index: -1 is impossible"));
  EXPECT_THAT(error_with("/launch_index", 1.5), HasSubstr("launch_index: 1.5 is impossible"));
  EXPECT_THAT(error_with("/started_at", "1e400"), HasSubstr("launch.json: started_at: \"1e400\" is not a time"));
  EXPECT_THAT(error_with("/duration_seconds", -2), HasSubstr("duration_seconds: a time of -2 s is impossible"));
  const std::string series = "launch.json: series 'allreduce/bytes:8/ranks:2': ";
  EXPECT_THAT(error_with("/series/0/passes/0/late", -1), HasSubstr(series + "late: -1 is impossible"));
  EXPECT_THAT(error_with("/series/0/bytes_per_operation", -1e308), HasSubstr(series + "bytes_per_operation: -1e+308"));
  EXPECT_THAT(error_with("/series/0/parameters", {8, 2}), HasSubstr(series + "parameters is not an object"));
  EXPECT_THAT(error_with("/series/0/parameters/bytes", 0.5), HasSubstr(series + "bytes: 0.5 is impossible"));
  EXPECT_THAT(error_with("/series/1", ToJson(Example().series[0])), HasSubstr(series + "appears twice"));
  EXPECT_THAT(error_with("/series/0/cpu_seconds", -1), HasSubstr(series + "cpu_seconds: a time of -1 s"));
  EXPECT_THAT(error_with("/series/0/family", "a\033[2J"), HasSubstr(series + "family: \"a\\u001b[2J\" is not a name"));
  EXPECT_THAT(error_with("/series/0/method/timer", std::string(501, 'x')),
              HasSubstr("is not a name; a name is one line"));
  EXPECT_THAT(error_with("/series/0/passes/0/counters", {{"a\n", 1}}),
              HasSubstr(series + "counters: \"a\\n\" is not a name"));
  EXPECT_THAT(error_with("/series/0/passes/0/counters", {{"x", nullptr}}), HasSubstr("/counters/x"));
  EXPECT_THAT(error_with("/status_text", std::string("a\0b", 3)), HasSubstr("status_text: holds the character 0"));
  EXPECT_THAT(error_with("/started_at", "2026-11-20T16:05:00." + std::string(100'000, '1') + "Z"),
              HasSubstr("is not a time"));
}

TEST(RecordJson, ImpossibleReportsOfRanksAreNamed) {
  LaunchRecord record = Example();
  record.series[0].passes[0].rank_seconds = {{4e-7, 5e-7}, {1e-7, 2e-7}};
  record.series[0].passes[1].rank_seconds = {{6e-7}, {3e-7}};
  Summarize(record.series[0]);
  const auto error_with = [&](const std::string& key, const Json& value) {
    Json file = ToJson(record, {});
    file.at(Json::json_pointer("/mpigauge/series/0/rank_reports/0" + key)) = value;
    return ReadError(file);
  };
  EXPECT_THAT(error_with("/total", -1), HasSubstr("total: -1 is impossible"));
  EXPECT_THAT(error_with("/total", 1e300), HasSubstr("total: 1e+300 is impossible"));
  EXPECT_THAT(error_with("/kept", 1000), HasSubstr("rank_reports: 1000 kept of"));
  EXPECT_THAT(error_with("/mean_seconds", -1), HasSubstr("mean_seconds: a time of -1 s is impossible"));
  EXPECT_THAT(error_with("/mean_seconds", 1), HasSubstr("a mean of 1 s between"));
  EXPECT_THAT(error_with("/absolute_errors/1/seconds", -1), HasSubstr("seconds: a time of -1 s is impossible"));
}

}  // namespace
}  // namespace mpigauge

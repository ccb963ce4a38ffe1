#include "record/record_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "base/error.h"
#include "record/checked_values.h"
#include "record/commtest.h"

namespace mpigauge {
namespace {

Json ToJson(const Method& method) {
  Json json = {{"mode", method.mode}, {"synchronizer", method.synchronizer}, {"timer", method.timer}};
  if (!method.buffers.empty()) json["buffers"] = method.buffers;
  if (!method.overhead.empty()) json["overhead"] = method.overhead;
  return json;
}

Method MethodFromJson(const Json& json) {
  return {NameAt(json, "mode"), NameAt(json, "synchronizer"), NameAt(json, "timer"), json.value("buffers", ""),
          json.value("overhead", "")};
}

Json ToJson(const Summary& summary) {
  return {{"count", summary.count},
          {"median_seconds", summary.median},
          {"trimmed_mean_seconds", summary.trimmed_mean},
          {"mean_seconds", summary.mean},
          {"minimum_seconds", summary.minimum},
          {"maximum_seconds", summary.maximum},
          {"p99_seconds", summary.p99},
          {"standard_deviation_seconds", summary.standard_deviation}};
}

struct Reference {
  const char* key;
  double ReferenceTimes::*time;
};
constexpr Reference kReferences[] = {{"handover_seconds", &ReferenceTimes::handover},
                                     {"block_seconds", &ReferenceTimes::block},
                                     {"arithmetic_seconds", &ReferenceTimes::arithmetic},
                                     {"network_seconds", &ReferenceTimes::network}};

Json ToJson(const Pass& pass) {
  Json json = {{"operations_per_observation", pass.operations},
               {"late", pass.late},
               {"start_spread_seconds", pass.start_spread_seconds},
               {"wall_seconds", pass.wall_seconds},
               {"counters", pass.counters},
               {"observations_seconds", pass.observations_seconds},
               {"local_seconds", pass.local_seconds}};
  for (const Reference& reference : kReferences) {
    const double before = pass.references.before.*reference.time;
    const double after = pass.references.after.*reference.time;
    if (before > 0 || after > 0) json[reference.key] = {before, after};
  }
  return json;
}

// A time, or null: not known.
double SecondsOrNan(const Json& json, const char* key) {
  return json.at(key).is_null() ? std::nan("") : SecondsAt(json, key);
}

// A value that is not known is null.
Json ToJson(const MpiperfReport& report) {
  Json errors = Json::array();
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    const auto error = report.AbsoluteError(i);
    errors.push_back(
        {{"confidence", MpiperfReport::kConfidences[i]}, {"seconds", error ? Json(*error) : Json(nullptr)}});
  }
  return {{"total", report.total},
          {"correct", report.correct},
          {"kept", report.kept},
          {"mean_seconds", report.mean},
          {"standard_error_seconds", report.standard_error},
          {"relative_error", report.relative_error},
          {"trimmed_mean_error_seconds", report.trimmed_mean_error},
          {"minimum_seconds", report.minimum},
          {"maximum_seconds", report.maximum},
          {"absolute_errors", errors}};
}

MpiperfReport MpiperfReportFromJson(const Json& json) {
  MpiperfReport report{CountAt(json, "total"),
                       CountAt(json, "correct"),
                       CountAt(json, "kept"),
                       SecondsOrNan(json, "mean_seconds"),
                       SecondsOrNan(json, "standard_error_seconds"),
                       SecondsOrNan(json, "relative_error"),
                       SecondsOrNan(json, "trimmed_mean_error_seconds"),
                       SecondsOrNan(json, "minimum_seconds"),
                       SecondsOrNan(json, "maximum_seconds"),
                       {}};
  if (report.kept > report.correct || report.correct > report.total) {
    throw UsageError("rank_reports: {} kept of {} correct ones of {} is impossible", report.kept, report.correct,
                     report.total);
  }
  constexpr double kRounding = 1 + 1e-9;
  if (report.minimum > report.mean * kRounding || report.mean > report.maximum * kRounding) {
    throw UsageError("rank_reports: a mean of {} s between {} and {} s is impossible", report.mean, report.minimum,
                     report.maximum);
  }
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    const double error = SecondsOrNan(json.at("absolute_errors").at(i), "seconds");
    if (std::isnan(error)) continue;
    report.intervals[i] = Interval{report.mean - error, report.mean + error, MpiperfReport::kConfidences[i]};
  }
  return report;
}

std::vector<double> TimesFromJson(const Json& json) {
  auto times = json.get<std::vector<double>>();
  for (const double time : times) {
    if (!std::isfinite(time) || time < 0) throw UsageError("a time of {} s is impossible", time);
  }
  return times;
}

// `operations` of each observation, where the pass does not say how many.
Pass PassFromJson(const Json& json, std::int64_t operations) {
  Pass pass{TimesFromJson(json.at("observations_seconds")), TimesFromJson(json.at("local_seconds")),
            CountAt(json, "late"), SecondsAt(json, "start_spread_seconds"), SecondsAt(json, "wall_seconds")};
  pass.operations =
      json.contains("operations_per_observation") ? CountAt(json, "operations_per_observation", 1) : operations;
  if (json.contains("counters")) pass.counters = CountersAt(json, "counters");
  for (const Reference& reference : kReferences) {
    if (!json.contains(reference.key)) continue;
    const std::vector<double> times = TimesFromJson(json.at(reference.key));
    if (times.size() != 2) throw UsageError("{}: {} times, there are two", reference.key, times.size());
    pass.references.before.*reference.time = times[0];
    pass.references.after.*reference.time = times[1];
  }
  if (pass.local_seconds.size() != pass.observations_seconds.size()) {
    throw UsageError("{} observations but {} local times", pass.observations_seconds.size(), pass.local_seconds.size());
  }
  return pass;
}

}  // namespace

Json ToJson(const Environment& environment) {
  Json json = {{"key", environment.key}, {"context", environment.context}};
  if (!environment.selection.empty()) json["selection"] = environment.selection;
  return json;
}

Environment EnvironmentFromJson(const Json& json) {
  using Fields = std::map<std::string, std::string>;
  Environment environment{json.at("key").get<Fields>(), json.at("context").get<Fields>()};
  if (json.contains("selection")) environment.selection = json.at("selection").get<Fields>();
  return environment;
}

Json ToJson(const Fault& fault) {
  return {{"kind", FaultKindName(fault.kind)}, {"rank", fault.rank}, {"message", fault.message}};
}

Fault FaultFromJson(const Json& json) {
  return {FaultKindFromName(json.at("kind").get<std::string>()), SmallCountAt(json, "rank", -1),
          TextAt(json, "message")};
}

Json DescriptionToJson(const SeriesRecord& series) {
  Json parameters = Json::object();
  for (const auto& [key, value] : series.parameters) parameters[key] = value;
  return {{"name", series.name},
          {"case", series.case_name},
          {"family", series.family},
          {"case_version", series.case_version},
          {"parameters", parameters},
          {"method", ToJson(series.method)},
          {"bytes_per_operation", series.bytes_per_operation}};
}

SeriesRecord DescriptionFromJson(const Json& json) {
  SeriesRecord series;
  series.name = NameAt(json, "name");
  series.case_name = NameAt(json, "case");
  series.family = NameAt(json, "family");
  series.case_version = SmallCountAt(json, "case_version");
  series.parameters = ParametersAt(json, "parameters");
  series.method = MethodFromJson(json.at("method"));
  series.bytes_per_operation = CountAt(json, "bytes_per_operation");
  return series;
}

// Why the data of a series were not checked; empty where they were, and of a series whose fault says it.
std::string NotVerifiedText(const SeriesRecord& series, const std::map<std::string, std::string>& settings) {
  if (series.verified || series.fault) return "";
  const auto asked = settings.find("verify");
  const bool off = asked != settings.end() && asked->second == "off";
  return off ? "data were not to be checked (--verify=off)" : "the case has no data to check";
}

Json ToJson(const SeriesRecord& series) {
  Json passes = Json::array();
  for (const Pass& pass : series.passes) passes.push_back(ToJson(pass));
  Json json = DescriptionToJson(series);
  json["operations_per_observation"] = series.operations_per_observation;
  if (series.tick_seconds > 0) json["tick_seconds"] = series.tick_seconds;
  json["resolution_seconds"] = series.ResolutionSeconds();
  json["verified"] = series.verified;
  json["first_call_seconds"] = series.first_call_seconds;
  json["second_call_seconds"] = series.second_call_seconds;
  if (!series.method.overhead.empty()) json["overhead_seconds"] = series.overhead_seconds;
  if (series.huge_page_bytes >= 0) json["huge_page_bytes"] = series.huge_page_bytes;
  json["cpu_seconds"] = series.cpu_seconds;
  json["remeasured"] = series.remeasured;
  json["fault"] = series.fault ? ToJson(*series.fault) : Json(nullptr);
  json["warm_up_observations"] = series.warm_up_observations;
  json["effective_observations"] = series.effective_observations;
  json["summary"] = ToJson(series.summary);
  json["local_summary"] = ToJson(series.local_summary);
  for (const MpiperfReport& report : series.rank_reports) json["rank_reports"].push_back(ToJson(report));
  json["passes"] = std::move(passes);
  return json;
}

SeriesRecord SeriesFromJson(const Json& json) {
  SeriesRecord series = DescriptionFromJson(json);
  series.operations_per_observation = CountAt(json, "operations_per_observation");
  series.verified = json.at("verified");
  series.first_call_seconds = SecondsAt(json, "first_call_seconds");
  series.second_call_seconds = SecondsAt(json, "second_call_seconds");
  series.cpu_seconds = SecondsAt(json, "cpu_seconds");
  // Not in all records: some were not asked for, older ones have none.
  if (json.contains("huge_page_bytes")) series.huge_page_bytes = CountAt(json, "huge_page_bytes", -1);
  if (json.contains("overhead_seconds")) series.overhead_seconds = SecondsAt(json, "overhead_seconds");
  if (json.contains("tick_seconds")) series.tick_seconds = SecondsAt(json, "tick_seconds");
  if (json.contains("remeasured")) series.remeasured = CountAt(json, "remeasured");
  for (const Json& pass : ArrayAt(json, "passes")) {
    series.passes.push_back(PassFromJson(pass, series.operations_per_observation));
  }
  if (const Json& fault = json.at("fault"); !fault.is_null()) series.fault = FaultFromJson(fault);
  if (json.contains("rank_reports")) {
    for (const Json& report : ArrayAt(json, "rank_reports"))
      series.rank_reports.push_back(MpiperfReportFromJson(report));
  }
  Summarize(series);  // never trusted from the file
  return series;
}

// An infinite end is null.
Json ToJson(const PacketFit& fit) {
  const auto ends = [](const Interval& interval) { return Json{interval.low, interval.high}; };
  const LatencyBandwidth& estimate = fit.estimate;
  Json parameters;
  for (const auto& [name, value] : fit.parameters) parameters[name] = value;
  return {{"case", fit.case_name},
          {"parameters", parameters},
          {"packets", fit.packets},
          {"confidence", estimate.latency_interval.confidence},
          {"latency_seconds", estimate.latency},
          {"latency_interval_seconds", ends(estimate.latency_interval)},
          {"bandwidth_bytes_per_second", estimate.bandwidth},
          {"bandwidth_interval_bytes_per_second", ends(estimate.bandwidth_interval)}};
}

Json ToJson(const LaunchRecord& record, const Json& context) {
  Json rows = Json::array();
  Json series = Json::array();
  for (std::size_t i = 0; i < record.series.size(); ++i) {
    AppendGoogleRows(record.series[i], static_cast<std::int64_t>(i), rows);
    series.push_back(ToJson(record.series[i]));
    const std::string why = NotVerifiedText(record.series[i], record.settings);
    if (!why.empty()) series.back()["not_verified"] = why;
  }
  Json fits = Json::array();
  for (const PacketFit& fit : PacketFits(record.series, kFitConfidence)) fits.push_back(ToJson(fit));
  return {{"context", context},
          {"benchmarks", rows},
          {"mpigauge",
           {{"schema_version", kRecordSchemaVersion},
            {"launch_id", record.launch_id},
            {"run_id", record.run_id},
            {"launch_index", record.launch_index},
            {"started_at", record.started_at},
            {"duration_seconds", record.duration_seconds},
            {"status", LaunchStatusName(record.status)},
            {"status_text", record.status_text},
            {"settings", record.settings},
            {"environment", ToJson(record.environment)},
            {"packet_fits", fits},
            {"series", series}}}};
}

LaunchRecord LaunchRecordFromJson(const Json& file, std::string_view what) {
  if (!file.is_object() || !file.contains("mpigauge")) {
    throw UsageError("{}: is not a launch record (it has no \"mpigauge\"); mpigauge-bench writes one with --record",
                     what);
  }
  return ReadingJson(what, [&] {
    const Json& json = file.at("mpigauge");
    const std::int64_t version = ReadingValues(what, [&] { return CountAt(json, "schema_version"); });
    if (version != kRecordSchemaVersion) {
      throw UsageError("{}: has schema version {}, this mpigauge reads {}; use the mpigauge that wrote it", what,
                       version, kRecordSchemaVersion);
    }
    LaunchRecord record;
    ReadingValues(what, [&] {
      record.launch_id = IdAt(json, "launch_id");
      record.run_id = IdAt(json, "run_id");
      record.launch_index = CountAt(json, "launch_index");
      record.started_at = TimeOfDayAt(json, "started_at");
      record.duration_seconds = SecondsAt(json, "duration_seconds");
      record.status = LaunchStatusFromName(json.at("status").get<std::string>());
      record.status_text = TextAt(json, "status_text");
    });
    record.settings = json.at("settings").get<std::map<std::string, std::string>>();
    record.environment = EnvironmentFromJson(json.at("environment"));
    std::set<std::string> known;
    for (const Json& series : ArrayAt(json, "series")) {
      try {
        record.series.push_back(SeriesFromJson(series));
        const SeriesRecord& one = record.series.back();
        if (!known.insert(fmt::format("{} v{} {}", one.name, one.case_version, one.method.Text())).second) {
          throw UsageError("appears twice");
        }
      } catch (const Error& error) {
        throw UsageError("{}: series '{}': {}", what, series.value("name", "?"), error.what());
      }
    }
    return record;
  });
}

LaunchRecord ReadLaunchRecord(const std::filesystem::path& path) {
  return LaunchRecordFromJson(ReadJson(path), path.string());
}

}  // namespace mpigauge

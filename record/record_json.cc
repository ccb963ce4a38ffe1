#include "record/record_json.h"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "record/checked_fields.h"
#include "record/commtest.h"

namespace mpigauge {
namespace {

// A time, or null: not known.
struct SecondsOrNull : NumberOrNull {
  static double ReadAt(const Json& json, const char* key) {
    return json.at(key).is_null() ? Read(json.at(key)) : SecondsAt(json, key);
  }
};

std::vector<double> TimesAt(const Json& json, const char* key) {
  auto times = json.at(key).get<std::vector<double>>();
  for (const double time : times) {
    if (!std::isfinite(time) || time < 0) throw UsageError("a time of {} s is impossible", time);
  }
  return times;
}

// Before and after the visit; missing where neither was measured.
template <double ReferenceTimes::*time>
constexpr auto ReferenceField(const char* key) {
  return JsonField<Pass>{key, "",
                         [](const Pass& pass) {
                           const double before = pass.references.before.*time;
                           const double after = pass.references.after.*time;
                           return before > 0 || after > 0 ? Json{before, after} : Json(nullptr);
                         },
                         [](const Json& json, const char* name, Pass& pass) {
                           const std::vector<double> times = TimesAt(json, name);
                           if (times.size() != 2) throw UsageError("{}: {} times, there are two", name, times.size());
                           pass.references.before.*time = times[0];
                           pass.references.after.*time = times[1];
                         }}
      .MayBeMissing();
}

Json AbsoluteErrors(const MpiperfReport& report) {
  Json errors = Json::array();
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    const auto error = report.AbsoluteError(i);
    errors.push_back(
        {{"confidence", MpiperfReport::kConfidences[i]}, {"seconds", error ? Json(*error) : Json(nullptr)}});
  }
  return errors;
}

void ReadAbsoluteErrors(const Json& json, const char* key, MpiperfReport& report) {
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    const double error = SecondsOrNull::ReadAt(json.at(key).at(i), "seconds");
    if (std::isnan(error)) continue;
    report.intervals[i] = Interval{report.mean - error, report.mean + error, MpiperfReport::kConfidences[i]};
  }
}

void CheckReport(const MpiperfReport& report) {
  if (report.kept > report.correct || report.correct > report.total) {
    throw UsageError("rank_reports: {} kept of {} correct ones of {} is impossible", report.kept, report.correct,
                     report.total);
  }
  constexpr double kRounding = 1 + 1e-9;
  if (report.minimum > report.mean * kRounding || report.mean > report.maximum * kRounding) {
    throw UsageError("rank_reports: a mean of {} s between {} and {} s is impossible", report.mean, report.minimum,
                     report.maximum);
  }
}

void CheckPass(const Pass& pass) {
  if (pass.local_seconds.size() == pass.observations_seconds.size()) return;
  throw UsageError("{} observations but {} local times", pass.observations_seconds.size(), pass.local_seconds.size());
}

}  // namespace

template <>
struct JsonOf<LaunchStatus> : ByName<LaunchStatusName, LaunchStatusFromName> {};
template <>
struct JsonOf<FaultKind> : ByName<FaultKindName, FaultKindFromName> {};

template <>
constexpr auto kFields<Method> = Fields(Field<CheckedBy<NameAt>, &Method::mode>("mode"),
                                        Field<CheckedBy<NameAt>, &Method::synchronizer>("synchronizer"),
                                        Field<CheckedBy<NameAt>, &Method::timer>("timer"),
                                        Field<NullIfEmpty<std::string>, &Method::buffers>("buffers").MayBeMissing(),
                                        Field<NullIfEmpty<std::string>, &Method::overhead>("overhead").MayBeMissing());

template <>
constexpr auto kFields<Summary> = Fields(Field<&Summary::count>("count"), Field<&Summary::median>("median_seconds"),
                                         Field<&Summary::trimmed_mean>("trimmed_mean_seconds"),
                                         Field<&Summary::mean>("mean_seconds"),
                                         Field<&Summary::minimum>("minimum_seconds"),
                                         Field<&Summary::maximum>("maximum_seconds"),
                                         Field<&Summary::p99>("p99_seconds"),
                                         Field<&Summary::standard_deviation>("standard_deviation_seconds"));

template <>
constexpr auto kFields<Pass> = Fields(Field<WholeFrom<1>, &Pass::operations>("operations_per_observation"),
                                      Field<WholeFrom<0>, &Pass::late>("late"),
                                      Field<CheckedBy<SecondsAt>, &Pass::start_spread_seconds>("start_spread_seconds"),
                                      Field<CheckedBy<SecondsAt>, &Pass::wall_seconds>("wall_seconds"),
                                      Field<CheckedBy<CountersAt>, &Pass::counters>("counters"),
                                      Field<CheckedBy<TimesAt>, &Pass::observations_seconds>("observations_seconds"),
                                      Field<CheckedBy<TimesAt>, &Pass::local_seconds>("local_seconds"),
                                      ReferenceField<&ReferenceTimes::handover>("handover_seconds"),
                                      ReferenceField<&ReferenceTimes::block>("block_seconds"),
                                      ReferenceField<&ReferenceTimes::arithmetic>("arithmetic_seconds"),
                                      ReferenceField<&ReferenceTimes::network>("network_seconds"));

template <>
constexpr auto kFields<MpiperfReport> = Fields(
    Field<WholeFrom<0>, &MpiperfReport::total>("total"), Field<WholeFrom<0>, &MpiperfReport::correct>("correct"),
    Field<WholeFrom<0>, &MpiperfReport::kept>("kept"), Field<SecondsOrNull, &MpiperfReport::mean>("mean_seconds"),
    Field<SecondsOrNull, &MpiperfReport::standard_error>("standard_error_seconds"),
    Field<SecondsOrNull, &MpiperfReport::relative_error>("relative_error"),
    Field<SecondsOrNull, &MpiperfReport::trimmed_mean_error>("trimmed_mean_error_seconds"),
    Field<SecondsOrNull, &MpiperfReport::minimum>("minimum_seconds"),
    Field<SecondsOrNull, &MpiperfReport::maximum>("maximum_seconds"),
    JsonField<MpiperfReport>{"absolute_errors", "", AbsoluteErrors, ReadAbsoluteErrors});

template <>
constexpr auto kFields<Environment> =
    Fields(Field<&Environment::key>("key"), Field<&Environment::context>("context"),
           Field<NullIfEmpty<std::map<std::string, std::string>>, &Environment::selection>("selection").MayBeMissing());

// The head of a launch, without its series.
template <>
constexpr auto kFields<LaunchRecord> =
    Fields(Field<CheckedBy<IdAt>, &LaunchRecord::launch_id>("launch_id"),
           Field<CheckedBy<IdAt>, &LaunchRecord::run_id>("run_id"),
           Field<WholeFrom<0>, &LaunchRecord::launch_index>("launch_index"),
           Field<CheckedBy<TimeOfDayAt>, &LaunchRecord::started_at>("started_at"),
           Field<CheckedBy<SecondsAt>, &LaunchRecord::duration_seconds>("duration_seconds"),
           Field<&LaunchRecord::status>("status"), Field<CheckedBy<TextAt>, &LaunchRecord::status_text>("status_text"),
           Field<&LaunchRecord::settings>("settings"), Field<&LaunchRecord::environment>("environment"));

template <>
constexpr auto kFields<Fault> = Fields(Field<&Fault::kind>("kind"), Field<IntFrom<-1>, &Fault::rank>("rank"),
                                       Field<CheckedBy<TextAt>, &Fault::message>("message"));

Json ToJson(const Environment& environment) { return FieldsToJson(environment); }
Environment EnvironmentFromJson(const Json& json) { return FieldsFromJson<Environment>(json); }
Json ToJson(const Fault& fault) { return FieldsToJson(fault); }
Fault FaultFromJson(const Json& json) { return FieldsFromJson<Fault>(json); }

Json DescriptionToJson(const SeriesRecord& series) {
  return {{"name", series.name},
          {"case", series.case_name},
          {"family", series.family},
          {"case_version", series.case_version},
          {"parameters", JsonOf<Parameters>::Write(series.parameters)},
          {"method", FieldsToJson(series.method)},
          {"bytes_per_operation", series.bytes_per_operation}};
}

SeriesRecord DescriptionFromJson(const Json& json) {
  SeriesRecord series;
  series.name = NameAt(json, "name");
  series.case_name = NameAt(json, "case");
  series.family = NameAt(json, "family");
  series.case_version = SmallCountAt(json, "case_version");
  series.parameters = ParametersAt(json, "parameters");
  series.method = FieldsFromJson<Method>(json.at("method"));
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
  json["summary"] = FieldsToJson(series.summary);
  json["local_summary"] = FieldsToJson(series.local_summary);
  if (!series.rank_reports.empty())
    json["rank_reports"] = JsonOf<std::vector<MpiperfReport>>::Write(series.rank_reports);
  json["passes"] = JsonOf<std::vector<Pass>>::Write(series.passes);
  return json;
}

SeriesRecord SeriesFromJson(const Json& json) {
  SeriesRecord series = DescriptionFromJson(json);
  series.operations_per_observation = CountAt(json, "operations_per_observation");
  series.verified = json.at("verified");
  series.first_call_seconds = SecondsAt(json, "first_call_seconds");
  series.second_call_seconds = SecondsAt(json, "second_call_seconds");
  series.cpu_seconds = SecondsAt(json, "cpu_seconds");
  series.remeasured = CountAt(json, "remeasured");
  if (json.contains("huge_page_bytes")) series.huge_page_bytes = CountAt(json, "huge_page_bytes", -1);
  if (json.contains("overhead_seconds")) series.overhead_seconds = SecondsAt(json, "overhead_seconds");
  if (json.contains("tick_seconds")) series.tick_seconds = SecondsAt(json, "tick_seconds");
  series.passes = JsonOf<std::vector<Pass>>::Read(json.at("passes"));
  for (const Pass& pass : series.passes) CheckPass(pass);
  if (const Json& fault = json.at("fault"); !fault.is_null()) series.fault = FaultFromJson(fault);
  if (json.contains("rank_reports")) {
    series.rank_reports = JsonOf<std::vector<MpiperfReport>>::Read(json.at("rank_reports"));
    for (const MpiperfReport& report : series.rank_reports) CheckReport(report);
  }
  Summarize(series);  // never trusted from the file
  return series;
}

// An infinite end is null.
Json ToJson(const PacketFit& fit) {
  const auto ends = [](const Interval& interval) { return Json{interval.low, interval.high}; };
  const LatencyBandwidth& estimate = fit.estimate;
  return {{"case", fit.case_name},
          {"parameters", NullIfEmpty<Parameters>::Write(fit.parameters)},
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
  Json launch = {{"schema_version", kRecordSchemaVersion}};
  launch.update(FieldsToJson(record));
  launch["packet_fits"] = std::move(fits);
  launch["series"] = std::move(series);
  return {{"context", context}, {"benchmarks", rows}, {"mpigauge", launch}};
}

namespace {

// The series of a record, one after the other. An error waits for the end: the head of the record, which may be of
// another schema version, comes first.
class SeriesReader {
 public:
  explicit SeriesReader(std::string_view what) : what_(what) {}

  void Take(const Json& json) {
    if (error_) return;
    try {
      Add(json);
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  // Throws Error (usage).
  std::vector<SeriesRecord> End() {
    if (error_) std::rethrow_exception(error_);
    return std::move(all_);
  }

 private:
  void Add(const Json& json) {
    const auto what = [&] { return fmt::format("{}: series '{}'", what_, json.value("name", "?")); };
    try {
      all_.push_back(SeriesFromJson(json));
      const SeriesRecord& one = all_.back();
      if (!known_.insert(fmt::format("{} v{} {}", one.name, one.case_version, one.method.Text())).second) {
        throw UsageError("appears twice");
      }
    } catch (const Error& error) {
      throw UsageError("{}: {}", what(), error.what());
    } catch (const nlohmann::json::exception& error) {
      ThrowJsonError(what(), error);
    }
  }

  std::string_view what_;
  std::vector<SeriesRecord> all_;
  std::unordered_set<std::string> known_;
  std::exception_ptr error_;
};

// Reads the head, and what is left of the series there.
LaunchRecord RecordFromJson(const Json& file, std::string_view what, SeriesReader& series) {
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
    auto record = ReadingValues(what, [&] { return FieldsFromJson<LaunchRecord>(json); });
    for (const Json& one : ArrayAt(json, "series")) series.Take(one);
    record.series = series.End();
    return record;
  });
}

}  // namespace

LaunchRecord LaunchRecordFromJson(const Json& file, std::string_view what) {
  SeriesReader series(what);
  return RecordFromJson(file, what, series);
}

// Each series is read when its text was, and goes then, and so does what is there for other programs: of a file with a
// million series there never is a tree of JSON values.
LaunchRecord ReadLaunchRecord(const std::filesystem::path& path) {
  const std::string what = path.string();
  SeriesReader series(what);
  std::string keys[2];  // the value that is being read: one of the file's, and one of that
  const auto keep = [&](int depth, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::key && (depth == 1 || depth == 2)) keys[depth - 1] = value.get<std::string>();
    const bool in_record = keys[0] == "mpigauge";
    if (event != Json::parse_event_t::object_end || depth != 3) return depth == 0 || in_record;
    if (!in_record || keys[1] != "series") return in_record;
    series.Take(Json(std::move(value)));  // a moved value knows the paths of what is in it
    return false;
  };
  const Json file = ParseJson(ReadFile(path), what, keep);
  return RecordFromJson(file, what, series);
}

}  // namespace mpigauge

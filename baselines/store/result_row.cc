#include "baselines/store/result_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using Rows = std::vector<std::vector<double>>;

// "[[1e-8,2.5],[3.0]]" as it is stored, without building a tree of JSON values; nothing where it is anything else. A
// series has some thirty of these numbers, and a run of ten thousand series has them in each launch.
std::optional<Rows> RowsOfNumbers(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto take = [&](char letter) {
    const bool there = at != end && *at == letter;
    at += there ? 1 : 0;
    return there;
  };
  Rows rows;
  if (!take('[')) return std::nullopt;
  if (text.starts_with("[[")) {
    do {
      if (!take('[')) return std::nullopt;
      std::vector<double>& row = rows.emplace_back();
      do {
        const auto [next, error] = std::from_chars(at, end, row.emplace_back());
        if (error != std::errc() || !std::isfinite(row.back())) return std::nullopt;
        at = next;
      } while (take(','));
      if (!take(']')) return std::nullopt;
    } while (take(','));
  }
  return take(']') && at == end ? std::optional(std::move(rows)) : std::nullopt;
}

double RealOrNan(const SqlRow& row, int column) { return row.IsNull(column) ? std::nan("") : row.Real(column); }

// One pass stands for all where their observations are not asked for.
std::map<std::string, double> MedianCounters(const Json& all) {
  SeriesRecord series;
  series.passes.resize(all.size());
  FillCounters(all, series.passes);
  return series.Counters();
}

}  // namespace

Json CountersToJson(const std::vector<Pass>& passes) {
  Json all = Json::array();
  for (const Pass& pass : passes) all.push_back(pass.counters);
  return all;
}

void FillCounters(const Json& all, std::vector<Pass>& passes) {
  for (std::size_t i = 0; i < std::min(all.size(), passes.size()); ++i) all[i].get_to(passes[i].counters);
}

Json OperationsToJson(const std::vector<Pass>& passes) {
  Json all = Json::array();
  for (const Pass& pass : passes) all.push_back(pass.operations);
  return all;
}

void FillOperations(std::string_view all, std::string_view what, std::vector<Pass>& passes) {
  ReadingJson(what, [&] {
    const Json json = ParseJson(all, what);
    for (std::size_t i = 0; i < std::min(json.size(), passes.size()); ++i) json[i].get_to(passes[i].operations);
  });
}

Json ReferencesToJson(const std::vector<Pass>& passes) {
  Json all = Json::array();
  bool any = false;
  for (const Pass& pass : passes) {
    const auto& [before, after] = pass.references;
    any = any || pass.references != VisitReferences();
    all.push_back({before.handover, after.handover, before.block, after.block, before.arithmetic, after.arithmetic});
    if (before.network == 0 && after.network == 0) continue;  // on one host
    for (const double seconds : {before.network, after.network}) all.back().push_back(seconds);
  }
  return any ? all : Json::array();
}

void FillReferences(std::string_view all, std::string_view what, std::vector<Pass>& passes) {
  auto rows = RowsOfNumbers(all);
  if (!rows) rows = ReadingJson(what, [&] { return ParseJson(all, what).get<Rows>(); });
  for (std::size_t i = 0; i < std::min(rows->size(), passes.size()); ++i) {
    const std::vector<double>& seconds = (*rows)[i];
    const auto at = [&](std::size_t place) { return place < seconds.size() ? seconds[place] : 0; };
    passes[i].references = {{at(0), at(2), at(4), at(6)}, {at(1), at(3), at(5), at(7)}};
  }
}

SqlValues ResultValues(const SqlRow& row, int first) {
  static constexpr std::string_view kKinds = "iirrrrrrriititrr";  // whole numbers, real ones, texts
  static_assert(kKinds.size() == kResultColumnCount);
  SqlValues values;
  for (int i = 0; i < kResultColumnCount; ++i) {
    const int column = first + i;
    const char kind = kKinds[static_cast<std::size_t>(i)];
    if (row.IsNull(column)) {
      values.emplace_back(nullptr);
    } else if (kind == 'i') {
      values.emplace_back(row.Integer(column));
    } else if (kind == 'r') {
      values.emplace_back(row.Real(column));
    } else {
      values.emplace_back(row.Text(column));
    }
  }
  return values;
}

std::int64_t ResultChecksum(const std::string& launch_id, const std::string& identity, const SqlValues& figures) {
  Checksum checksum;
  checksum.AddText(launch_id);
  checksum.AddText(identity);
  // A row that is older than the newest column has the checksum that it had then.
  const bool before = std::holds_alternative<std::nullptr_t>(figures.back());
  for (const SqlValue& value : std::span(figures).first(figures.size() - (before ? 1 : 0))) checksum.Add(value);
  return checksum.value();
}

std::int64_t PassesChecksum(std::int64_t of_figures, const Blob& passes, const std::string& references,
                            const std::optional<std::string>& operations) {
  Checksum checksum;
  checksum.Add(of_figures);
  checksum.AddBytes(passes);
  checksum.AddText(references);
  if (operations) checksum.AddText(*operations);
  return checksum.value();
}

void FillResult(const SqlRow& row, int first, std::string_view what, SeriesRecord& series) {
  series.summary.count = row.Integer(first);
  series.passes.assign(1, {});
  series.passes[0].late = row.Integer(first + 1);
  series.summary.median = RealOrNan(row, first + 2);
  series.summary.minimum = RealOrNan(row, first + 3);
  series.summary.p99 = RealOrNan(row, first + 4);
  series.local_summary.median = RealOrNan(row, first + 5);
  series.first_call_seconds = row.Real(first + 6);
  series.second_call_seconds = row.Real(first + 7);
  series.cpu_seconds = row.Real(first + 8);
  series.operations_per_observation = row.Integer(first + 9);
  series.passes[0].operations = series.operations_per_observation;
  series.verified = row.Integer(first + 10) != 0;
  series.remeasured = row.Integer(first + 12);
  // Most cases count nothing, "[{},{}]": that needs no parsing.
  if (const std::string counters = row.Text(first + 13); counters.find('"') != std::string::npos) {
    ReadingJson(what, [&] { series.passes[0].counters = MedianCounters(ParseJson(counters, what)); });
  }
  series.overhead_seconds = row.Real(first + 14);
  if (!row.IsNull(first + 15)) series.tick_seconds = row.Real(first + 15);  // older rows have none
  if (row.IsNull(first + 11)) return;
  series.fault = ReadingJson(what, [&] { return FaultFromJson(ParseJson(row.Text(first + 11), what)); });
}

namespace {

std::string ContentOf(const SeriesRecord& series, bool observations) {
  const Json figures = {series.operations_per_observation,
                        series.verified,
                        series.first_call_seconds,
                        series.second_call_seconds,
                        series.cpu_seconds,
                        series.overhead_seconds,
                        series.remeasured,
                        series.fault ? ToJson(*series.fault) : Json(nullptr),
                        series.tick_seconds,
                        OperationsToJson(series.passes),
                        CountersToJson(series.passes),
                        ReferencesToJson(series.passes)};
  std::string content = JsonLine(figures);
  if (!observations) return content;
  for (const std::byte byte : EncodePasses(series.passes)) content += static_cast<char>(byte);
  return content;
}

// Where they were removed they are not what differs.
bool LacksObservations(const LaunchRecord& record) {
  return std::any_of(record.series.begin(), record.series.end(),
                     [](const SeriesRecord& series) { return series.LacksObservations(); });
}

// The contents by the names that people know.
std::map<std::string, std::string> ContentOf(const LaunchRecord& record, bool observations) {
  std::map<std::string, std::string> content = {
      {"place in its run", fmt::format("{} {}", record.run_id, record.launch_index)},
      {"time", JsonLine({record.started_at, record.duration_seconds})},
      {"status", JsonLine({LaunchStatusName(record.status), record.status_text})},
      {"environment", JsonLine(ToJson(record.environment))},
      {"settings", JsonLine(record.settings)}};
  for (const SeriesRecord& series : record.series) {
    content[fmt::format("series {} v{} {}", series.name, series.case_version, series.method.Text())] =
        ContentOf(series, observations);
  }
  return content;
}

}  // namespace

std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other) {
  const bool observations = !LacksObservations(one) && !LacksObservations(other);
  const auto left = ContentOf(one, observations);
  const auto right = ContentOf(other, observations);
  std::map<std::string, bool> same;
  for (const auto& [name, content] : left) same[name] = right.contains(name) && right.at(name) == content;
  for (const auto& [name, content] : right) same.emplace(name, false);
  std::string difference;
  for (const auto& [name, is_same] : same) {
    if (!is_same) difference += (difference.empty() ? "" : ", ") + name;
  }
  return difference;
}

}  // namespace mpigauge

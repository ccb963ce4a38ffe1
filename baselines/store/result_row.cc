#include "baselines/store/result_row.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/json.h"
#include "baselines/store/blobs.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"
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

std::optional<double> FiniteOrNone(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

void AddTo(Checksum& checksum, const std::string& value) { checksum.AddText(value); }
template <typename Value>
void AddTo(Checksum& checksum, const Value& value) {
  checksum.Add(ToSql(value));
}

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

ResultFigures FiguresOf(const SeriesRecord& series) {
  ResultFigures figures;
  figures.observations = series.summary.count;
  figures.late = series.Late();
  figures.median_seconds = FiniteOrNone(series.summary.median);
  figures.minimum_seconds = FiniteOrNone(series.summary.minimum);
  figures.p99_seconds = FiniteOrNone(series.summary.p99);
  figures.local_median_seconds = FiniteOrNone(series.local_summary.median);
  figures.first_call_seconds = series.first_call_seconds;
  figures.second_call_seconds = series.second_call_seconds;
  figures.cpu_seconds = series.cpu_seconds;
  figures.operations_per_observation = series.operations_per_observation;
  figures.verified = series.verified ? 1 : 0;
  if (series.fault) figures.fault = JsonLine(ToJson(*series.fault));
  figures.remeasured = series.remeasured;
  figures.counters = JsonLine(CountersToJson(series.passes));
  figures.overhead_seconds = series.overhead_seconds;
  figures.tick_seconds = series.tick_seconds;
  return figures;
}

ResultPasses PassesOf(const SeriesRecord& series, std::int64_t figures_checksum) {
  ResultPasses passes;
  if (!series.LacksObservations()) passes.passes = EncodePasses(series.passes);
  passes.reference_seconds = JsonLine(ReferencesToJson(series.passes));
  passes.pass_operations = JsonLine(OperationsToJson(series.passes));
  passes.passes_checksum = PassesChecksum(figures_checksum, passes);
  return passes;
}

std::int64_t ResultChecksum(const std::string& launch_id, const std::string& identity, const ResultFigures& figures) {
  Checksum checksum;
  checksum.AddText(launch_id);
  checksum.AddText(identity);
  ResultFigures::Columns(figures, [&](std::string_view name, const auto& value) {
    // A row that is older than this column has the checksum that it had then.
    if (name == "tick_seconds" && !figures.tick_seconds) return;
    AddTo(checksum, value);
  });
  return checksum.value();
}

std::int64_t PassesChecksum(std::int64_t figures_checksum, const ResultPasses& passes) {
  Checksum checksum;
  checksum.Add(figures_checksum);
  checksum.AddBytes(passes.passes);
  checksum.AddText(passes.reference_seconds);
  if (passes.pass_operations) checksum.AddText(*passes.pass_operations);
  return checksum.value();
}

void FillResult(const ResultFigures& figures, std::string_view what, SeriesRecord& series) {
  series.summary.count = figures.observations;
  series.passes.assign(1, {});
  series.passes[0].late = figures.late;
  series.summary.median = figures.median_seconds.value_or(std::nan(""));
  series.summary.minimum = figures.minimum_seconds.value_or(std::nan(""));
  series.summary.p99 = figures.p99_seconds.value_or(std::nan(""));
  series.local_summary.median = figures.local_median_seconds.value_or(std::nan(""));
  series.first_call_seconds = figures.first_call_seconds;
  series.second_call_seconds = figures.second_call_seconds;
  series.cpu_seconds = figures.cpu_seconds;
  series.operations_per_observation = figures.operations_per_observation;
  series.passes[0].operations = series.operations_per_observation;
  series.verified = figures.verified != 0;
  series.remeasured = figures.remeasured;
  // Most cases count nothing, "[{},{}]": that needs no parsing.
  if (figures.counters.find('"') != std::string::npos) {
    ReadingJson(what, [&] { series.passes[0].counters = MedianCounters(ParseJson(figures.counters, what)); });
  }
  series.overhead_seconds = figures.overhead_seconds;
  if (figures.tick_seconds) series.tick_seconds = *figures.tick_seconds;
  if (figures.fault) series.fault = ReadingJson(what, [&] { return FaultFromJson(ParseJson(*figures.fault, what)); });
}

}  // namespace mpigauge

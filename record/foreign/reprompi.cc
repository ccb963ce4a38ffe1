#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "record/foreign/columns.h"
#include "record/foreign/foreign.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// "MPI_Bcast" is "bcast"; its mock-ups ("GL_...") are not the library's.
std::optional<std::string> CaseOfReprompi(const std::string& call) {
  static const std::set<std::string> kCalls = {"allgather", "allreduce", "alltoall",       "barrier",
                                               "bcast",     "exscan",    "gather",         "reduce",
                                               "scan",      "scatter",   "reduce_scatter", "reduce_scatter_block"};
  if (!call.starts_with("MPI_")) return std::nullopt;
  std::string name = call.substr(4);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) { return std::tolower(letter); });
  if (!kCalls.contains(name)) return std::nullopt;
  return name;
}

// Finds a setting in a line before the tables: "#@nprocs=4".
std::optional<std::string> SettingOf(const std::string& line, const std::string& name) {
  const std::string start = "#@" + name + "=";
  if (!line.starts_with(start)) return std::nullopt;
  return line.substr(start.size());
}

// Reads a table by the heads of its columns, whose order depends on how the program was called.
class TableOfReprompi {
 public:
  explicit TableOfReprompi(const std::vector<std::string>& head) {
    for (std::size_t i = 0; i < head.size(); ++i) places_[head[i]] = i;
  }
  bool Has(const std::string& column) const { return places_.contains(column); }
  const std::string& At(const std::vector<std::string>& words, const std::string& column, const std::string& name,
                        const TextLine& line) const {
    const auto place = places_.find(column);
    if (place == places_.end() || place->second >= words.size()) {
      throw UsageError("{}, line {}: has no {}", name, line.number, column);
    }
    return words[place->second];
  }
  // The time that is wanted, where the table has one.
  std::optional<std::string> TimeColumn() const {
    for (const char* column : {"runtime_sec", "median_sec", "mean_sec"}) {
      if (Has(column)) return column;
    }
    return std::nullopt;
  }

 private:
  std::map<std::string, std::size_t> places_;
};

using PointOfReprompi = std::pair<std::string, std::int64_t>;  // the case and its size

}  // namespace

ForeignOutput ReadReprompi(const std::string& text, const std::string& name) {
  ForeignOutput output;
  std::int64_t ranks = 0;
  std::int64_t element_bytes = 1;
  std::map<std::string, std::string> settings;
  std::optional<TableOfReprompi> table;
  std::vector<PointOfReprompi> order;
  std::map<PointOfReprompi, std::vector<double>> seconds;
  for (const TextLine& line : ForeignLines(text)) {
    if (const auto value = SettingOf(line.text, "nprocs")) ranks = ForeignCount(*value, name, line);
    if (const auto value = SettingOf(line.text, "datatype_size_bytes"))
      element_bytes = ForeignCount(*value, name, line);
    for (const char* setting : {"operation", "datatype", "sync"}) {
      if (const auto value = SettingOf(line.text, setting)) settings[setting] = *value;
    }
    const std::vector<std::string> words = ForeignWords(line.text);
    if (words.empty() || line.text.starts_with('#')) continue;
    if (std::find(words.begin(), words.end(), "test") != words.end()) {
      table.emplace(words);
      if (!table->TimeColumn()) AddOnce("a table without runtime_sec, median_sec or mean_sec", output.left_out);
      continue;
    }
    if (!table || !table->TimeColumn()) continue;
    const std::string call = table->At(words, "test", name, line);
    const auto case_name = CaseOfReprompi(call);
    if (!case_name) {
      AddOnce("ReproMPI " + call, output.left_out);
      continue;
    }
    if (table->Has("errorcode") && table->At(words, "errorcode", name, line) != "0") continue;
    const bool in_bytes = table->Has("msize_bytes");
    const std::int64_t size =
        ForeignCount(table->At(words, in_bytes ? "msize_bytes" : "count", name, line), name, line);
    const std::int64_t bytes = *case_name == "barrier" ? -1
                               : in_bytes              ? size
                                                       : ForeignProduct(size, element_bytes, name, line);
    const PointOfReprompi point = {*case_name, bytes};
    if (!seconds.contains(point)) order.push_back(point);
    seconds[point].push_back(ForeignNumber(table->At(words, *table->TimeColumn(), name, line), name, line));
  }
  for (const PointOfReprompi& point : order) {
    const double median = Summarize(seconds.at(point)).median;
    ForeignResult result{point.first, "collective", point.second, ranks, median};
    const bool reduces =
        point.first.find("reduce") != std::string::npos || point.first.find("scan") != std::string::npos;
    if (reduces && settings.contains("operation")) result.settings.push_back(settings.at("operation"));
    if (point.first != "barrier" && settings.contains("datatype")) result.settings.push_back(settings.at("datatype"));
    if (settings.contains("sync")) result.synchronizer = settings.at("sync");
    output.results.push_back(std::move(result));
  }
  return output;
}

}  // namespace mpigauge

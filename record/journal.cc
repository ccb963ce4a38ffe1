#include "record/journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/json.h"
#include "record/checked_values.h"
#include "record/record_json.h"

namespace mpigauge {

std::filesystem::path UnendedRecordPath(const std::filesystem::path& record) { return record.string() + ".unended"; }

JournalWriter::JournalWriter(const std::filesystem::path& path)
    : path_(path), file_(std::fopen(path.c_str(), "we"), &std::fclose) {
  if (!file_) throw NotMeasured("{}: cannot be written: {}", path.string(), std::strerror(errno));
}

void JournalWriter::Line(const std::string& kind, Json content) {
  const std::string line = JsonLine(Json{{kind, std::move(content)}}) + "\n";
  // One write per line: what is in the file is whole lines, but for a last one that was cut off.
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fflush(file_.get()) != 0) {
    throw NotMeasured("{}: cannot be written: {}", path_.string(), std::strerror(errno));
  }
}

void JournalWriter::Launch(const LaunchRecord& record) {
  Json launch = ToJson(record, {}).at("mpigauge");
  Line("launch", std::move(launch));
}

void JournalWriter::Begin(const SeriesRecord& series) { Line("begin", DescriptionToJson(series)); }

void JournalWriter::End(const SeriesRecord& visit) { Line("end", ToJson(visit)); }

namespace {

// Adds a visit to a series: its pass, or its fault.
void AppendVisit(const SeriesRecord& visit, SeriesRecord& series) {
  series.passes.insert(series.passes.end(), visit.passes.begin(), visit.passes.end());
  if (!visit.fault) series.overhead_seconds = visit.overhead_seconds;
  series.rank_reports.clear();  // of one visit
  series.huge_page_bytes = std::max(series.huge_page_bytes, visit.huge_page_bytes);
  series.remeasured = std::max(series.remeasured, visit.remeasured);
  if (visit.fault && !series.fault) series.fault = visit.fault;
}

}  // namespace

std::optional<JournalContent> ReadJournal(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::optional<JournalContent> content;
  for (int number = 1; std::getline(in, line); ++number) {
    if (in.eof()) break;  // no newline at its end: cut off
    const std::string what = path.string() + ":" + std::to_string(number);
    const Json event = ParseJson(line, what);
    if (event.contains("launch")) {
      content.emplace();
      content->record = LaunchRecordFromJson({{"mpigauge", event.at("launch")}}, what);
      continue;
    }
    if (!content) throw UsageError("{}: a journal begins with the launch", what);
    if (event.contains("begin")) {
      content->running = ReadingValues(what, [&] { return DescriptionFromJson(event.at("begin")); });
      continue;
    }
    const SeriesRecord visit = ReadingValues(what, [&] { return SeriesFromJson(event.at("end")); });
    auto& all = content->record.series;
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const SeriesRecord& s) { return s.name == visit.name; });
    if (known == all.end()) {
      all.push_back(visit);
    } else {
      AppendVisit(visit, *known);
      Summarize(*known);
    }
    content->running.reset();
  }
  return content;
}

}  // namespace mpigauge

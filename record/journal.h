#pragma once

// The journal of a launch: one JSON line per event, written while the launch goes on, so that a crash loses at
// most the series that was running. Rank 0 writes it, `mpigauge run` reads it when the launch left no record.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "record/record.h"

namespace mpigauge {

// The record of a launch whose program has measured everything and has not come back from MPI_Finalize. It gets its own
// name when MPI_Finalize is over, so a record under that name is one of a program that survived it.
std::filesystem::path UnendedRecordPath(const std::filesystem::path& record);

class JournalWriter {
 public:
  // Starts a new journal. Throws Error (not measured) where the file cannot be written.
  explicit JournalWriter(const std::filesystem::path& path);

  // The launch without its series: who, where, how.
  void Launch(const LaunchRecord& record);
  // A series is about to be measured.
  void Begin(const SeriesRecord& series);
  // Writes the visit's result: the series with this one pass (or with its fault).
  void End(const SeriesRecord& visit);

 private:
  void Line(const std::string& kind, Json content);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

struct JournalContent {
  LaunchRecord record;                  // with all passes that were finished
  std::optional<SeriesRecord> running;  // what was running when the journal ends: its description alone
};

// Reads a journal; a last line that was cut off is ignored. Nothing where the launch never wrote its first
// line. Throws Error (usage) where an earlier line is damaged.
std::optional<JournalContent> ReadJournal(const std::filesystem::path& path);

// Returns the result of `read` as an optional value; nothing if it throws an Error, whose text goes into `damage`. One
// file that cannot be read does not stop whoever reads many.
template <typename Read>
auto Undamaged(std::string& damage, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const Error& error) {
    damage = error.what();
    return std::nullopt;
  }
}

}  // namespace mpigauge

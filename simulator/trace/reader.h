#pragma once

// Reads one rank's trace file.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

enum class OnDamage { kThrow, kKeepWhatIsBefore };

// Block by block, so that long traces need not be in memory. Throws Error (usage) naming the file, and the byte from
// which on it makes no sense; with kKeepWhatIsBefore it ends there, and damage() says so. What is no trace file, has no
// header or a later version is always an error.
class TraceReader {
 public:
  explicit TraceReader(const std::filesystem::path& path, OnDamage on_damage = OnDamage::kThrow);

  const TraceHeader& header() const { return header_; }
  bool Next(TraceEvent& event);  // false: no more
  const std::string& damage() const { return damage_; }

 private:
  bool ReadBlock(std::string& content, std::uint32_t kind);
  bool FillEvents();

  std::filesystem::path path_;
  OnDamage on_damage_;
  std::ifstream file_;
  std::uint64_t offset_ = 0;  // of what comes next
  TraceHeader header_;
  std::vector<TraceEvent> events_;  // of the current block
  std::size_t next_ = 0;
  std::string damage_;
};

// All of it. A trace that just stops, without MPI_Finalize, is not damaged: `complete` is false.
RankTrace ReadRankTrace(const std::filesystem::path& path, OnDamage on_damage = OnDamage::kThrow);

}  // namespace mpigauge

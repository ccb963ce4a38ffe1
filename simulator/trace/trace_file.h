#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/trace/codec.h"
#include "simulator/trace/event.h"

// Reads and writes one rank's trace file.

namespace mpigauge {

enum class OnDamage { kThrow, kKeepWhatIsBefore };

// Block by block, so that long traces need not be in memory. Throws Error (usage) naming the file, and the byte from
// which on it makes no sense; with kKeepWhatIsBefore it ends there, and damage() says so. A file that is no trace, has
// no header or a later version is always an error.
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

// Events gather in memory until a block is full, then they go to the file in one piece: when the program dies, the
// events of that block are lost and no others. Where a write fails (a full disk), what was written of the block is cut
// off, so that the file stays whole, and Error (not measured) names the file; nothing more is written then.
class TraceWriter {
 public:
  // Replaces a file that is there. Throws Error (not measured).
  TraceWriter(std::string path, const TraceHeader& header, std::size_t block_bytes = kDefaultBlockBytes);
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  void Add(const TraceEvent& event);
  void Flush();  // what was added is in the file, whatever happens to the program

  // Leaves the file to others, such as the parent of a forked process: nothing more is written, not even at the end.
  void Abandon();

  static constexpr std::size_t kDefaultBlockBytes = std::size_t{32} << 10;

 private:
  void WriteBlock(TraceBlock kind, const std::string& content);
  void Write(const std::string& bytes);

  std::string path_;
  std::size_t block_bytes_;
  int file_ = -1;
  std::int64_t written_ = 0;  // whole blocks
  EventEncoder encoder_;
};

}  // namespace mpigauge

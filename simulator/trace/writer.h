#pragma once

// Writes one rank's trace file.

#include <cstddef>
#include <cstdint>
#include <string>

#include "simulator/trace/codec.h"
#include "simulator/trace/event.h"

namespace mpigauge {

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

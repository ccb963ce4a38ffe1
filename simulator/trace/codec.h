#pragma once

// Trace files' bytes. Frozen: a change of meaning gets a new kTraceVersion, and old files stay readable.
//
// A file is kTraceMagic, the version (4 bytes, little-endian like all that is fixed), then blocks. A block is its kind
// (4 bytes), the length of its content (4), the content's CRC-32 (4), its content. The first block is the header, all
// others hold events and can be read without each other: what a crash cuts off is the last block alone.
//
// In a block, what is the same in many calls (which call, to whom, how many bytes) is written once, as a shape, and
// called by its number from then on; a call that is like one before takes about eight bytes.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "simulator/trace/event.h"

namespace mpigauge {

inline constexpr std::string_view kTraceMagic = "MPITRACE";
inline constexpr std::uint32_t kTraceVersion = 1;

enum class TraceBlock : std::uint32_t { kHeader = 1, kEvents = 2 };

// "rank-00003.mpitrace", and back; -1: another file's name.
std::string TraceFileName(int rank);
int RankOfTraceFile(std::string_view name);

// Returns the bytes that stand before a block's content.
std::string BlockHead(TraceBlock kind, std::string_view content);
inline constexpr std::size_t kBlockHeadBytes = 12;
std::uint32_t TraceChecksum(std::string_view content);

std::string EncodeHeader(const TraceHeader& header);
TraceHeader DecodeHeader(std::string_view content);

// Gathers the content of one block.
class EventEncoder {
 public:
  void Add(const TraceEvent& event);
  const std::string& content() const { return content_; }
  void Clear();

 private:
  void AddShape(const TraceEvent& event);

  std::string content_;
  std::string shape_;  // kept for its memory
  std::unordered_map<std::string, std::uint32_t> shapes_;
  std::uint32_t newest_request_ = 0;
};

// Hands over the events of a block one by one, each valid until the next. Throws Error (usage) with the byte where the
// content makes no sense.
void DecodeEvents(std::string_view content, const std::function<void(TraceEvent&)>& take);

}  // namespace mpigauge

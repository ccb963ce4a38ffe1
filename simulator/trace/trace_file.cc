#include "simulator/trace/trace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "simulator/trace/bytes.h"
#include "simulator/trace/codec.h"

namespace mpigauge {
namespace {

// Up to `count` bytes: fewer where the file ends. Space is taken as bytes come, whatever the file claims.
std::string ReadBytes(std::ifstream& file, std::size_t count) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string bytes;
  while (bytes.size() < count) {
    const std::size_t before = bytes.size();
    bytes.resize(std::min(count, before + kPiece));
    file.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
    const auto got = static_cast<std::size_t>(file.gcount());
    if (before + got < bytes.size()) {
      bytes.resize(before + got);
      return bytes;
    }
  }
  return bytes;
}

}  // namespace

TraceReader::TraceReader(const std::filesystem::path& path, OnDamage on_damage)
    : path_(path), on_damage_(OnDamage::kThrow), file_(path, std::ios::binary) {
  if (!file_) throw UsageError("{}: cannot be read", path_.string());
  const std::string start = ReadBytes(file_, kTraceMagic.size() + 4);
  if (start.size() < kTraceMagic.size() + 4 || !start.starts_with(kTraceMagic)) {
    throw UsageError("{}: is not a trace file of libmpigauge_trace.so", path_.string());
  }
  const std::uint32_t version = ByteReader(std::string_view(start).substr(kTraceMagic.size())).Fixed32();
  if (version != kTraceVersion) {
    throw UsageError("{}: has version {} of the trace format, this program reads version {}", path_.string(), version,
                     kTraceVersion);
  }
  offset_ = start.size();
  std::string content;
  if (!ReadBlock(content, static_cast<std::uint32_t>(TraceBlock::kHeader))) {
    throw UsageError("{}: has no header; the program ended before MPI_Init returned", path_.string());
  }
  try {
    header_ = DecodeHeader(content);
  } catch (const Error& error) {
    throw UsageError("{}: the header is damaged: {}", path_.string(), error.what());
  }
  on_damage_ = on_damage;
}

// The next block's content. False at the end of the file, or where damage begins that is let pass.
bool TraceReader::ReadBlock(std::string& content, std::uint32_t kind) {
  std::string what;
  const std::string head = ReadBytes(file_, kBlockHeadBytes);
  if (head.empty()) return false;
  if (head.size() < kBlockHeadBytes) {
    what = "the file ends in the middle of a block";
  } else {
    ByteReader numbers(head);
    const std::uint32_t has_kind = numbers.Fixed32();
    const std::uint32_t length = numbers.Fixed32();
    const std::uint32_t checksum = numbers.Fixed32();
    if (has_kind != kind) {
      what = fmt::format("a block of kind {} stands where {} belongs", has_kind, kind);
    } else {
      content = ReadBytes(file_, length);
      if (content.size() < length) {
        what = "the file ends in the middle of a block";
      } else if (TraceChecksum(content) != checksum) {
        what = "a block's checksum is wrong";
      }
    }
  }
  if (what.empty()) {
    offset_ += kBlockHeadBytes + content.size();
    return true;
  }
  damage_ = fmt::format("{}: byte {}: {}", path_.string(), offset_, what);
  if (on_damage_ == OnDamage::kThrow) throw UsageError("{}", damage_);
  return false;
}

bool TraceReader::FillEvents() {
  events_.clear();
  next_ = 0;
  std::string content;
  const std::uint64_t start = offset_;
  if (!damage_.empty() || !ReadBlock(content, static_cast<std::uint32_t>(TraceBlock::kEvents))) return false;
  try {
    DecodeEvents(content, [this](TraceEvent& event) { events_.push_back(std::move(event)); });
  } catch (const Error& error) {
    damage_ = fmt::format("{}: block at byte {}: {}", path_.string(), start, error.what());
    if (on_damage_ == OnDamage::kThrow) throw UsageError("{}", damage_);
  }
  return !events_.empty();
}

bool TraceReader::Next(TraceEvent& event) {
  if (next_ == events_.size() && !FillEvents()) return false;
  event = std::move(events_[next_++]);
  return true;
}

RankTrace ReadRankTrace(const std::filesystem::path& path, OnDamage on_damage) {
  TraceReader reader(path, on_damage);
  RankTrace trace;
  trace.header = reader.header();
  for (TraceEvent event; reader.Next(event);) {
    if (event.call == TraceCall::kFinalize) trace.complete = true;
    trace.events.push_back(std::move(event));
  }
  trace.damage = reader.damage();
  return trace;
}

TraceWriter::TraceWriter(std::string path, const TraceHeader& header, std::size_t block_bytes)
    : path_(std::move(path)), block_bytes_(block_bytes) {
  file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw NotMeasured("{}: cannot be written: {}", path_, std::strerror(errno));
  std::string start(kTraceMagic);
  PutFixed32(start, kTraceVersion);
  Write(start);
  WriteBlock(TraceBlock::kHeader, EncodeHeader(header));
}

TraceWriter::~TraceWriter() {
  try {
    Flush();
  } catch (const Error&) {  // who wants to know calls Flush()
  }
  if (file_ >= 0) close(file_);
}

void TraceWriter::Add(const TraceEvent& event) {
  if (file_ < 0) return;
  encoder_.Add(event);
  if (encoder_.content().size() >= block_bytes_) Flush();
}

void TraceWriter::Flush() {
  if (file_ < 0 || encoder_.content().empty()) return;
  WriteBlock(TraceBlock::kEvents, encoder_.content());
  encoder_.Clear();
}

void TraceWriter::Abandon() {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

void TraceWriter::WriteBlock(TraceBlock kind, const std::string& content) { Write(BlockHead(kind, content) + content); }

// All of it, or nothing.
void TraceWriter::Write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t now = write(file_, bytes.data() + done, bytes.size() - done);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) {
      const std::string reason = std::strerror(now < 0 ? errno : ENOSPC);
      const bool cut = ftruncate(file_, written_) == 0;
      Abandon();
      throw NotMeasured("{}: cannot be written: {}; {}", path_, reason,
                        cut ? "the trace ends there" : "its last block is damaged");
    }
    done += static_cast<std::size_t>(now);
  }
  written_ += static_cast<std::int64_t>(bytes.size());
}

}  // namespace mpigauge

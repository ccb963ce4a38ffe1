#include "simulator/trace/writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "harness/base/error.h"
#include "simulator/trace/bytes.h"

namespace mpigauge {

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

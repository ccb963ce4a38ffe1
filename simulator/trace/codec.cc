#include "simulator/trace/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <charconv>
#include <cmath>
#include <vector>

#include "simulator/trace/bytes.h"

namespace mpigauge {
namespace {

constexpr std::string_view kFilePrefix = "rank-";
constexpr std::string_view kFileSuffix = ".mpitrace";

// The bits of a shape's second byte.
constexpr unsigned kNonblocking = 1;
constexpr unsigned kFlag = 2;
constexpr unsigned kHasRequests = 4;
constexpr unsigned kHasMatches = 8;
constexpr unsigned kHasMade = 16;
constexpr unsigned kModeShift = 5;  // two bits

// The bits of a match's first byte.
constexpr unsigned kExpectedRequest = 1;  // the one at the same place of the call's requests; 0 where there is none
constexpr unsigned kNothingReceived = 2;
constexpr unsigned kCancelled = 4;
constexpr unsigned kAsAskedFor = 8;  // source, tag and bytes are those of the call

// Adds any numbers, also those that damage makes: they go round.
std::int64_t Sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t Difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::uint32_t ExpectedRequest(const TraceEvent& event, std::size_t place) {
  return place < event.requests.size() ? event.requests[place] : 0;
}

void PutShape(std::string& out, const TraceEvent& event) {
  unsigned bits = static_cast<unsigned>(event.mode) << kModeShift;
  if (event.nonblocking) bits |= kNonblocking;
  if (event.flag) bits |= kFlag;
  if (!event.requests.empty()) bits |= kHasRequests;
  if (!event.matches.empty()) bits |= kHasMatches;
  if (!event.made.members.empty()) bits |= kHasMade;
  out.push_back(static_cast<char>(event.call));
  out.push_back(static_cast<char>(bits));
  PutVarint(out, event.thread);
  PutVarint(out, event.communicator);
  PutSigned(out, event.peer);
  PutSigned(out, event.tag);
  PutSigned(out, event.bytes);
  PutSigned(out, event.second_peer);
  PutSigned(out, event.second_tag);
  PutText(out, event.name);
}

struct Shape {
  TraceEvent event;  // without what differs from call to call
  unsigned bits = 0;
};

Shape TakeShape(ByteReader& in) {
  Shape shape;
  TraceEvent& event = shape.event;
  const std::uint8_t call = in.Byte();
  if (call > static_cast<std::uint8_t>(TraceCall::kOther)) throw in.Wrong("a call that this version does not know");
  event.call = static_cast<TraceCall>(call);
  shape.bits = in.Byte();
  event.mode = static_cast<SendMode>((shape.bits >> kModeShift) & 3);
  event.nonblocking = (shape.bits & kNonblocking) != 0;
  event.flag = (shape.bits & kFlag) != 0;
  event.thread = static_cast<std::uint32_t>(in.Varint());
  event.communicator = in.Varint();
  event.peer = static_cast<int>(in.Signed());
  event.tag = static_cast<int>(in.Signed());
  event.bytes = in.Signed();
  event.second_peer = static_cast<int>(in.Signed());
  event.second_tag = static_cast<int>(in.Signed());
  event.name = in.Text();
  return shape;
}

void PutMatch(std::string& out, const TraceEvent& event, std::size_t place) {
  const TraceMatch& match = event.matches[place];
  const bool nothing = match.source == kTraceNull && match.tag == kTraceNull && match.bytes == 0;
  const bool as_asked = match.source == event.peer && match.tag == event.tag && match.bytes == event.bytes;
  const bool expected = match.request == ExpectedRequest(event, place);
  out.push_back(static_cast<char>((expected ? kExpectedRequest : 0) | (nothing ? kNothingReceived : 0) |
                                  (match.cancelled ? kCancelled : 0) | (as_asked ? kAsAskedFor : 0)));
  if (!expected) PutVarint(out, match.request);
  if (nothing || as_asked) return;
  PutSigned(out, match.source);
  PutSigned(out, match.tag);
  PutSigned(out, match.bytes);
}

TraceMatch TakeMatch(ByteReader& in, const TraceEvent& event, std::size_t place) {
  TraceMatch match;
  const unsigned bits = in.Byte();
  match.cancelled = (bits & kCancelled) != 0;
  match.request =
      (bits & kExpectedRequest) != 0 ? ExpectedRequest(event, place) : static_cast<std::uint32_t>(in.Varint());
  if ((bits & kNothingReceived) != 0) return match;
  if ((bits & kAsAskedFor) != 0) {
    match.source = event.peer;
    match.tag = event.tag;
    match.bytes = event.bytes;
    return match;
  }
  match.source = static_cast<int>(in.Signed());
  match.tag = static_cast<int>(in.Signed());
  match.bytes = in.Signed();
  return match;
}

// Requests are numbered as they are started: each is near the newest one.
void PutRequests(std::string& out, const TraceEvent& event, std::uint32_t& newest) {
  PutVarint(out, event.requests.size());
  for (const std::uint32_t request : event.requests) {
    PutSigned(out, std::int64_t{request} - newest);
    newest = std::max(newest, request);
  }
}

void TakeRequests(ByteReader& in, TraceEvent& event, std::uint32_t& newest) {
  event.requests.resize(in.Count());
  for (std::uint32_t& request : event.requests) {
    request = static_cast<std::uint32_t>(Sum(newest, in.Signed()));
    newest = std::max(newest, request);
  }
}

void TakeMade(ByteReader& in, TraceCommunicator& made) {
  made.id = in.Varint();
  made.members.resize(in.Count());
  int previous = -1;
  for (int& member : made.members) previous = member = static_cast<int>(Sum(previous + std::int64_t{1}, in.Signed()));
}

void PutMade(std::string& out, const TraceCommunicator& made) {
  PutVarint(out, made.id);
  PutVarint(out, made.members.size());
  int previous = -1;
  for (const int member : made.members) {
    PutSigned(out, std::int64_t{member} - previous - 1);
    previous = member;
  }
}

}  // namespace

std::string TraceFileName(int rank) { return fmt::format("{}{:05}{}", kFilePrefix, rank, kFileSuffix); }

int RankOfTraceFile(std::string_view name) {
  if (!name.starts_with(kFilePrefix) || !name.ends_with(kFileSuffix)) return -1;
  name.remove_prefix(kFilePrefix.size());
  name.remove_suffix(kFileSuffix.size());
  int rank = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), rank);
  return error == std::errc() && end == name.data() + name.size() ? rank : -1;
}

std::uint32_t TraceChecksum(std::string_view content) {
  boost::crc_32_type crc;
  crc.process_bytes(content.data(), content.size());
  return crc.checksum();
}

std::string BlockHead(TraceBlock kind, std::string_view content) {
  std::string head;
  PutFixed32(head, static_cast<std::uint32_t>(kind));
  PutFixed32(head, static_cast<std::uint32_t>(content.size()));
  PutFixed32(head, TraceChecksum(content));
  return head;
}

std::string EncodeHeader(const TraceHeader& header) {
  std::string out;
  PutSigned(out, header.rank);
  PutSigned(out, header.ranks);
  PutSigned(out, std::llround(header.clock_cost_seconds * 1e12));  // picoseconds
  for (const std::string* text : {&header.program, &header.host, &header.library, &header.thread_level,
                                  &header.cpu_clock, &header.started_at, &header.run_id}) {
    PutText(out, *text);
  }
  return out;
}

TraceHeader DecodeHeader(std::string_view content) {
  ByteReader in(content);
  TraceHeader header;
  header.rank = static_cast<int>(in.Signed());
  header.ranks = static_cast<int>(in.Signed());
  header.clock_cost_seconds = static_cast<double>(in.Signed()) / 1e12;
  for (std::string* text : {&header.program, &header.host, &header.library, &header.thread_level, &header.cpu_clock,
                            &header.started_at, &header.run_id}) {
    *text = in.Text();
  }
  return header;
}

// The number of the event's shape; a new one is written.
void EventEncoder::AddShape(const TraceEvent& event) {
  shape_.clear();
  PutShape(shape_, event);
  const auto [found, is_new] = shapes_.try_emplace(shape_, static_cast<std::uint32_t>(shapes_.size() + 1));
  PutVarint(content_, is_new ? 0 : found->second);
  if (is_new) content_.append(shape_);
}

void EventEncoder::Add(const TraceEvent& event) {
  AddShape(event);
  PutSigned(content_, event.cpu_nanoseconds);
  PutSigned(content_, Difference(event.before_nanoseconds, event.cpu_nanoseconds));
  PutSigned(content_, event.inside_nanoseconds);
  if (!event.requests.empty()) PutRequests(content_, event, newest_request_);
  if (!event.matches.empty()) {
    PutVarint(content_, event.matches.size());
    for (std::size_t i = 0; i < event.matches.size(); ++i) PutMatch(content_, event, i);
  }
  if (!event.made.members.empty()) PutMade(content_, event.made);
}

void EventEncoder::Clear() {
  content_.clear();
  shapes_.clear();
  newest_request_ = 0;
}

void DecodeEvents(std::string_view content, const std::function<void(TraceEvent&)>& take) {
  ByteReader in(content);
  std::vector<Shape> shapes;
  std::uint32_t newest_request = 0;
  while (!in.done()) {
    std::uint64_t number = in.Varint();
    if (number == 0) {
      shapes.push_back(TakeShape(in));
      number = shapes.size();
    }
    if (number > shapes.size()) throw in.Wrong("a shape that was not written");
    const Shape& shape = shapes[number - 1];
    TraceEvent event = shape.event;
    event.cpu_nanoseconds = in.Signed();
    event.before_nanoseconds = Sum(event.cpu_nanoseconds, in.Signed());
    event.inside_nanoseconds = in.Signed();
    if ((shape.bits & kHasRequests) != 0) TakeRequests(in, event, newest_request);
    if ((shape.bits & kHasMatches) != 0) {
      event.matches.resize(in.Count());
      for (std::size_t i = 0; i < event.matches.size(); ++i) event.matches[i] = TakeMatch(in, event, i);
    }
    if ((shape.bits & kHasMade) != 0) TakeMade(in, event.made);
    take(event);
  }
}

}  // namespace mpigauge

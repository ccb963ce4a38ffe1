#include "simulator/trace/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

using enum TraceCall;

std::string Number(int value) {
  if (value == kTraceAny) return "any";
  return value == kTraceNull ? "null" : std::to_string(value);
}

bool Sends(TraceCall call) { return call == kSend || call == kIsend || call == kSendInit || call == kSendReceive; }
bool Receives(TraceCall call) { return call == kReceive || call == kMreceive; }
bool AsksFor(TraceCall call) {
  return call == kIreceive || call == kImreceive || call == kReceiveInit || call == kProbe || call == kIprobe ||
         call == kMprobe || call == kImprobe;
}
bool IsCollectiveCall(TraceCall call) { return call >= kBarrier && call <= kExscan; }

std::string Message(const TraceMatch& match) {
  return fmt::format(" {} {} {}", Number(match.source), Number(match.tag), match.bytes);
}

std::string Envelope(int peer, int tag, std::int64_t bytes) {
  return fmt::format(" {} {} {}", Number(peer), Number(tag), bytes);
}

// The words that Demaine had.
std::string Words(const TraceEvent& event) {
  if (Sends(event.call)) return Envelope(event.peer, event.tag, event.bytes);
  if (Receives(event.call) && !event.matches.empty()) return Message(event.matches[0]);
  if (Receives(event.call) || AsksFor(event.call)) return Envelope(event.peer, event.tag, event.bytes);
  if (!IsCollectiveCall(event.call) || event.call == kBarrier) return "";
  return fmt::format(" {}", event.bytes) + (event.peer == kTraceNull ? "" : fmt::format(" root {}", event.peer));
}

std::string Others(const TraceEvent& event) {
  std::string text;
  if (event.call == kSendReceive) text += " from " + Number(event.second_peer) + " " + Number(event.second_tag);
  if (Receives(event.call) && (event.peer == kTraceAny || event.tag == kTraceAny)) {
    text += fmt::format(" asked {} {}", Number(event.peer), Number(event.tag));
  }
  if (event.communicator != 0) text += fmt::format(" comm {}", event.communicator);
  if (event.requests.size() == 1) text += fmt::format(" request {}", event.requests[0]);
  if (event.requests.size() > 1) text += fmt::format(" requests {}", fmt::join(event.requests, " "));
  for (const TraceMatch& match : event.matches) {
    if (Receives(event.call)) break;
    text += " done";
    if (match.request != 0) text += fmt::format(" {}", match.request);
    if (match.cancelled) text += " cancelled";
    if (match.source != kTraceNull) text += Message(match);
  }
  if (!event.made.members.empty()) {
    text += fmt::format(" made {} of {}", event.made.id, fmt::join(event.made.members, " "));
  }
  return text + (event.thread == 0 ? "" : fmt::format(" thread {}", event.thread));
}

Json NumberJson(int value) {
  if (value == kTraceAny) return "any";
  return value == kTraceNull ? Json(nullptr) : Json(value);
}

Json ToJson(const TraceMatch& match) {
  Json json;
  if (match.request != 0) json["request"] = match.request;
  json["source"] = NumberJson(match.source);
  json["tag"] = NumberJson(match.tag);
  json["bytes"] = match.bytes;
  if (match.cancelled) json["cancelled"] = true;
  return json;
}

}  // namespace

std::string TraceLine(int rank, const TraceEvent& event) {
  const double seconds = static_cast<double>(event.cpu_nanoseconds) / 1e9;
  return fmt::format("{} {} {:.9f}{}{}", rank, CallName(event), seconds, Words(event), Others(event));
}

Json ToJson(int rank, const TraceEvent& event) {
  Json json = {{"rank", rank},
               {"call", CallName(event)},
               {"cpu_seconds", static_cast<double>(event.cpu_nanoseconds) / 1e9},
               {"before_seconds", static_cast<double>(event.before_nanoseconds) / 1e9},
               {"inside_seconds", static_cast<double>(event.inside_nanoseconds) / 1e9}};
  if (event.thread != 0) json["thread"] = event.thread;
  if (event.communicator != 0) json["communicator"] = event.communicator;
  if (event.peer != kTraceNull) json["peer"] = NumberJson(event.peer);
  if (event.tag != kTraceNull) json["tag"] = NumberJson(event.tag);
  if (event.bytes != 0) json["bytes"] = event.bytes;
  if (event.call == kSendReceive) {
    json["source"] = NumberJson(event.second_peer);
    json["source_tag"] = NumberJson(event.second_tag);
  }
  if (!event.requests.empty()) json["requests"] = event.requests;
  for (const TraceMatch& match : event.matches) json["matches"].push_back(ToJson(match));
  if (IsPoll(event.call)) json["found"] = event.flag;
  if (!event.made.members.empty()) json["made"] = {{"id", event.made.id}, {"members", event.made.members}};
  return json;
}

}  // namespace mpigauge

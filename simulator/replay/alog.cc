#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "simulator/replay/outputs.h"

namespace mpigauge {
namespace {

struct State {
  Activity activity;
  const char* color;
  const char* name;
};
constexpr std::array kStates = {
    State{Activity::kCompute, "green:gray", "COMPUTE"}, State{Activity::kOverhead, "blue:gray3", "OVERHEAD"},
    State{Activity::kBlocked, "red:black", "BLOCKED"}, State{Activity::kCollective, "yellow:light_gray", "COLLECTIVE"}};

enum : int {  // types of records
  kCreator = -1,
  kEventCount = -2,
  kProcessCount = -3,
  kTaskCount = -4,
  kTypeCount = -5,
  kStartTime = -6,
  kEndTime = -7,
  kCycles = -8,
  kState = -13,
  kSend = -101,
  kReceive = -102,
};

int StartOf(Activity activity) { return 2 * static_cast<int>(activity) + 1; }

struct Record {
  std::int64_t microseconds = 0;
  int type = 0;
  int process = 0;
  int data = 0;
  std::string comment = {};
};

std::int64_t Microseconds(double seconds) { return std::llround(seconds * 1e6); }

std::vector<Record> RecordsOf(const Timeline& timeline) {
  std::vector<Record> records;
  for (std::size_t rank = 0; rank < timeline.spans().size(); ++rank) {
    for (const auto& span : timeline.spans()[rank]) {
      const int start = StartOf(span.activity);
      records.push_back({Microseconds(span.begin), start, static_cast<int>(rank)});
      records.push_back({Microseconds(span.end), start + 1, static_cast<int>(rank)});
    }
  }
  for (const auto& message : timeline.messages()) {
    const std::string comment = fmt::format("{} {}", message.tag, message.bytes);
    records.push_back({Microseconds(message.sent), kSend, message.from, message.to, comment});
    records.push_back({Microseconds(message.received), kReceive, message.to, message.from, comment});
  }
  // States of one rank stay in their order; at one time messages come behind them, sends first.
  const auto place = [](const Record& record) {
    return std::pair(record.microseconds, record.type > 0 ? 0 : -record.type);
  };
  std::stable_sort(records.begin(), records.end(),
                   [&](const Record& one, const Record& other) { return place(one) < place(other); });
  return records;
}

}  // namespace

std::string TimelineAlog(const Timeline& timeline) {
  const std::vector<Record> records = RecordsOf(timeline);
  std::string text;
  const auto add = [&](int type, std::int64_t task, std::int64_t data, std::int64_t time, const std::string& comment) {
    fmt::format_to(std::back_inserter(text), "{} 0 {} {} 0 {}{}{}\n", type, task, data, time,
                   comment.empty() ? "" : " ", comment);
  };
  add(kCreator, 0, 0, 0, "mpigauge");
  add(kEventCount, 0, static_cast<std::int64_t>(records.size()), 0, "");
  add(kProcessCount, 0, static_cast<std::int64_t>(timeline.spans().size()), 0, "");
  add(kTaskCount, 1, 0, 0, "");
  add(kTypeCount, 0, static_cast<std::int64_t>(2 * kStates.size()), 0, "");
  add(kStartTime, 0, 0, 0, "");
  add(kEndTime, 0, 0, records.empty() ? 0 : records.back().microseconds, "");
  add(kCycles, 0, 1, 0, "");
  for (const State& state : kStates) {
    const int start = StartOf(state.activity);
    add(kState, start, start + 1, 0, fmt::format("{} {}", state.color, state.name));
  }
  for (const Record& record : records) {
    fmt::format_to(std::back_inserter(text), "{} {} 0 {} 0 {}{}{}\n", record.type, record.process, record.data,
                   record.microseconds, record.comment.empty() ? "" : " ", record.comment);
  }
  return text;
}

}  // namespace mpigauge

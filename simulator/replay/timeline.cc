#include "simulator/replay/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/units.h"

namespace mpigauge {
namespace {

// In the order of Activity.
constexpr std::string_view kSymbols = "#-.=";
constexpr std::array kNames = {"compute", "overhead", "blocked", "collective"};

// Returns for each column the state that the rank is in for longest.
std::string Row(const std::vector<Timeline::Span>& spans, double column_seconds, std::size_t columns) {
  std::vector<std::array<double, kNames.size()>> shares(columns);
  for (const auto& span : spans) {
    const auto first = static_cast<std::size_t>(span.begin / column_seconds);
    for (std::size_t column = first; column < columns; ++column) {
      const double from = std::max(span.begin, static_cast<double>(column) * column_seconds);
      const double to = std::min(span.end, static_cast<double>(column + 1) * column_seconds);
      if (from >= span.end) break;
      shares[column][static_cast<std::size_t>(span.activity)] += std::max(0.0, to - from);
    }
  }
  std::string row;
  for (const auto& share : shares) {
    const auto most = std::max_element(share.begin(), share.end());
    row += *most == 0 ? ' ' : kSymbols[static_cast<std::size_t>(most - share.begin())];
  }
  return row;
}

double ComputeSeconds(const std::vector<Timeline::Span>& spans) {
  double sum = 0;
  for (const auto& span : spans) {
    if (span.activity == Activity::kCompute) sum += span.end - span.begin;
  }
  return sum;
}

}  // namespace

void Timeline::OnSpan(int rank, Activity activity, double begin, double end) {
  auto& spans = spans_[static_cast<std::size_t>(rank)];
  if (!spans.empty() && spans.back().activity == activity && spans.back().end == begin) {
    spans.back().end = end;
  } else {
    spans.push_back({activity, begin, end});
  }
}

void Timeline::OnMessage(const Message& message) { messages_.push_back(message); }

void Timeline::OnCollective(const CollectiveCall& call) { collectives_.push_back(call); }

std::string TimelineText(const Timeline& timeline, double parallel_seconds, std::size_t columns) {
  std::string text = fmt::format("{:>6} |{:<{}}| computes\n", "rank", "0 s", columns);
  for (std::size_t rank = 0; rank < timeline.spans().size(); ++rank) {
    const auto& spans = timeline.spans()[rank];
    const double share = parallel_seconds == 0 ? 1 : ComputeSeconds(spans) / parallel_seconds;
    text += fmt::format("{:>6} |{}| {:5.1f}%\n", rank,
                        Row(spans, parallel_seconds / static_cast<double>(columns), columns), share * 100);
  }
  return text + fmt::format("# computes  - sends or receives  {}. is blocked; a column is {}\n",
                            timeline.collectives().empty() ? "" : "= in a collective  ",
                            FormatSeconds(parallel_seconds / static_cast<double>(columns)));
}

Json TimelineEvents(const Timeline& timeline) {
  constexpr double kMicroseconds = 1e6;
  Json events = Json::array();
  for (std::size_t rank = 0; rank < timeline.spans().size(); ++rank) {
    events.push_back({{"ph", "M"},
                      {"name", "thread_name"},
                      {"pid", 0},
                      {"tid", rank},
                      {"args", {{"name", fmt::format("rank {}", rank)}}}});
    for (const auto& span : timeline.spans()[rank]) {
      events.push_back({{"ph", "X"},
                        {"name", kNames[static_cast<std::size_t>(span.activity)]},
                        {"pid", 0},
                        {"tid", rank},
                        {"ts", span.begin * kMicroseconds},
                        {"dur", (span.end - span.begin) * kMicroseconds}});
    }
  }
  for (std::size_t id = 0; id < timeline.messages().size(); ++id) {
    const auto& message = timeline.messages()[id];
    const auto arrow = [&](const char* phase, int rank, double seconds) {
      events.push_back({{"ph", phase},
                        {"name", fmt::format("{} bytes", message.bytes)},
                        {"cat", "message"},
                        {"id", id},
                        {"pid", 0},
                        {"tid", rank},
                        {"ts", seconds * kMicroseconds}});
    };
    arrow("s", message.from, message.sent);
    arrow("f", message.to, message.arrived);
  }
  return {{"displayTimeUnit", "ns"}, {"traceEvents", events}};
}

}  // namespace mpigauge

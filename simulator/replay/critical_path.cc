#include "simulator/replay/critical_path.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace mpigauge {
namespace {

using Message = ReplayObserver::Message;
using CollectiveCall = ReplayObserver::CollectiveCall;
using Moment = std::pair<int, double>;  // of a rank

// Walks backwards in time, from each moment to what it waited for.
class Walk {
 public:
  explicit Walk(const Timeline& timeline) : timeline_(timeline) {
    for (const auto& message : timeline.messages()) {
      received_.emplace(Moment{message.to, message.received}, &message);
      if (message.rendezvous) over_.emplace(Moment{message.from, message.over}, &message);
    }
    for (const auto& call : timeline.collectives()) left_.emplace(Moment{call.rank, call.left}, &call);
  }

  std::vector<PathPiece> From(Moment end) {
    for (Moment now = end; now.second > 0;) {
      const auto left = left_.find(now);
      if (left != left_.end() && left->second->caused < now.second) {
        const CollectiveCall& call = *left->second;
        now = Add(PathPiece::Kind::kCollective, {call.cause, call.caused}, now.second);
        continue;
      }
      const Timeline::Span* span = SpanTo(now);
      if (span == nullptr) break;
      now = span->activity == Activity::kBlocked ? BeforeBlocked(now, *span) : BeforeBusy(now, *span);
    }
    std::reverse(path_.begin(), path_.end());
    return path_;
  }

 private:
  // The span of the rank in which, or at the end of which, this moment is.
  const Timeline::Span* SpanTo(const Moment& moment) const {
    const auto& spans = timeline_.spans()[static_cast<std::size_t>(moment.first)];
    const auto span = std::lower_bound(spans.begin(), spans.end(), moment.second,
                                       [](const Timeline::Span& each, double time) { return each.end < time; });
    return span == spans.end() ? nullptr : &*span;
  }

  Moment Add(PathPiece::Kind kind, const Moment& from, double end) {
    path_.push_back({kind, from.first, from.second, end});
    return from;
  }

  Moment BeforeBusy(const Moment& now, const Timeline::Span& span) {
    const bool compute = span.activity == Activity::kCompute;
    return Add(compute ? PathPiece::Kind::kCompute : PathPiece::Kind::kOverhead, {now.first, span.begin}, now.second);
  }

  Moment BeforeBlocked(const Moment& now, const Timeline::Span& span) {
    const auto received = received_.find(now);
    const auto over = over_.find(now);
    if (received == received_.end() && over == over_.end()) {
      return Add(PathPiece::Kind::kInterface, {now.first, span.begin}, now.second);
    }
    const Message& message = received != received_.end() ? *received->second : *over->second;
    const Moment cause = message.late_receive ? Moment{message.to, message.posted} : Moment{message.from, message.sent};
    return Add(PathPiece::Kind::kMessage, cause, now.second);
  }

  const Timeline& timeline_;
  std::map<Moment, const Message*> received_;
  std::map<Moment, const Message*> over_;
  std::map<Moment, const CollectiveCall*> left_;
  std::vector<PathPiece> path_;
};

}  // namespace

std::vector<PathPiece> CriticalPath(const Timeline& timeline) {
  Moment end{0, 0};
  for (std::size_t rank = 0; rank < timeline.spans().size(); ++rank) {
    const auto& spans = timeline.spans()[rank];
    if (!spans.empty() && spans.back().end > end.second) end = {static_cast<int>(rank), spans.back().end};
  }
  return Walk(timeline).From(end);
}

namespace {

constexpr double kLittle = 1e-14;        // seconds, or seconds per byte
constexpr double kLittleFactor = 1e-10;  // of the compute factor

Curve Shifted(const Curve& curve, double seconds, double seconds_per_byte) {
  std::vector<Piece> pieces = curve.pieces();
  for (Piece& piece : pieces) {
    piece.seconds += seconds;
    piece.seconds_per_byte += seconds_per_byte;
  }
  return {std::move(pieces), "gradient"};
}

// One parameter, the one that this lane is for.
void Shift(NetworkModel& model, std::size_t lane) {
  if (lane == 1) model.link = Shifted(model.link, kLittle, 0);
  if (lane == 1) model.hop_seconds += kLittle;
  if (lane == 2) model.link = Shifted(model.link, 0, kLittle);
  if (lane == 3) model.send_overhead = Shifted(model.send_overhead, kLittle, 0);
  if (lane == 4) model.receive_overhead = Shifted(model.receive_overhead, kLittle, 0);
  if (lane == 5) model.gap = Shifted(model.gap, kLittle, 0);
  if (lane == 6) model.gap = Shifted(model.gap, 0, kLittle);
}

}  // namespace

Gradient GradientOf(const Program& program, const Topology& topology, const Scenario& scenario,
                    const ReplayOptions& options) {
  std::array<Scenario, 8> scenarios;
  scenarios.fill(scenario);
  for (std::size_t lane = 1; lane < 7; ++lane) {
    Shift(scenarios[lane].model, lane);
    if (scenario.same_host) Shift(*scenarios[lane].same_host, lane);
  }
  scenarios[7].compute_factor += kLittleFactor;
  const auto results = ReplayOrderFree(program, topology, scenarios, options);
  const double time = results[0].parallel_seconds;
  const auto slope = [&](std::size_t lane, double step) { return (results[lane].parallel_seconds - time) / step; };
  return {.parallel_seconds = time,
          .link_seconds = slope(1, kLittle),
          .link_seconds_per_byte = slope(2, kLittle),
          .send_overhead_seconds = slope(3, kLittle),
          .receive_overhead_seconds = slope(4, kLittle),
          .gap_seconds = slope(5, kLittle),
          .gap_seconds_per_byte = slope(6, kLittle),
          .compute_factor = slope(7, kLittleFactor)};
}

}  // namespace mpigauge

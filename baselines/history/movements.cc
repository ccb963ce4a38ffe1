#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <thread>

#include "baselines/history/change_point.h"
#include "baselines/history/changes.h"
#include "stats/hampel.h"

namespace mpigauge {
namespace {

class Finder {
 public:
  explicit Finder(ChangeMethod method) : method_(method) {}

  std::vector<ChangePoint> Find(std::span<const double> values) {
    return method_ == ChangeMethod::kOtava ? windowed_t_.Find(values) : e_divisive_.Find(values);
  }

 private:
  ChangeMethod method_;
  EDivisive e_divisive_;
  WindowedT windowed_t_;
};

// The runs of a series on one track.
struct Sequence {
  std::vector<std::uint32_t> runs;
  std::vector<double> values;
};

std::map<std::uint32_t, Sequence> ByTrack(const SeriesHistory& series, const std::vector<std::uint32_t>& tracks) {
  std::map<std::uint32_t, Sequence> sequences;
  for (std::size_t i = 0; i < series.runs.size(); ++i) {
    Sequence& sequence = sequences[tracks[series.runs[i]]];
    sequence.runs.push_back(series.runs[i]);
    sequence.values.push_back(series.log_seconds[i]);
  }
  return sequences;
}

// The series [first, last): each worker has its own part, and its own working memory.
Movements FindPart(const History& history, const std::vector<std::uint32_t>& tracks, const ChangesSettings& settings,
                   std::uint32_t first, std::uint32_t last) {
  Finder finder(settings.method);
  Movements part;
  for (std::uint32_t place = first; place < last; ++place) {
    for (const auto& [track, sequence] : ByTrack(history.series[place], tracks)) {
      if (sequence.values.size() < kFewestRuns) {
        ++part.too_short;
        continue;
      }
      ++part.sequences;
      const std::vector<double> values = MoveOutliersIn(sequence.values);
      const auto movements = FindMovements(values, finder.Find(values), settings.movement);
      if (movements.empty()) continue;
      const auto runs = std::make_shared<const std::vector<std::uint32_t>>(sequence.runs);
      for (const Movement& movement : movements) part.movements.push_back({place, track, movement, runs});
    }
  }
  return part;
}

// More do not help: the parts are small.
constexpr std::size_t kMostThreads = 8;
constexpr std::uint32_t kPart = 16;

}  // namespace

Movements FindAllMovements(const History& history, const std::vector<std::uint32_t>& tracks,
                           const ChangesSettings& settings) {
  const auto count = static_cast<std::uint32_t>(history.series.size());
  std::vector<Movements> parts((count + kPart - 1) / kPart);
  std::atomic<std::uint32_t> next = 0;
  const auto work = [&] {
    for (std::uint32_t part = next++; part < parts.size(); part = next++) {
      parts[part] = FindPart(history, tracks, settings, part * kPart, std::min(count, (part + 1) * kPart));
    }
  };
  std::vector<std::future<void>> workers;
  const std::size_t threads = std::min<std::size_t>({kMostThreads, parts.size(), std::thread::hardware_concurrency()});
  for (std::size_t i = 1; i < threads; ++i) workers.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& worker : workers) worker.get();
  Movements all;
  for (Movements& part : parts) {
    all.sequences += part.sequences;
    all.too_short += part.too_short;
    all.movements.insert(all.movements.end(), part.movements.begin(), part.movements.end());
  }
  return all;
}

}  // namespace mpigauge

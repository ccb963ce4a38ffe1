#include <map>

#include "baselines/history/changes.h"
#include "baselines/history/e_divisive.h"
#include "baselines/history/windowed_t.h"

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

}  // namespace

Movements FindAllMovements(const History& history, const std::vector<std::uint32_t>& tracks,
                           const ChangesSettings& settings) {
  Finder finder(settings.method);
  Movements all;
  for (std::uint32_t place = 0; place < history.series.size(); ++place) {
    for (const auto& [track, sequence] : ByTrack(history.series[place], tracks)) {
      if (sequence.values.size() < kFewestRuns) {
        ++all.too_short;
        continue;
      }
      ++all.sequences;
      std::shared_ptr<const std::vector<std::uint32_t>> runs;
      for (const Movement& movement : FindMovements(sequence.values, finder.Find(sequence.values), settings.movement)) {
        if (!runs) runs = std::make_shared<const std::vector<std::uint32_t>>(sequence.runs);
        all.movements.push_back({place, track, movement, runs});
      }
    }
  }
  return all;
}

}  // namespace mpigauge

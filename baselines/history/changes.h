#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "baselines/history/history.h"
#include "baselines/history/movement.h"

namespace mpigauge {

enum class ChangeMethod { kEDivisive, kOtava };

struct ChangesSettings {
  ChangeMethod method = ChangeMethod::kEDivisive;
  MovementSettings movement;  // in logarithms: 0.01 is 1%
};

// One change of one series, on the runs of one track.
struct SeriesMovement {
  std::uint32_t series = 0;  // place in History::series
  std::uint32_t track = 0;
  Movement movement;                                       // its `begin` and `end` are places in `runs`
  std::shared_ptr<const std::vector<std::uint32_t>> runs;  // of the series on this track: places in History::runs
};

// Runs below which nothing can be found: two segments.
inline constexpr std::size_t kFewestRuns = 6;

struct Movements {
  std::vector<SeriesMovement> movements;
  std::size_t sequences = 0;  // that were looked at
  std::size_t too_short = 0;  // with fewer than kFewestRuns runs
};

// Every series by itself. `tracks` of the runs: FindTracks.
Movements FindAllMovements(const History& history, const std::vector<std::uint32_t>& tracks,
                           const ChangesSettings& settings);

// The cause of a change.
enum class Cause {
  kLibrary,  // it came with another library, and the machine stayed the same
  kMachine,  // controls (work without MPI) moved with it, or it came with another environment and the same library
  kEither,   // library and environment were exchanged at once, and no control moved
  kUnknown,  // nothing that is recorded was exchanged
};

// The change of a case at one run: the changes of its series, drawn together.
struct Event {
  Movement::Kind kind = Movement::Kind::kStep;
  Cause cause = Cause::kUnknown;
  std::string case_name;
  std::string family;
  std::vector<std::uint32_t> series;  // places in History::series
  std::size_t measured = 0;           // series of this case on this track
  std::string sizes;                  // "4 KiB to 64 KiB"; empty for a case without sizes
  std::uint32_t run_before = 0;       // the last one on the old level; places in History::runs
  std::uint32_t run = 0;              // the first one on the new level; of a drift, with which it begins
  std::uint32_t run_until = 0;        // of a drift: the last one
  double ratio = 1;                   // new over old: median over the series
  double smallest_ratio = 1;
  double largest_ratio = 1;
  double p_value = 1;  // the smallest of the series'
  bool controls_moved = false;
  std::vector<std::string> environment;  // what differs in it since `run`
};

struct Changes {
  std::vector<Event> events;  // newest last
  std::size_t sequences = 0;
  std::size_t too_short = 0;
};

// Series of one case that move in one direction within two runs of each other are one event; it is dated by most of
// them, and to a neighbouring run where only that one brought a library.
Changes FindChanges(const History& history, const ChangesSettings& settings);

const char* KindText(Movement::Kind kind);
// "library", "machine", "library or machine", "unknown".
const char* CauseText(Cause cause);

}  // namespace mpigauge

#pragma once

#include <string>
#include <string_view>

namespace mpigauge {

// How a launch ended.
enum class LaunchStatus {
  kComplete,
  kCrashed,
  kHung,         // ended by the watchdog or by a time limit
  kFailed,       // ended before it measured anything: the library or the program does not start
  kInterrupted,  // somebody stopped it
  kBadNode,      // in a Slurm job, on a node that does not work
};

// What ended a series before its time.
enum class FaultKind {
  kError,               // the operation or the case gave an error
  kWrongData,           // the data were wrong
  kNoValidObservation,  // ranks never started together
  kClocksApart,         // measured across clocks that were apart
  kCrash,               // the launch crashed in it
  kHang,                // the launch hung in it
};

// One text each, as records have it: "complete", "wrong-data". The readers throw Error (usage) for an unknown text.
std::string LaunchStatusName(LaunchStatus status);
LaunchStatus LaunchStatusFromName(std::string_view name);
std::string FaultKindName(FaultKind kind);
FaultKind FaultKindFromName(std::string_view name);

// All of them.
inline constexpr LaunchStatus kLaunchStatuses[] = {LaunchStatus::kComplete,    LaunchStatus::kCrashed,
                                                   LaunchStatus::kHung,        LaunchStatus::kFailed,
                                                   LaunchStatus::kInterrupted, LaunchStatus::kBadNode};

}  // namespace mpigauge

#pragma once

namespace mpigauge {

// While one of these lives, SIGINT, SIGTERM and SIGHUP do not end the process: they are remembered, whenever
// they come, and a second one ends it after all. They may be nested; the handlers from before are back when
// the last one is gone, and a request that nobody acted on is forgotten.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  static bool Requested();
  // Whether one lives.
  static bool Listening();
  // Becomes readable when a stop is requested, and stays so; not to be read from.
  static int Descriptor();
  // Sleeps so many seconds, or until a stop is requested; false where it is.
  static bool Pause(double seconds);
};

}  // namespace mpigauge

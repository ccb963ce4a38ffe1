#pragma once

#include <cstdint>
#include <string>

#include "baselines/history/history.h"
#include "record/record.h"

namespace mpigauge {

// A history that never was: `series` series (cases of 16 sizes) over `runs` runs of `launches` launches, one run a day,
// a new library every ten. Launch medians have 2% deviation and runs 1% (statistics.md, "typical"); every case has two
// steps at random runs, between 2% and 20% up or down, at all or some of its sizes. Every number follows from its place
// alone, so that any part can be made without the rest.
struct Synthetic {
  std::uint32_t series = 1000;
  std::uint32_t runs = 100;
  std::uint32_t launches = 10;

  // Seconds.
  double LaunchMedian(std::uint32_t series_place, std::uint32_t run, std::uint32_t launch) const;
  // The median over the launches.
  double RunMedian(std::uint32_t series_place, std::uint32_t run) const;

  std::string RunId(std::uint32_t run) const;
  std::string StartedAt(std::uint32_t run) const;
  std::string Library(std::uint32_t run) const;

  // Returns the record as a launch leaves it: `observations` observations of each series.
  LaunchRecord Launch(std::uint32_t run, std::uint32_t launch, std::uint32_t observations) const;
  // Returns the history of the series [first, first + count).
  History ToHistory(std::uint32_t first, std::uint32_t count) const;

 private:
  double Level(std::uint32_t series_place, std::uint32_t run) const;
};

}  // namespace mpigauge

#include "lab/benches/synthetic.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mpigauge {
namespace {

constexpr std::uint32_t kSizes = 16;
constexpr double kPi = 3.14159265358979323846;

// SplitMix64's mixer over a place.
std::uint64_t Mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t kind) {
  std::uint64_t z = kind;
  for (const std::uint64_t part : {a, b, c}) {
    z = (z ^ part) + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
  }
  return z;
}

double Uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; }

// Box and Muller.
double Normal(std::uint64_t bits) {
  const double radius = std::sqrt(-2 * std::log(Uniform(bits)));
  return radius * std::cos(2 * kPi * Uniform(bits * 0xd1342543de82ef95 + 1));
}

enum Kind : std::uint64_t { kRunNoise = 1, kLaunchNoise, kStepRun, kStepSize, kStepSizes };

std::string Name(std::uint32_t place) {
  return fmt::format("case{:04}/bytes:{}/ranks:2", place / kSizes, 8U << (place % kSizes));
}

SeriesRecord Description(std::uint32_t place) {
  SeriesRecord series;
  series.name = Name(place);
  series.case_name = fmt::format("case{:04}", place / kSizes);
  series.family = "collective";
  series.parameters = {{"bytes", 8U << (place % kSizes)}, {"ranks", 2}};
  series.method = {"call", "round-time", "clock_monotonic_raw"};
  series.verified = true;
  return series;
}

}  // namespace

double Synthetic::Level(std::uint32_t place, std::uint32_t run) const {
  const std::uint32_t case_place = place / kSizes;
  double level = std::log(1e-6) + 0.5 * (place % kSizes);
  for (std::uint64_t step = 0; step < 2; ++step) {
    const std::uint64_t from = Mixed(case_place, step, 0, kStepRun) % runs;
    const std::uint64_t bits = Mixed(case_place, step, 0, kStepSize);
    const bool touched = Mixed(case_place, step, 0, kStepSizes) % kSizes <= place % kSizes;
    if (run >= from && touched) level += (bits % 2 == 0 ? 1 : -1) * (0.02 + 0.18 * Uniform(bits));
  }
  return level;
}

double Synthetic::LaunchMedian(std::uint32_t place, std::uint32_t run, std::uint32_t launch) const {
  return std::exp(Level(place, run) + 0.01 * Normal(Mixed(place, run, 0, kRunNoise)) +
                  0.02 * Normal(Mixed(place, run, launch, kLaunchNoise)));
}

double Synthetic::RunMedian(std::uint32_t place, std::uint32_t run) const {
  std::vector<double> noise(launches);
  for (std::uint32_t i = 0; i < launches; ++i) noise[i] = Normal(Mixed(place, run, i, kLaunchNoise));
  std::sort(noise.begin(), noise.end());
  const double middle = (noise[(launches - 1) / 2] + noise[launches / 2]) / 2;
  return std::exp(Level(place, run) + 0.01 * Normal(Mixed(place, run, 0, kRunNoise)) + 0.02 * middle);
}

std::string Synthetic::RunId(std::uint32_t run) const { return fmt::format("{:08x}-0000-4000-8000-000000000000", run); }

std::string Synthetic::StartedAt(std::uint32_t run) const {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(static_cast<std::time_t>(1700000000 + 86400 * std::int64_t{run})));
}

std::string Synthetic::Library(std::uint32_t run) const { return fmt::format("library {}", run / 10); }

LaunchRecord Synthetic::Launch(std::uint32_t run, std::uint32_t launch, std::uint32_t observations) const {
  LaunchRecord record;
  record.run_id = RunId(run);
  // The id is as random as a UUID's beginning: stores keep launches in no order of time.
  record.launch_id = fmt::format("{:016x}-4000-8000-{:06x}{:06x}", Mixed(run, launch, 0, 99), run, launch);
  record.launch_index = launch;
  record.started_at = StartedAt(run);
  record.duration_seconds = 10;
  record.environment.key = {{"mpi_implementation", "Open MPI"}, {"ranks", "2"}, {"cpu_model", "CPU"}};
  record.environment.context = {{"kernel", "6.1"}, {"mpi_library_version", Library(run)}};
  for (std::uint32_t place = 0; place < series; ++place) {
    SeriesRecord one = Description(place);
    const double median = LaunchMedian(place, run, launch);
    Pass pass;
    for (std::uint32_t i = 0; i < observations; ++i) {
      pass.observations_seconds.push_back(median * (1 + 0.001 * (i - 0.5 * (observations - 1))));
    }
    pass.local_seconds = pass.observations_seconds;
    one.passes = {pass};
    Summarize(one);
    record.series.push_back(std::move(one));
  }
  return record;
}

History Synthetic::ToHistory(std::uint32_t first, std::uint32_t count) const {
  History history;
  for (std::uint32_t run = 0; run < runs; ++run) {
    history.runs.push_back({RunId(run), Library(run), StartedAt(run), {{{"cpu_model", "CPU"}}, {{"kernel", "6.1"}}}});
  }
  for (std::uint32_t place = first; place < first + count; ++place) {
    const SeriesRecord description = Description(place);
    SeriesHistory one{
        description.name, description.name, description.case_name, "collective", description.parameters, {}, {}};
    for (std::uint32_t run = 0; run < runs; ++run) {
      one.runs.push_back(run);
      one.log_seconds.push_back(std::log(RunMedian(place, run)));
    }
    history.series.push_back(std::move(one));
  }
  return history;
}

}  // namespace mpigauge

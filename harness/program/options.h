#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/sizes/planner.h"
#include "harness/state/buffer_modes.h"
#include "harness/sync/window.h"
#include "record/record.h"

namespace mpigauge {

// The options of mpigauge-bench. They are equal on all ranks: every rank parses rank 0's arguments.
struct Options {
  std::string record;  // file for the launch record; empty: none
  std::string run_id;
  std::int64_t launch_index = 0;
  std::string circle;         // of launches that take turns, as Turns takes it; empty: this one is alone
  std::string expect_loaded;  // libraries that every rank must have loaded, written as in LD_PRELOAD
  int expect_ranks = 0;       // another number of ranks ends the launch; 0: any
  int passes = 10;
  double least_seconds = 0.5;           // of a launch's passes: more of them until it is over
  std::int64_t observations = 40;       // at most, per pass
  std::int64_t least_observations = 3;  // per pass
  std::optional<std::int64_t> warm_up;  // observations of a visit that do not count; each mode has its own default
  double visit_budget_seconds = 2e-3;
  double observation_seconds = 50e-6;  // of an observation, where operations are measured in loops
  double watchdog_seconds = 60;
  std::uint64_t seed = 0;           // 0: rank 0 draws one
  std::string stopping = "budget";  // rule of a series
  std::optional<double> epsilon;    // the relative precision that it asks for; each rule has its own default
  double time_budget_seconds = 0;   // of the whole launch; 0: the visits' budgets decide
  std::string estimator = "median";
  std::optional<double> confidence;  // of the estimator's interval, where the table shall show it
  std::string synchronizer = "round-time";
  std::string pair = "0,1";  // of the point-to-point cases
  bool realtime = false;
  std::string threads = "single";  // the level that MPI is initialized with
  std::string io_directory;        // of the files of the family "io"; empty: its series are not chosen
  std::string timer = "clock_monotonic_raw";
  ParameterValues parameters;     // of free parameters of the cases
  std::int64_t least_packet = 0;  // bytes: packets are 1, 2, 4, ... down to this length; 0: as the case has them
  std::string clock_sync = "skampi";
  int clock_exchanges = 100;  // of one pair; for minimum-round-trip in a row without a shorter one
  WindowSettings window;      // of mpiperf-window
  double resynchronize_seconds = 1;
  std::string last;                                 // series whose names match are measured when the others are done
  std::string sizes;                                // as given; empty: every case's own
  std::shared_ptr<const SizePlanner> planner;       // of these sizes, or nullptr
  std::string ranks;                                // numbers of them, as given; empty: all of the launch
  std::shared_ptr<const SizePlanner> rank_planner;  // of these numbers, or nullptr
  // A regular expression: series whose FAMILY/NAME it matches are there also for the largest odd number of ranks, from
  // 3 on, beside all of them; not where `ranks` lists numbers.
  std::string odd_ranks;
  BufferPlan buffers;  // without the size of the areas
  VerifyMode verify = VerifyMode::kSample;
  bool subtract_overhead = false;
  int reruns = 5;                // rounds in which series that stand out are measured again
  std::string report = "table";  // or "mpiperf"
  bool per_rank = false;         // each rank's own durations too
  std::string suite;             // the name of a suite, for the record: what it says is in the other options
  std::string series;  // a regular expression: series whose FAMILY/NAME it matches are there to be chosen; empty: all
  std::string format = "table";     // "table", "osu", or Google Benchmark's "console", "csv", "json"
  std::vector<std::string> google;  // flags that Google Benchmark parses itself

  bool list = false;             // --benchmark_list_tests, or --list-series
  std::string list_series;       // the file that the names go to, for programs; empty: standard output
  bool check_arguments = false;  // nothing else, and no MPI
  bool list_cases = false;

  // All of it as text, for the record.
  std::map<std::string, std::string> Settings() const;
};

struct Help {
  std::string text;
};

// The level that this process's own command line, or the configuration that it names, asks for: MPI is initialized
// before ranks can agree on anything. "single" where it says nothing or makes no sense, which ParseOptions tells people
// later.
std::string WantedThreads(const std::vector<std::string>& arguments);

// Parses the arguments behind the program's name. `help` is set where help was asked for. Throws Error (usage).
Options ParseOptions(const std::vector<std::string>& arguments, std::optional<Help>& help);

// The manual page of mpigauge-bench (man(7)); --manual-page prints it, without MPI.
std::string ManualPage();

}  // namespace mpigauge

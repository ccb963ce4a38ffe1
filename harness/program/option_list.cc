#include "harness/program/option_list.h"

#include "base/manual/documentation.h"
#include "base/manual/number_check.h"
#include "harness/clock/sync_settings.h"
#include "harness/clock/timer_choice.h"
#include "harness/method/stopping_rule.h"
#include "harness/program/presets.h"
#include "harness/sync/names.h"
#include "stats/estimator.h"

namespace mpigauge {

const std::vector<std::string> kFormats = {"table", "osu", "console", "csv", "json"};

const std::vector<std::string> kThreadLevelNames = {"single", "funneled", "serialized", "multiple"};

namespace {

constexpr const char* kFooter = R"(Google Benchmark's own flags work as there:
  --benchmark_filter=REGEX       series to measure, such as 'allreduce/bytes:8/': of all there are, or of --suite if
                                 one is given; '-REGEX' leaves out, of --suite or else of smoke
  --benchmark_list_tests         names of the series that would be measured; nothing is
  --benchmark_format=FORMAT      console, csv or json (the launch record) instead of the table
  --benchmark_out=FILE           the same as --record FILE
  --benchmark_repetitions=N      the same as --passes N
  --benchmark_min_time=SECONDS   time for each series in all passes together
  --benchmark_time_unit, --benchmark_counters_tabular, --benchmark_color, --v

Examples:
  mpirun -n 2 mpigauge-bench
  mpirun -n 2 mpigauge-bench --suite=standard
  mpirun -n 2 mpigauge-bench --benchmark_filter=allreduce
  mpirun -n 4 mpigauge-bench --passes 8 --record launch.json
  mpirun -n 2 mpigauge-bench --benchmark_filter=^ping_pong/ --format=osu
  mpirun -n 2 mpigauge-bench --benchmark_filter='ping_pong/bytes:8/' --benchmark_format=json)";

void AddWhatIsMeasured(CLI::App& app, GivenOptions& given) {
  app.add_option("--preset", given.preset,
                 "A way to measure, such as a paper's; see " + NameOfPage("methods/measuring"))
      ->check(CLI::IsMember(PresetNames()))
      ->capture_default_str();
  app.add_option("--config", given.config, "Read options from this TOML file: passes = 20; the command line wins")
      ->type_name("FILE");
  app.add_option("--suite", given.options.suite,
                 "The suite to measure: smoke (the default; one or two seconds), standard (about a minute), full")
      ->type_name("NAME");
  app.add_option("--series", given.options.series,
                 "The series to measure, by a regular expression over FAMILY/NAME such as '^collective/bcast/'; a "
                 "suite has one")
      ->type_name("REGEX");
  app.add_flag("--list-cases", given.options.list_cases,
               "List families, cases, parameters and units (as JSON with --benchmark_format=json); measure nothing");
  app.set_version_flag("--version", "")->description("Version, commit, build and MPI");  // main prints it
  app.add_flag("--check-arguments", given.options.check_arguments,
               "Check whether these arguments are understood (exit code 0 or 4), without MPI; measure nothing");
  app.add_flag("--manual-page")->description("Print the manual page, without MPI")->group("");  // main prints it
  app.add_flag("--print-config", given.print_config, "Print the configuration in force as TOML; measure nothing");
  app.add_option("--format", given.options.format,
                 "The format of the output: table; osu, as OSU's benchmarks print it (# Size  Latency (us)); console, "
                 "csv or json of Google Benchmark")
      ->check(CLI::IsMember(kFormats))
      ->capture_default_str();
  app.add_option("--list-series", given.options.list_series,
                 "Write the names of the series that would be measured to this file; measure nothing")
      ->type_name("FILE");
  app.add_option("--record", given.options.record, "Write the launch record to this file")->type_name("FILE");
}

void AddHowLong(CLI::App& app, GivenOptions& given) {
  app.add_option("--passes", given.options.passes, "The number of visits to every series, in another order each time")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--least-time", given.least_time,
                 "Make more passes until this time is over, up to ten times as many; not if --passes is given")
      ->type_name("TIME")
      ->capture_default_str();
  app.add_option("--observations", given.options.observations, "The largest number of observations in a pass")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--least-observations", given.options.least_observations,
                 "The smallest number of observations in a pass")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--warm-up", given.options.warm_up,
                 "The number of observations at the beginning of a pass that do not count (3; 10 of single operations "
                 "if launches take turns)")
      ->check(CLI::Range(0, 1000000));
  app.add_option("--visit-budget", given.budget, "The time for a series in one pass")->capture_default_str();
  app.add_option("--observation-time", given.observation_time,
                 "The length of the loops that measure short operations, 1us to 1s. If the timer is coarse or slow, "
                 "take longer ones: --observation-time 1ms")
      ->type_name("TIME")
      ->capture_default_str();
  app.add_option("--watchdog", given.watchdog, "Give up, and name rank and series, if one visit takes longer")
      ->capture_default_str();
}

void AddSizesAndBuffers(CLI::App& app, GivenOptions& given) {
  app.add_option("--last", given.options.last, "Measure matching series after all others: one of them crashed")
      ->type_name("REGEX")
      ->take_last();
  app.add_option("--sizes", given.options.sizes,
                 "Message sizes: 8,64,4K; powers:8:1M; or found while measuring: bisection:0:64K, skampi:8:1M:max=40")
      ->type_name("SIZES");
  app.add_option("--parameters", given.parameters,
                 "Other values of parameters that take any: of COMMTEST, 'packets=1,16;distance=3'")
      ->type_name("NAME=VALUES[;...]");
  app.add_option("--least-packet", given.least_packet,
                 "COMMTEST: a message in 1, 2, 4, ... packets down to this length: --sizes 2M --least-packet 2K")
      ->type_name("BYTES");
  app.add_option("--ranks", given.options.ranks,
                 "Measure on the first ranks alone, while the others sleep: 2,3,4; powers:2:64; or found while "
                 "measuring: bisection:2:64, skampi:2:64")
      ->type_name("RANKS");
  app.add_option(
         "--odd-ranks", given.options.odd_ranks,
         "Series to measure also on all ranks but the last one, where their number is even and 4 or more; suites "
         "have a few, such as '^collective/bcast/bytes:8/'")
      ->type_name("REGEX");
  app.add_option("--buffers", given.buffers,
                 "The buffers of successive operations: reused; rotating through more than the last-level cache; or "
                 "fresh addresses")
      ->type_name("MODE")
      ->capture_default_str();
  app.add_option("--alignment", given.options.buffers.alignment,
                 "Bytes from the start of a page to a buffer, in steps of 8")
      ->check(CLI::Range(0, 4088))
      ->capture_default_str();
  app.add_option("--verify", given.verify,
                 "Check the data: off, sample (of a series' second call, and of some operations after each visit), all "
                 "(between observations too)")
      ->check(CLI::IsMember(kVerifyModes))
      ->capture_default_str();
}

void AddFigures(CLI::App& app, GivenOptions& given) {
  app.add_flag("--subtract-overhead", given.options.subtract_overhead,
               "Also measure empty operations, and subtract their time from the figures (not from what is stored)");
  app.add_option("--reruns", given.options.reruns,
                 "The largest number of new visits to series whose times stand out from their neighbours")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--seed", given.options.seed, "The seed for the order of the series; 0: draw one");
  app.add_option(
         "--time-budget", given.time_budget,
         "The time of the whole launch, shared out among the series by how much each needs; sets the number of passes")
      ->type_name("TIME");
  app.add_option("--stopping", given.options.stopping,
                 "The rule by which a series has been observed enough, within the bounds above")
      ->check(CLI::IsMember(StoppingRuleNames()))
      ->capture_default_str();
  app.add_option("--epsilon", given.options.epsilon, "The relative precision that the stopping rule asks for")
      ->check(NumberFrom(1e-6, 10));
  app.add_option("--report", given.options.report,
                 "The figures in the table: the usual ones, or those of MPIPerf's or COMMTEST's report")
      ->check(CLI::IsMember(std::vector<std::string>{"table", "mpiperf", "commtest"}))
      ->capture_default_str();
  app.add_flag("--per-rank", given.options.per_rank, "Also record and print each rank's own durations");
  app.add_option("--estimator", given.options.estimator, "The figure that the table shows first")
      ->check(CLI::IsMember(EstimatorNames()))
      ->capture_default_str();
  app.add_option("--confidence", given.options.confidence, "Also print its interval with this confidence, such as 0.95")
      ->check(NumberFrom(0.5, 0.9999));
}

void AddRanksAndClocks(CLI::App& app, GivenOptions& given) {
  app.add_option("--synchronizer", given.options.synchronizer, "The method by which ranks start an operation together")
      ->check(CLI::IsMember(SynchronizerNames()))
      ->capture_default_str();
  app.add_option("--pair", given.options.pair,
                 "The ranks that talk in point-to-point cases, or farthest: the pair with the largest latency")
      ->type_name("RANK,RANK")
      ->capture_default_str();
  app.add_flag("--realtime", given.options.realtime, "Run with real-time priority if that is allowed");
  app.add_option("--threads", given.options.threads,
                 "The thread level that MPI is initialized with; cases with threads need multiple")
      ->check(CLI::IsMember(kThreadLevelNames))
      ->capture_default_str();
  app.add_option("--io-directory", given.options.io_directory,
                 "The folder in which MPI-IO is measured; without it, MPI-IO is not measured. Its files are removed")
      ->type_name("FOLDER");
  app.add_option("--timer", given.options.timer, "The clock that is read around an operation")
      ->check(CLI::IsMember(kTimerNames))
      ->capture_default_str();
  app.add_option("--clock-sync", given.options.clock_sync,
                 "The method by which ranks without a common clock find their offsets")
      ->check(CLI::IsMember(kSyncMethods))
      ->capture_default_str();
  app.add_option("--clock-exchanges", given.options.clock_exchanges,
                 "The number of messages there and back with each rank; by minimum-round-trip the number in a row that "
                 "bring no shorter one (MPIPerf's d): --clock-exchanges 200")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--resynchronize", given.resynchronize, "Find the offsets again between passes after this time")
      ->capture_default_str();
}

// MPIPerf's k, k', share of incorrect launches and gamma.
void AddWindow(CLI::App& app, GivenOptions& given) {
  app.add_option("--window-launches", given.options.window.launches,
                 "The launches of a stage of mpiperf-window (MPIPerf's k): --window-launches 16")
      ->check(CLI::Range(std::int64_t{1}, Synchronizer::kMostObservations))
      ->capture_default_str();
  app.add_option("--window-first-launches", given.options.window.first_launches,
                 "The launches of its first stage, which is dropped and sets the window (MPIPerf's k')")
      ->check(CLI::Range(std::int64_t{1}, Synchronizer::kMostObservations))
      ->capture_default_str();
  app.add_option("--window-incorrect", given.window_incorrect,
                 "The share of a stage's launches above which the window is adjusted: --window-incorrect 10%")
      ->type_name("SHARE")
      ->capture_default_str();
  app.add_option("--window-factor", given.options.window.factor,
                 "The factor from the time that a launch took to the window (MPIPerf's gamma)")
      ->check(NumberFrom(1, 2))
      ->capture_default_str();
}

void AddLaunch(CLI::App& app, GivenOptions& given) {
  app.add_option("--run-id", given.options.run_id, "The run that this launch belongs to")->type_name("ID");
  app.add_option("--launch-index", given.options.launch_index, "The number of this launch in the run")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--circle", given.options.circle, "Take turns with other launches; mpigauge sets it")
      ->type_name("ID,NUMBER,SOCKET")
      ->group("");  // for mpigauge alone
  app.add_option("--expect-loaded", given.options.expect_loaded,
                 "Give up if a rank did not load these libraries; mpigauge sets it")
      ->type_name("FILE[:FILE]...")
      ->group("");  // for mpigauge alone
  app.add_option("--expect-ranks", given.options.expect_ranks, "Give up if there is another number of ranks")
      ->check(CLI::Range(1, 1000000));
}

}  // namespace

void AddOptions(CLI::App& app, GivenOptions& given) {
  app.footer(kFooter);
  AddWhatIsMeasured(app, given);
  AddHowLong(app, given);
  AddSizesAndBuffers(app, given);
  AddFigures(app, given);
  AddRanksAndClocks(app, given);
  AddWindow(app, given);
  AddLaunch(app, given);
}

}  // namespace mpigauge

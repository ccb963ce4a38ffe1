#include "harness/program/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "harness/base/error.h"
#include "harness/base/units.h"
#include "harness/clock/clock_sync.h"
#include "harness/clock/timer_choice.h"
#include "harness/method/stopping_rule.h"
#include "harness/program/arguments.h"
#include "harness/program/google_flags.h"
#include "harness/program/presets.h"
#include "harness/sizes/parse.h"
#include "harness/stats/estimator.h"
#include "harness/sync/make.h"

namespace mpigauge {
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
  mpirun -n 2 mpigauge-bench --benchmark_filter='ping_pong/bytes:8/' --benchmark_format=json)";

// Ten passes are as many as the second and a half of a launch without a budget has; longer ones have more of them
// and longer ones too.
int PassesFor(double budget_seconds) {
  return std::clamp(static_cast<int>(std::lround(10 * std::sqrt(budget_seconds / 1.5))), 3, 1000);
}

void RefuseBadRegex(const std::string& text, const std::string& flag) {
  try {
    const std::regex valid(text);
  } catch (const std::regex_error& error) {
    throw UsageError("{}: '{}' is not a regular expression: {}", flag, text, error.what());
  }
}

// Options that belong to one launch and not to a way to measure.
bool OfOneLaunch(const std::string& name) {
  static const std::set<std::string> kNames = {"help",         "config",       "print-config", "record", "run-id",
                                               "launch-index", "expect-ranks", "preset",       "suite",  "list-cases"};
  return kNames.contains(name);
}

const std::vector<std::string> kThreadLevelNames = {"single", "funneled", "serialized", "multiple"};

// What all options are set to, by name.
std::vector<std::pair<std::string, std::string>> InForce(const CLI::App& app,
                                                         const std::vector<std::string>& arguments) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_lnames().at(0);
    if (OfOneLaunch(name)) continue;
    const std::string value = option->count() > 0 ? option->results().back() : option->get_default_str();
    if (!value.empty()) values.emplace_back(name, value);
  }
  for (const std::string& argument : arguments) {
    const auto equals = argument.find('=');
    if (!argument.starts_with("--benchmark_") || equals == std::string::npos) continue;
    values.emplace_back(argument.substr(2, equals - 2), argument.substr(equals + 1));
  }
  return values;
}

}  // namespace

std::map<std::string, std::string> Options::Settings() const {
  return {{"passes", std::to_string(passes)},
          {"least_time", FormatSeconds(least_seconds)},
          {"observations", std::to_string(observations)},
          {"least_observations", std::to_string(least_observations)},
          {"visit_budget", FormatSeconds(visit_budget_seconds)},
          {"seed", std::to_string(seed)},
          {"watchdog", FormatSeconds(watchdog_seconds)},
          {"stopping", stopping},
          {"epsilon", epsilon ? fmt::format("{}", *epsilon) : "default"},
          {"time_budget", FormatSeconds(time_budget_seconds)},
          {"estimator", estimator},
          {"confidence", confidence ? fmt::format("{}", *confidence) : ""},
          {"synchronizer", synchronizer},
          {"pair", pair},
          {"realtime", realtime ? "yes" : "no"},
          {"threads", threads},
          {"io_directory", io_directory},
          {"timer", timer},
          {"clock_sync", clock_sync},
          {"resynchronize", FormatSeconds(resynchronize_seconds)},
          {"last", last},
          {"suite", suite},
          {"series", series},
          {"sizes", sizes.empty() ? "default" : sizes},
          {"ranks", ranks.empty() ? "all" : ranks},
          {"buffers", buffers.Text().empty() ? "reused" : buffers.Text()},
          {"verify", kVerifyModes[static_cast<std::size_t>(verify)]},
          {"subtract_overhead", subtract_overhead ? "yes" : "no"},
          {"report", report},
          {"per_rank", per_rank ? "yes" : "no"},
          {"reruns", std::to_string(reruns)}};
}

std::string WantedThreads(const std::vector<std::string>& arguments) {
  std::vector<std::string> expanded = arguments;
  try {
    expanded = ExpandArguments(arguments);
  } catch (const Error&) {
    // A file that is on rank 0's host alone, or a mistake.
  }
  const std::string wanted = ValueOf(expanded, "--threads").value_or("");
  const auto known = std::find(kThreadLevelNames.begin(), kThreadLevelNames.end(), wanted);
  return known == kThreadLevelNames.end() ? "single" : wanted;
}

Options ParseOptions(const std::vector<std::string>& arguments, std::optional<Help>& help) {
  Options options;
  std::string budget = "2ms";
  std::string watchdog = "60s";
  std::string time_budget = "0s";
  std::string least_time = "0.5s";
  std::string resynchronize = "1s";
  std::string buffers = "reused";
  std::string verify = "sample";
  CLI::App app("Measures MPI operations. Start it with mpirun or srun; it works on one rank too.", "mpigauge-bench");
  app.footer(kFooter);
  std::string preset = "default";
  std::string config;
  bool print_config = false;
  app.add_option("--preset", preset, "A way to measure, such as a paper's; see docs/measuring.md")
      ->check(CLI::IsMember(PresetNames()))
      ->capture_default_str();
  app.add_option("--config", config, "Read options from this TOML file: passes = 20; the command line wins")
      ->type_name("FILE");
  app.add_option("--suite", options.suite,
                 "What is measured: smoke (seconds; if nothing says what), standard (minutes), full")
      ->type_name("NAME");
  app.add_option("--series", options.series,
                 "The same by a regular expression over FAMILY/NAME, such as '^collective/bcast/'; a suite has it")
      ->type_name("REGEX");
  app.add_flag("--list-cases", options.list_cases,
               "List families, cases, parameters and units, as JSON by --benchmark_format=json; nothing is measured");
  app.add_flag("--print-config", print_config, "Write the configuration in force as TOML; nothing is measured");
  app.add_option("--record", options.record, "Write the launch record to this file")->type_name("FILE");
  app.add_option("--passes", options.passes, "Visit every series this often, each time in another order")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--least-time", least_time,
                 "More passes until this is over, up to ten times as many; not where --passes is given")
      ->type_name("TIME")
      ->capture_default_str();
  app.add_option("--observations", options.observations, "At most this many per pass")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--least-observations", options.least_observations, "At least this many per pass")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--visit-budget", budget, "Time for a series in one pass")->capture_default_str();
  app.add_option("--watchdog", watchdog, "Give up, naming rank and series, when one visit takes longer")
      ->capture_default_str();
  app.add_option("--last", options.last, "Measure the series that match when all others are done: one of them crashed")
      ->type_name("REGEX")
      ->take_last();
  app.add_option("--sizes", options.sizes,
                 "Message sizes: 8,64,4K; powers:8:1M; or found while measuring: bisection:0:64K, skampi:8:1M:max=40")
      ->type_name("SIZES");
  app.add_option("--ranks", options.ranks,
                 "Measure on the first so many ranks; the others sleep: 2,3,4; powers:2:64; or found while measuring: "
                 "bisection:2:64, skampi:2:64")
      ->type_name("RANKS");
  app.add_option(
         "--buffers", buffers,
         "Of successive operations: reused; rotating through more than the last-level cache; or fresh addresses")
      ->type_name("MODE")
      ->capture_default_str();
  app.add_option("--alignment", options.buffers.alignment, "Bytes from the start of a page to a buffer, in steps of 8")
      ->check(CLI::Range(0, 4088))
      ->capture_default_str();
  app.add_option("--verify", verify, "Check the data: off, sample (after a visit), all (between observations too)")
      ->check(CLI::IsMember(kVerifyModes))
      ->capture_default_str();
  app.add_flag("--subtract-overhead", options.subtract_overhead,
               "Measure empty operations too, and take their time off the figures (not off what is stored)");
  app.add_option("--reruns", options.reruns, "Measure times that stand out from their neighbours up to so often again")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of the order of the series; 0: draw one");
  app.add_option("--time-budget", time_budget,
                 "Of the whole launch: shared out among the series by how much each needs; sets the number of passes")
      ->type_name("TIME");
  app.add_option("--stopping", options.stopping, "When a series has been observed enough, within the bounds above")
      ->check(CLI::IsMember(StoppingRuleNames()))
      ->capture_default_str();
  app.add_option("--epsilon", options.epsilon, "The relative precision that the stopping rule asks for")
      ->check(CLI::Range(1e-6, 10.0));
  app.add_option("--report", options.report, "What the table shows: the usual figures, or those of MPIPerf's report")
      ->check(CLI::IsMember(std::vector<std::string>{"table", "mpiperf"}))
      ->capture_default_str();
  app.add_flag("--per-rank", options.per_rank, "Record and show each rank's own durations too");
  app.add_option("--estimator", options.estimator, "The figure that the table shows first")
      ->check(CLI::IsMember(EstimatorNames()))
      ->capture_default_str();
  app.add_option("--confidence", options.confidence, "Show its interval of this confidence too, such as 0.95")
      ->check(CLI::Range(0.5, 0.9999));
  app.add_option("--synchronizer", options.synchronizer, "How ranks are lined up before an operation")
      ->check(CLI::IsMember(SynchronizerNames()))
      ->capture_default_str();
  app.add_option("--pair", options.pair,
                 "The ranks that talk in point-to-point cases, or farthest: the pair with the largest latency")
      ->type_name("RANK,RANK")
      ->capture_default_str();
  app.add_flag("--realtime", options.realtime, "Run with real-time priority where that is allowed");
  app.add_option("--threads", options.threads, "What MPI is initialized with; cases with threads need multiple")
      ->check(CLI::IsMember(kThreadLevelNames))
      ->capture_default_str();
  app.add_option("--io-directory", options.io_directory,
                 "Where MPI-IO is measured; without it, it is not. Its files are removed")
      ->type_name("FOLDER");
  app.add_option("--timer", options.timer, "The clock that is read around an operation")
      ->check(CLI::IsMember(kTimerNames))
      ->capture_default_str();
  app.add_option("--clock-sync", options.clock_sync, "How ranks without a common clock find their offsets")
      ->check(CLI::IsMember(kSyncMethods))
      ->capture_default_str();
  app.add_option("--resynchronize", resynchronize, "Find them again between passes after this time")
      ->capture_default_str();
  app.add_option("--run-id", options.run_id, "The run that this launch belongs to")->type_name("ID");
  app.add_option("--launch-index", options.launch_index, "Its number in the run")->check(CLI::NonNegativeNumber);
  app.add_option("--expect-ranks", options.expect_ranks, "Give up where there is another number of ranks")
      ->check(CLI::Range(1, 1000000));

  std::optional<double> min_time;
  std::vector<std::string> ours;
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--benchmark_") || argument.starts_with("--v=")) {
      TakeGoogleFlag(argument, options, min_time);
    } else {
      ours.push_back(argument);
    }
  }
  try {
    std::reverse(ours.begin(), ours.end());  // CLI11 takes a vector from its back
    app.parse(ours);
  } catch (const CLI::CallForHelp&) {
    help = Help{app.help()};
    return options;
  } catch (const CLI::ParseError& error) {
    throw UsageError("{} (see --help)", error.what());
  }
  if (print_config) help = Help{ConfigText(InForce(app, arguments))};
  options.visit_budget_seconds = ParseSeconds(budget, "--visit-budget");
  options.time_budget_seconds = ParseSeconds(time_budget, "--time-budget");
  options.least_seconds = ParseSeconds(least_time, "--least-time");
  const bool passes_are_set = app.count("--passes") > 0 || preset != "default" || options.time_budget_seconds > 0;
  if (app.count("--least-time") == 0 && passes_are_set) options.least_seconds = 0;
  if (options.time_budget_seconds > 0) {
    options.observations = 1000000;
    if (app.count("--passes") == 0) options.passes = PassesFor(options.time_budget_seconds);
  }
  options.watchdog_seconds = ParseSeconds(watchdog, "--watchdog");
  options.resynchronize_seconds = ParseSeconds(resynchronize, "--resynchronize");
  RefuseBadRegex(options.last, "--last");
  RefuseBadRegex(options.series, "--series");
  options.buffers.mode = ParseBufferMode(buffers, "--buffers");
  options.verify = VerifyMode(std::find(kVerifyModes.begin(), kVerifyModes.end(), verify) - kVerifyModes.begin());
  if (options.buffers.alignment % 8 != 0) {
    throw UsageError("--alignment: '{}' is not a multiple of 8", options.buffers.alignment);
  }
  if (!options.sizes.empty()) options.planner = ParsePlanner(options.sizes, "--sizes");
  if (!options.ranks.empty()) options.rank_planner = ParsePlanner(options.ranks, "--ranks", 1);
  if (options.planner && options.rank_planner && options.planner->adaptive() && options.rank_planner->adaptive()) {
    throw UsageError("--sizes {}, --ranks {}: only one of them can be found while measuring; list the other",
                     options.sizes, options.ranks);
  }
  if (min_time) {
    options.visit_budget_seconds = *min_time / options.passes;
    options.observations = 1000000;
  }
  options.least_observations = std::min(options.least_observations, options.observations);
  if (options.format != "table" && options.format != "console" && options.format != "csv" && options.format != "json") {
    throw UsageError("--benchmark_format: '{}' is unknown; console, csv or json", options.format);
  }
  return options;
}

}  // namespace mpigauge

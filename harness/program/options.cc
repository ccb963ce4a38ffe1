#include "harness/program/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/manual/man_page.h"
#include "base/units.h"
#include "harness/program/arguments.h"
#include "harness/program/google_flags.h"
#include "harness/program/option_list.h"
#include "harness/sizes/planner.h"
#include "record/checked_values.h"
#include "record/commtest.h"

namespace mpigauge {
namespace {

constexpr const char* kDescription = "Measures MPI operations. Start it with mpirun or srun; it works on one rank too.";
constexpr std::string_view kFilterFlag = "--benchmark_filter=";
constexpr double kLeastObservationTime = 1e-6;  // seconds
constexpr double kMostObservationTime = 1;

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
  static const std::set<std::string> kNames = {"help",         "config",     "print-config", "record",        "run-id",
                                               "launch-index", "circle",     "expect-ranks", "expect-loaded", "preset",
                                               "suite",        "list-cases", "format",       "list-series"};
  return kNames.contains(name);
}

// Returns the values of all options, by name.
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

// Returns the command line without Google Benchmark's flags, which go into `options`.
std::vector<std::string> TakeGoogleFlags(const std::vector<std::string>& arguments, Options& options,
                                         std::optional<double>& min_time) {
  std::vector<std::string> ours;
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--benchmark_") || argument.starts_with("--v=")) {
      TakeGoogleFlag(argument, options, min_time);
    } else {
      ours.push_back(argument);
    }
  }
  return ours;
}

// In turns, launches differ by more than long visits could tell apart, so the time is better spent on more launches.
constexpr double kVisitInTurns = 1e-3;
constexpr double kLeastTimeInTurns = 0.1;

// How long everything takes; what was not said follows from what was.
void TakeTimes(const CLI::App& app, const GivenOptions& given, std::optional<double> min_time) {
  Options& options = given.options;
  options.visit_budget_seconds = ParseSeconds(given.budget, "--visit-budget");
  options.time_budget_seconds = ParseSeconds(given.time_budget, "--time-budget");
  options.least_seconds = ParseSeconds(given.least_time, "--least-time");
  const bool passes_are_set = app.count("--passes") > 0 || given.preset != "default" || options.time_budget_seconds > 0;
  if (app.count("--least-time") == 0 && passes_are_set) options.least_seconds = 0;
  if (!options.circle.empty()) {
    if (app.count("--visit-budget") == 0) options.visit_budget_seconds = kVisitInTurns;
    if (app.count("--least-time") == 0) options.least_seconds = std::min(options.least_seconds, kLeastTimeInTurns);
  }
  if (options.time_budget_seconds > 0) {
    options.observations = 1000000;
    if (app.count("--passes") == 0) options.passes = PassesFor(options.time_budget_seconds);
  }
  options.observation_seconds = ParseSeconds(given.observation_time, "--observation-time");
  if (options.observation_seconds < kLeastObservationTime || options.observation_seconds > kMostObservationTime) {
    throw UsageError("--observation-time: '{}' is not between {} and {}", given.observation_time,
                     FormatSeconds(kLeastObservationTime), FormatSeconds(kMostObservationTime));
  }
  options.window.most_incorrect = ParseShare(given.window_incorrect, "--window-incorrect");
  options.watchdog_seconds = ParseSeconds(given.watchdog, "--watchdog");
  options.resynchronize_seconds = ParseSeconds(given.resynchronize, "--resynchronize");
  if (min_time) {
    options.visit_budget_seconds = *min_time / options.passes;
    options.observations = 1000000;
  }
  options.least_observations = std::min(options.least_observations, options.observations);
}

// "distance=1,3;packets=4".
ParameterValues ParseParameters(const std::string& text) {
  ParameterValues values;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    const auto equals = part.find('=');
    const std::string name = part.substr(0, equals);
    if (equals == std::string::npos || name.empty()) {
      throw UsageError("--parameters: '{}' is not a name and values, such as distance=1,3", part);
    }
    if (name == "bytes" || name == "ranks") {
      throw UsageError("--parameters: for {} use --{}", name, name == "bytes" ? "sizes" : name);
    }
    const auto planner = ParsePlanner(part.substr(equals + 1), "--parameters: " + name, 1);
    if (planner->adaptive()) throw UsageError("--parameters: '{}' cannot be found while measuring; list values", part);
    values[name] = planner->Sizes({});
  }
  return values;
}

void TakeParameters(const GivenOptions& given) {
  Options& options = given.options;
  options.parameters = ParseParameters(given.parameters);
  if (given.least_packet.empty()) return;
  options.least_packet = ParseBytes(given.least_packet, "--least-packet");
  if (options.least_packet < 1) throw UsageError("--least-packet: '{}' is not a positive length", given.least_packet);
  if (options.parameters.contains(kPackets)) {
    throw UsageError("--least-packet {}: --parameters already gives the number of packets", given.least_packet);
  }
}

void TakeSeriesAndSizes(const GivenOptions& given) {
  Options& options = given.options;
  if (!options.run_id.empty()) CheckId(options.run_id, "--run-id");
  RefuseBadRegex(options.last, "--last");
  RefuseBadRegex(options.series, "--series");
  RefuseBadRegex(options.odd_ranks, "--odd-ranks");
  options.buffers.mode = ParseBufferMode(given.buffers, "--buffers");
  const auto verify = std::find(kVerifyModes.begin(), kVerifyModes.end(), given.verify);
  options.verify = VerifyMode(verify - kVerifyModes.begin());
  if (options.buffers.alignment % 8 != 0) {
    throw UsageError("--alignment: '{}' is not a multiple of 8", options.buffers.alignment);
  }
  if (!options.sizes.empty()) options.planner = ParsePlanner(options.sizes, "--sizes");
  if (!options.ranks.empty()) options.rank_planner = ParsePlanner(options.ranks, "--ranks", 1);
  if (options.planner && options.rank_planner && options.planner->adaptive() && options.rank_planner->adaptive()) {
    throw UsageError("--sizes {}, --ranks {}: only one of them can be found while measuring; list the other",
                     options.sizes, options.ranks);
  }
  if (std::find(kFormats.begin(), kFormats.end(), options.format) == kFormats.end()) {
    throw UsageError("--benchmark_format: '{}' is unknown; console, csv or json", options.format);
  }
}

std::string ParametersText(const ParameterValues& parameters) {
  std::string text;
  for (const auto& [name, values] : parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, fmt::join(values, ","));
  }
  return text;
}

}  // namespace

std::map<std::string, std::string> Options::Settings() const {
  std::string filter;
  for (const std::string& flag : google) {
    if (flag.starts_with(kFilterFlag)) filter = flag.substr(kFilterFlag.size());
  }
  return {{"passes", std::to_string(passes)},
          {"least_time", FormatSeconds(least_seconds)},
          {"observations", std::to_string(observations)},
          {"least_observations", std::to_string(least_observations)},
          {"warm_up", warm_up ? std::to_string(*warm_up) : "default"},
          {"visit_budget", FormatSeconds(visit_budget_seconds)},
          {"observation_time", FormatSeconds(observation_seconds)},
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
          {"clock_exchanges", std::to_string(clock_exchanges)},
          {"window_launches", std::to_string(window.launches)},
          {"window_first_launches", std::to_string(window.first_launches)},
          {"window_incorrect", fmt::format("{}%", window.most_incorrect * 100)},
          {"window_factor", fmt::format("{}", window.factor)},
          {"resynchronize", FormatSeconds(resynchronize_seconds)},
          {"last", last},
          {"suite", suite},
          {"series", series},
          {"filter", filter},
          {"sizes", sizes.empty() ? "default" : sizes},
          {"parameters", ParametersText(parameters)},
          {"least_packet", least_packet == 0 ? "" : std::to_string(least_packet)},
          {"ranks", ranks.empty() ? "all" : ranks},
          {"odd_ranks", odd_ranks},
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
  GivenOptions given(options);
  CLI::App app(kDescription, "mpigauge-bench");
  AddOptions(app, given);
  std::optional<double> min_time;
  std::vector<std::string> ours = TakeGoogleFlags(arguments, options, min_time);
  try {
    std::reverse(ours.begin(), ours.end());  // CLI11 takes a vector from its back
    app.parse(ours);
  } catch (const CLI::CallForHelp&) {
    help = Help{app.help()};
    return options;
  } catch (const CLI::ParseError& error) {
    throw UsageError("{} (see --help)", error.what());
  }
  if (given.print_config) help = Help{ConfigText(InForce(app, arguments))};
  TakeTimes(app, given, min_time);
  TakeSeriesAndSizes(given);
  TakeParameters(given);
  if (!options.list_series.empty() && options.list) {
    throw UsageError("--list-series {}: not with --benchmark_list_tests, which prints the names", options.list_series);
  }
  options.list = options.list || !options.list_series.empty();
  // The part that prints these formats has a flag of its own for them.
  if (app.count("--format") > 0 && (options.format == "console" || options.format == "csv")) {
    options.google.push_back("--benchmark_format=" + options.format);
  }
  return options;
}

std::string ManualPage() {
  Options options;
  GivenOptions given(options);
  CLI::App app(kDescription, "mpigauge-bench");
  AddOptions(app, given);
  return ManPage(app, app.get_name());
}

}  // namespace mpigauge

// Times every way of synchronizing and says how wrong it was, where all ranks have one clock and pretend not to: the
// true offset is zero. Also what each timer costs here.
//   mpirun -n 2 clock-bench [--repetitions 10] [--format json]
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "base/error.h"
#include "base/json.h"
#include "base/table.h"
#include "harness/clock/clock_sync.h"
#include "harness/clock/timer_choice.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

struct Accuracy {
  std::string method;
  std::vector<double> took_seconds = {};
  std::vector<double> after_seconds = {};   // the largest error over the ranks, right after
  std::vector<double> later_seconds = {};   // and a second later
  std::vector<double> stated_seconds = {};  // the largest error right after that the method itself states
};

constexpr std::int64_t kLater = 1'000'000'000;  // ns

// How far the corrected clock is from the true time at this reading of it, which is the reading.
std::int64_t Wrong(const GlobalClock& clock, std::int64_t local) { return std::llabs(clock.ToGlobal(local) - local); }

// The correction is a line, so what it says a second later is known without waiting for it.
void Repeat(const Control& control, Accuracy& accuracy) {
  const Timer timer;
  const std::int64_t start = timer.Now();
  const GlobalClock clock =
      Synchronize(control, timer, "rank " + std::to_string(control.rank()), {.method = accuracy.method});
  const std::int64_t now = timer.Now();
  std::int64_t values[] = {now - start, Wrong(clock, now), Wrong(clock, now + kLater), clock.ErrorAt(now)};
  control.MaxToRoot(values);
  accuracy.took_seconds.push_back(static_cast<double>(values[0]) * 1e-9);
  accuracy.after_seconds.push_back(static_cast<double>(values[1]) * 1e-9);
  accuracy.later_seconds.push_back(static_cast<double>(values[2]) * 1e-9);
  accuracy.stated_seconds.push_back(static_cast<double>(values[3]) * 1e-9);
}

std::string Nanoseconds(double seconds) { return fmt::format("{:.0f}", seconds * 1e9); }

std::string AccuracyTable(const std::vector<Accuracy>& all) {
  Table table({{"clock sync", Table::Align::kLeft},
               {"time ms"},
               {"error ns"},
               {"max"},
               {"after 1 s ns"},
               {"max"},
               {"stated ns"}});
  for (const Accuracy& one : all) {
    const Summary after = Summarize(one.after_seconds);
    const Summary later = Summarize(one.later_seconds);
    table.AddRow({one.method, fmt::format("{:.2f}", Summarize(one.took_seconds).median * 1e3),
                  Nanoseconds(after.median), Nanoseconds(after.maximum), Nanoseconds(later.median),
                  Nanoseconds(later.maximum), Nanoseconds(Summarize(one.stated_seconds).median)});
  }
  return table.Text(false);
}

struct TimerRow {
  std::string name;
  std::string problem;
  TimerQuality quality;
};

std::vector<TimerRow> MeasureTimers(const Control& control) {
  std::vector<TimerRow> rows;
  for (const std::string& name : kTimerNames) {
    try {
      rows.push_back({name, "", WorstQuality(control, ChooseTimer(control, name).timer)});
    } catch (const Error& error) {
      rows.push_back({name, error.what(), {}});
    }
  }
  return rows;
}

std::string TimerTable(const std::vector<TimerRow>& rows) {
  Table table({{"timer", Table::Align::kLeft}, {"cost ns"}, {"resolution ns"}, {"monotonic"}});
  for (const TimerRow& row : rows) {
    if (!row.problem.empty()) {
      table.AddRow({row.name, "-", "-", row.problem});
      continue;
    }
    table.AddRow({row.name, fmt::format("{:.1f}", row.quality.cost_seconds * 1e9),
                  fmt::format("{:.1f}", row.quality.resolution_seconds * 1e9), row.quality.monotonic ? "yes" : "no"});
  }
  return table.Text(false);
}

Json AllAsJson(int ranks, const std::vector<TimerRow>& timers, const std::vector<Accuracy>& all) {
  Json json = {{"ranks", ranks}, {"timers", Json::array()}, {"clock_sync", Json::array()}};
  for (const TimerRow& row : timers) {
    json["timers"].push_back({{"name", row.name},
                              {"problem", row.problem},
                              {"cost_seconds", row.quality.cost_seconds},
                              {"resolution_seconds", row.quality.resolution_seconds},
                              {"monotonic", row.quality.monotonic}});
  }
  for (const Accuracy& one : all) {
    json["clock_sync"].push_back({{"method", one.method},
                                  {"took_seconds", one.took_seconds},
                                  {"error_after_seconds", one.after_seconds},
                                  {"error_later_seconds", one.later_seconds},
                                  {"stated_error_seconds", one.stated_seconds}});
  }
  return json;
}

int Run(int argc, char** argv, const Control& control) {
  int repetitions = 10;
  std::string format = "table";
  CLI::App app("Times clock synchronizations and says how wrong they were", "clock-bench");
  app.add_option("--repetitions", repetitions, "Of each method")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_option("--format", format, "How the figures are printed")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (control.root()) app.exit(error);
    return error.get_exit_code() == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  const std::vector<TimerRow> timers = MeasureTimers(control);
  std::vector<Accuracy> all;
  for (const std::string& method : kSyncMethods) all.push_back({.method = method});
  for (int i = 0; i < repetitions; ++i) {
    for (Accuracy& one : all) Repeat(control, one);
  }
  if (!control.root()) return 0;
  if (format == "json") {
    std::cout << JsonText(AllAsJson(control.size(), timers, all));
  } else {
    std::cout << TimerTable(timers) << fmt::format("\n{} ranks, {} repetitions\n", control.size(), repetitions)
              << AccuracyTable(all);
  }
  return 0;
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int code = 0;
  {
    const mpigauge::Control control(MPI_COMM_WORLD);
    code = mpigauge::Run(argc, argv, control);
  }
  MPI_Finalize();
  return code;
}

// Looking back over many series and runs: how long it takes, and how much memory.
//
//   history-bench --series 10000 --runs 1000                 made in memory: change points over everything
//   history-bench --store big.sqlite                         of a store: what a gate reads, then the same
//   history-bench --series 300 --runs 1000 --write values    as Otava's own code is to see it (compare_otava.py)
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "base/json.h"
#include "baselines/history/change_point.h"
#include "baselines/history/changes.h"
#include "baselines/history/history.h"
#include "lab/benches/synthetic.h"

namespace mpigauge {
namespace {

// Runs `action`, prints how long it took.
template <typename Action>
auto Timed(const std::string& what, Action action) {
  const std::clock_t clock = std::clock();
  const auto start = std::chrono::steady_clock::now();
  auto result = action();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double processor = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  std::cout << fmt::format("{:<54} {:9.3f} s   {:9.3f} s of processors   memory up to {} MiB\n", what, seconds.count(),
                           processor, usage.ru_maxrss / 1024)
            << std::flush;
  return result;
}

template <typename Finder>
std::size_t CountPoints(const History& history, Finder finder) {
  std::size_t points = 0;
  for (const SeriesHistory& series : history.series) points += finder.Find(series.log_seconds).size();
  return points;
}

void LookBack(const History& history, bool e_divisive) {
  const auto print = [](const char* what, std::size_t count) { std::cout << fmt::format("  {} {}\n", count, what); };
  print("points", Timed("windowed t, points alone", [&] { return CountPoints(history, WindowedT()); }));
  print("points", Timed("windowed t as Otava, points alone",
                        [&] { return CountPoints(history, WindowedT(WindowedT::Settings::AsOtava())); }));
  ChangesSettings settings;
  settings.method = ChangeMethod::kOtava;
  print("events", Timed("changes --method otava", [&] { return FindChanges(history, settings).events.size(); }));
  if (!e_divisive) return;
  settings.method = ChangeMethod::kEDivisive;
  print("events", Timed("changes --method e-divisive", [&] { return FindChanges(history, settings).events.size(); }));
}

void ReadAStore(const std::string& path, bool e_divisive) {
  Store store = Store::Open(path, Store::Access::kWrite);
  Timed("medians of the runs that have none", [&] {
    store.history().KeepMedians();
    return 0;
  });
  const auto runs = store.runs().All();
  if (runs.size() < 3) throw UsageError("{}: has {} run(s), three are needed", store.name(), runs.size());
  for (const char* time : {"first", "again"}) {
    Timed(fmt::format("gate: launches of two runs, {} time", time), [&] {
      return store.runs().Launches(runs[0].run_id, LaunchDetail::kSummaries).size() +
             store.runs().Launches(runs[1].run_id, LaunchDetail::kSummaries).size();
    });
  }
  Timed("gate: medians of the last 30 runs, a new run's launches", [&] {
    std::size_t medians = store.runs().Launches(runs[2].run_id, LaunchDetail::kSummaries).size();
    for (std::size_t i = 0; i < std::min<std::size_t>(30, runs.size()); ++i) {
      medians += store.history().Medians(runs[i].run_id).size();
    }
    return medians;
  });
  Timed("gate: medians of the last 30 runs", [&] {
    std::size_t medians = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(30, runs.size()); ++i) {
      medians += store.history().Medians(runs[i].run_id).size();
    }
    return medians;
  });
  const std::string name = store.history().SeriesNames().at(0);
  Timed("history of one series, all launches", [&] { return store.history().Points(name).size(); });
  LookBack(Timed("all medians of the store", [&] { return LoadHistory(store, {}); }), e_divisive);
}

// Rows of little-endian doubles, and the points that we find in them; compare_otava.py reads both.
void Write(const History& history, const std::string& path) {
  std::vector<std::vector<double>> all;
  std::ofstream values(path + ".f64", std::ios::binary);
  for (const SeriesHistory& series : history.series) {
    std::vector<double>& seconds = all.emplace_back();
    for (const double log : series.log_seconds) seconds.push_back(std::exp(log));
    values.write(reinterpret_cast<const char*>(seconds.data()),
                 static_cast<std::streamsize>(seconds.size() * sizeof(double)));
  }
  WindowedT otava(WindowedT::Settings::AsOtava());
  std::vector<std::vector<ChangePoint>> found;
  const std::clock_t start = std::clock();  // processor time: others use the machine too
  for (const std::vector<double>& seconds : all) found.push_back(otava.Find(seconds));
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  Json points = Json::array();
  for (const std::vector<ChangePoint>& one : found) {
    points.push_back(Json::array());
    for (const ChangePoint& point : one) points.back().push_back(point.index);
  }
  std::ofstream(path + ".json") << JsonText({{"runs", history.runs.size()}, {"seconds", taken}, {"points", points}});
}

int Main(int argc, char** argv) {
  CLI::App app("Looking back over many series and runs");
  Synthetic synthetic;
  std::string store;
  std::string write;
  bool quick = false;
  app.add_option("--series", synthetic.series, "Series")->capture_default_str();
  app.add_option("--runs", synthetic.runs, "Runs")->capture_default_str();
  app.add_option("--launches", synthetic.launches, "Launches of each run")->capture_default_str();
  app.add_option("--store", store, "Of this store instead; its runs' medians are kept in it");
  app.add_option("--write", write, "Write FILE.f64 and FILE.json for compare_otava.py")->type_name("FILE");
  app.add_flag("--quick", quick, "Without E-divisive, which takes a hundred times as long");
  CLI11_PARSE(app, argc, argv);
  if (!store.empty()) {
    ReadAStore(store, !quick);
    return 0;
  }
  const History history = Timed("made", [&] { return synthetic.ToHistory(0, synthetic.series); });
  if (write.empty()) {
    LookBack(history, !quick);
  } else {
    Write(history, write);
  }
  return 0;
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) { return mpigauge::Main(argc, argv); }

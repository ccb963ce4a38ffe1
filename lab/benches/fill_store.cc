// Fills a store with a synthetic history and says how fast that went.
//
//   fill-store big.sqlite --series 10000 --runs 100 --launches 10 --observations 1
//
// Fills a store to measure how long a comparison of two runs of ten thousand series takes:
//
//   fill-store two.sqlite --series 10000 --runs 2 --launches 10 --observations 100
//   time mpigauge compare latest~1 latest --store two.sqlite
//
// Fills a store to measure how long the first look back takes, and with --without-medians that of a store whose runs
// have no medians yet:
//
//   fill-store runs.sqlite --series 25 --runs 1000 --launches 10 --observations 20
//   time mpigauge history case0001/bytes:8/ranks:2 --store runs.sqlite
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>

#include "baselines/store/store.h"
#include "lab/benches/synthetic.h"

namespace mpigauge {
namespace {

double Seconds(std::chrono::steady_clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

void Fill(const std::string& path, const Synthetic& synthetic, std::uint32_t observations, bool medians) {
  Store store = Store::Open(path, Store::Access::kWrite);
  double storing = 0;
  double keeping = 0;
  for (std::uint32_t run = 0; run < synthetic.runs; ++run) {
    store.runs().Add(
        {synthetic.RunId(run), synthetic.Library(run), synthetic.StartedAt(run), RunStatus::kComplete, Json::object()});
    for (std::uint32_t launch = 0; launch < synthetic.launches; ++launch) {
      const LaunchRecord record = synthetic.Launch(run, launch, observations);
      const auto start = std::chrono::steady_clock::now();
      store.runs().AddLaunch(record);
      storing += Seconds(std::chrono::steady_clock::now() - start);
    }
    const auto start = std::chrono::steady_clock::now();
    if (medians) store.history().KeepMedians(synthetic.RunId(run));  // as at the end of each run
    keeping += Seconds(std::chrono::steady_clock::now() - start);
  }
  const double results = static_cast<double>(synthetic.series) * synthetic.runs * synthetic.launches;
  std::cout << fmt::format(
      "{} results in {} launches stored in {:.1f} s: {:.0f} results/s, {:.2f} launches/s; medians kept in {:.2f} s; "
      "{:.0f} bytes per result\n",
      results, synthetic.runs * synthetic.launches, storing, results / storing,
      synthetic.runs * synthetic.launches / storing, keeping,
      static_cast<double>(std::filesystem::file_size(path)) / results);
}

int Main(int argc, char** argv) {
  CLI::App app("Fills a store with a synthetic history");
  std::string path;
  Synthetic synthetic;
  std::uint32_t observations = 1;
  bool without_medians = false;
  app.add_option("store", path, "The store, a SQLite file")->required();
  app.add_option("--series", synthetic.series, "Series")->capture_default_str();
  app.add_option("--runs", synthetic.runs, "Runs")->capture_default_str();
  app.add_option("--launches", synthetic.launches, "Launches of each run")->capture_default_str();
  app.add_option("--observations", observations, "Observations of each series and launch")->capture_default_str();
  app.add_flag("--without-medians", without_medians, "Keep no medians of the runs");
  CLI11_PARSE(app, argc, argv);
  Fill(path, synthetic, observations, !without_medians);
  return 0;
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) { return mpigauge::Main(argc, argv); }

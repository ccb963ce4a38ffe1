#include "harness/program/google.h"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>

#include "base/error.h"

namespace mpigauge {
namespace {

using benchmark::BenchmarkReporter;

// With a minimum time of 0, one iteration that is not manual time is always enough: no rank has a decision left.
const std::vector<std::string> kNothingToDecide = {
    "--benchmark_min_time=0",
    "--benchmark_min_warmup_time=0",
    "--benchmark_repetitions=1",
    "--benchmark_out=",
    "--benchmark_perf_counters=",
    "--benchmark_enable_random_interleaving=false",
    "--benchmark_report_aggregates_only=false",
    "--benchmark_display_aggregates_only=false",
};

std::ostream& NullStream() {
  static std::ostream stream(nullptr);
  return stream;
}

// Prints nothing; hands the runs on. Its ReportContext returns true: false would skip all benchmarks.
class SilentReporter : public BenchmarkReporter {
 public:
  explicit SilentReporter(bool prints, std::function<void(const std::vector<Run>&)> runs = nullptr)
      : runs_(std::move(runs)) {
    SetOutputStream(prints ? &std::cout : &NullStream());
    SetErrorStream(prints ? &std::cerr : &NullStream());
  }
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (runs_) runs_(runs);
  }

 private:
  std::function<void(const std::vector<Run>&)> runs_;
};

// Registers the point under its series' name; named arguments give the name its form.
benchmark::internal::Benchmark* Register(const Case& benchmark_case, const Parameters& parameters,
                                         const std::function<void(benchmark::State&)>& body) {
  auto* registered = benchmark::RegisterBenchmark(benchmark_case.name().c_str(), body);
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] : parameters) {
    names.push_back(name);
    values.push_back(value);
  }
  return registered->ArgNames(names)->Args(values);
}

void ReportAdopted(std::size_t index, const std::vector<BenchmarkReporter::Run>& runs, const PassCallbacks& callbacks) {
  std::vector<double> times;
  std::optional<Fault> fault;
  for (const auto& run : runs) {
    if (run.error_occurred && !fault) fault = Fault{FaultKind::kError, 0, run.error_message};
    times.push_back(run.real_accumulated_time / static_cast<double>(std::max<std::int64_t>(run.iterations, 1)));
  }
  callbacks.adopted(index, std::move(times), std::move(fault));
}

BenchmarkReporter::Run GoogleRun(const SeriesRecord& series, std::int64_t family_index) {
  BenchmarkReporter::Run run;
  run.run_name.function_name = series.name;
  run.family_index = family_index;
  run.per_family_instance_index = 0;
  run.repetitions = 1;
  run.repetition_index = 0;
  run.time_unit = benchmark::kMicrosecond;
  if (series.fault) {
    run.error_occurred = true;
    run.error_message = series.fault->message;
    return run;
  }
  const auto count = static_cast<double>(series.summary.count);
  run.iterations = series.summary.count;
  run.real_accumulated_time = series.summary.median * count;
  run.cpu_accumulated_time = series.cpu_seconds * count;
  run.counters["min_s"] = series.summary.minimum;
  run.counters["mean_s"] = series.summary.mean;
  run.counters["p99_s"] = series.summary.p99;
  for (const auto& [name, value] : series.Counters()) run.counters[name] = value;
  return run;
}

}  // namespace

void InitializeGoogle(const std::vector<std::string>& flags) {
  std::vector<std::string> all = {"mpigauge-bench"};
  all.insert(all.end(), flags.begin(), flags.end());
  all.insert(all.end(), kNothingToDecide.begin(), kNothingToDecide.end());
  std::vector<char*> arguments;
  for (std::string& flag : all) arguments.push_back(flag.data());
  arguments.push_back(nullptr);
  static std::string executable;  // Google Benchmark keeps the pointer to the program's name
  executable = all[0];
  arguments[0] = executable.data();
  int count = static_cast<int>(all.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1) throw UsageError("{}: Google Benchmark does not know this flag or its value", arguments[1]);
}

std::string FullName(const Case& benchmark_case, const Parameters& parameters) {
  return benchmark_case.family() + "/" + SeriesName(benchmark_case.name(), parameters);
}

std::vector<bool> ChosenByFilter(const std::vector<CasePoint>& points, const std::string& among, bool prints) {
  const std::regex wanted(among);
  std::vector<bool> chosen(points.size(), false);
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [benchmark_case, parameters] = points[i];
    if (!std::regex_search(FullName(*benchmark_case, parameters), wanted)) continue;
    Register(*benchmark_case, parameters, [&chosen, i](benchmark::State& state) {
      for (auto _ : state) chosen[i] = true;
    });
  }
  SilentReporter reporter(prints);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return chosen;
}

void RunPass(const std::vector<Series>& series, const std::vector<std::size_t>& order, const PassCallbacks& callbacks) {
  benchmark::ClearRegisteredBenchmarks();
  for (const std::size_t index : order) {
    const auto& benchmark_case = *series[index].benchmark_case;
    if (const auto function = benchmark_case.google_function()) {
      Register(benchmark_case, series[index].parameters, function)
          ->UseManualTime()
          ->Iterations(1)
          ->Repetitions(static_cast<int>(callbacks.repetitions(index)));
    } else {
      Register(benchmark_case, series[index].parameters, [&callbacks, index](benchmark::State& state) {
        for (auto _ : state) callbacks.visit(index);
      });
    }
  }
  // Google Benchmark runs in the order of registration and reports after each series; of several repetitions it
  // reports its aggregates in a second call.
  std::size_t place = 0;
  SilentReporter reporter(false, [&](const std::vector<BenchmarkReporter::Run>& runs) {
    if (runs.empty() || runs[0].run_type == BenchmarkReporter::Run::RT_Aggregate) return;
    const std::size_t index = order.at(place++);
    if (series[index].benchmark_case->google_function() != nullptr) ReportAdopted(index, runs, callbacks);
  });
  benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, ".");
}

namespace {

// Google Benchmark tells of its own library, which Debian builds with assertions: of what measures nothing here.
constexpr std::string_view kBuildWarning = "Library was built as DEBUG";

#ifdef NDEBUG
constexpr const char* kBuildType = "release";
#else
constexpr const char* kBuildType = "debug";
#endif

std::string WithoutBuildWarning(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(kBuildWarning) == std::string::npos) kept += line + "\n";
  }
  return kept;
}

}  // namespace

Json GoogleContext() {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.ReportContext(BenchmarkReporter::Context());
  reporter.Finalize();
  Json all = ParseJson(text.str(), "Google Benchmark's context").at("context");
  all["library_build_type"] = kBuildType;  // of what runs between two clock reads, which is ours
  return all;
}

void PrintWithGoogle(const LaunchRecord& record) {
  BenchmarkReporter* reporter = benchmark::CreateDefaultDisplayReporter();
  BenchmarkReporter::Context context;
  context.name_field_width = 0;  // its constructor leaves it open
  for (const SeriesRecord& series : record.series) {
    context.name_field_width = std::max(context.name_field_width, series.name.size());
  }
  reporter->SetOutputStream(&std::cout);
  std::ostringstream errors;
  reporter->SetErrorStream(&errors);
  const bool goes_on = reporter->ReportContext(context);
  std::cerr << WithoutBuildWarning(errors.str());
  reporter->SetErrorStream(&std::cerr);
  if (!goes_on) return;
  // All at once: its CSV has the columns of the first runs that it gets.
  std::vector<BenchmarkReporter::Run> runs;
  for (std::size_t i = 0; i < record.series.size(); ++i) {
    runs.push_back(GoogleRun(record.series[i], static_cast<std::int64_t>(i)));
  }
  reporter->ReportRuns(runs);
  reporter->Finalize();
}

std::string GoogleVariables() {
  std::set<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.starts_with("BENCHMARK_")) variables.insert(text);
  }
  std::string all;
  for (const std::string& variable : variables) all += variable + " ";
  return all;
}

}  // namespace mpigauge

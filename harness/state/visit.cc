#include "harness/state/visit.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <limits>
#include <span>

namespace mpigauge {
namespace {

double ProcessorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void RunFunction(const Case& benchmark_case, State& state) {
  try {
    benchmark_case.function()(state);
  } catch (const std::exception& exception) {
    state.SkipWithError(exception.what());
  }
  state.Conclude();
}

// Rank by rank, the own durations of the observations that are valid on all of them; the result is rank 0's.
std::vector<std::vector<double>> GatherDurations(const Engine& engine, const State::KeptBatches& kept,
                                                 std::span<const std::int64_t> flags, double per_observation) {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < kept.starts.size(); ++i) mine.push_back(kept.ends[i] - kept.starts[i]);
  const std::string bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof mine[0]);
  std::vector<std::vector<double>> ranks;
  for (const std::string& text : engine.control.GatherToRoot(bytes)) {
    std::vector<double>& durations = ranks.emplace_back();
    for (std::size_t i = 0; i < flags.size(); ++i) {
      std::int64_t ns = 0;
      std::memcpy(&ns, text.data() + i * sizeof ns, sizeof ns);
      if (flags[i] == 0) durations.push_back(static_cast<double>(ns) * 1e-9 / per_observation);
    }
  }
  return ranks;
}

// Makes observations of every rank's own times: last end minus first start on the global clock, and the largest of the
// ranks' own durations [KU6]. Of `parts` one rank's own time is all there is. The result is rank 0's.
Pass Combine(const Engine& engine, const State::KeptBatches& kept, double per_observation, bool parts) {
  const std::size_t n = kept.starts.size();
  // n ends, n negated starts, n starts, n durations, n flags: all combined by maximum.
  std::vector<std::int64_t> values;
  values.reserve(5 * n);
  for (const std::int64_t end : kept.ends) values.push_back(engine.clock.ToGlobal(end));
  for (const std::int64_t start : kept.starts) values.push_back(-engine.clock.ToGlobal(start));
  for (const std::int64_t start : kept.starts) values.push_back(engine.clock.ToGlobal(start));
  for (std::size_t i = 0; i < n; ++i) values.push_back(kept.ends[i] - kept.starts[i]);
  values.insert(values.end(), kept.late.begin(), kept.late.end());
  engine.control.MaxToRoot(values);
  const auto ends = std::span(values).first(n), negated_starts = std::span(values).subspan(n, n),
             starts = std::span(values).subspan(2 * n, n), durations = std::span(values).subspan(3 * n, n),
             flags = std::span(values).subspan(4 * n, n);
  Pass pass;
  std::vector<double> spreads;
  for (std::size_t i = 0; i < n; ++i) {
    if (flags[i] != 0) {
      ++pass.late;
      continue;
    }
    const auto seconds = [](std::int64_t ns) { return static_cast<double>(ns) * 1e-9; };
    pass.observations_seconds.push_back(seconds(parts ? durations[i] : ends[i] + negated_starts[i]) / per_observation);
    pass.local_seconds.push_back(seconds(durations[i]) / per_observation);
    spreads.push_back(seconds(starts[i] + negated_starts[i]));
  }
  if (engine.per_rank) pass.rank_seconds = GatherDurations(engine, kept, flags, per_observation);
  if (!spreads.empty()) pass.start_spread_seconds = Summarize(spreads).median;
  return pass;
}

// Combines the reports of ranks on a case that has no loop: the longest time counts. The result is rank 0's.
Pass CombineReports(const Engine& engine, const State::KeptBatches& kept) {
  std::int64_t longest = kept.ends.at(0);
  engine.control.MaxToRoot({&longest, 1});
  Pass pass;
  pass.observations_seconds = {static_cast<double>(longest) * 1e-9};
  pass.local_seconds = pass.observations_seconds;
  return pass;
}

// The same order as that of the numbers, NaN aside: ranks combine whole numbers.
std::int64_t OrderedBits(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}
double FromOrderedBits(std::int64_t bits) {
  return std::bit_cast<double>(bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits);
}

// The largest over the ranks of each counter that rank 0 has; the result is rank 0's.
std::map<std::string, double> CombineCounters(const Control& control, const std::map<std::string, double>& mine) {
  std::vector<std::string> names;
  for (const auto& [name, value] : mine) names.push_back(name);
  control.Broadcast(names);
  std::vector<std::int64_t> values;
  for (const std::string& name : names) {
    const auto found = mine.find(name);
    values.push_back(OrderedBits(found == mine.end() ? -std::numeric_limits<double>::infinity() : found->second));
  }
  control.MaxToRoot(values);
  std::map<std::string, double> largest;
  for (std::size_t i = 0; i < names.size(); ++i) largest[names[i]] = FromOrderedBits(values[i]);
  return largest;
}

// All ranks agree that rank 0 has no valid observation.
std::optional<Fault> NothingValid(const Engine& engine, const Pass& pass) {
  std::optional<Fault> none;
  if (engine.control.root() && pass.observations_seconds.empty()) {
    none =
        Fault{FaultKind::kNoValidObservation, 0,
              fmt::format("no valid observation: a rank was late in all of {} starts; are the processors shared "
                          "with other programs, or are there more ranks than processors? --synchronizer=dissemination "
                          "needs no common start",
                          pass.late)};
  }
  return engine.control.Agree(none);
}

// Adds the processors that this rank took in a visit. That of the rank which took most counts: a helper thread may be
// of any. The first visit, which meets what is done once, counts only as long as there is no other. The result is rank
// 0's.
void AddProcessors(const Control& control, double processors, Series& series) {
  auto millionths = static_cast<std::int64_t>(1e6 * processors);
  control.MaxToRoot({&millionths, 1});
  const double most = 1e-6 * static_cast<double>(millionths);
  series.processors += (most - series.processors) / std::max(series.visits, 1);
}

}  // namespace

double ProcessorSecondsOf(const SeriesRecord& record, const Series& series) {
  return series.benchmark_case->once() || record.summary.count == 0 ? 0 : series.processors * record.summary.median;
}

Instruments InstrumentsOf(const Engine& engine) {
  return {std::string(engine.synchronizer.name()), std::string(engine.clock.timer.name()), engine.buffers,
          engine.subtract_overhead};
}

SeriesRecord EmptyRecord(const Case& benchmark_case, const Parameters& parameters, const Instruments& instruments) {
  SeriesRecord record;
  record.name = SeriesName(benchmark_case.name(), parameters);
  record.case_name = benchmark_case.name();
  record.family = benchmark_case.family();
  record.case_version = benchmark_case.version();
  record.parameters = parameters;
  record.method = {benchmark_case.loop() ? "loop" : "call", instruments.synchronizer, instruments.timer};
  if (benchmark_case.parts()) record.method.mode = "part";
  if (benchmark_case.once()) record.method = {"once", "its own", "its own"};
  const bool has_buffers = !benchmark_case.control() && ParameterOr(parameters, "bytes", -1) >= 0;
  if (has_buffers) record.method.buffers = instruments.buffers.Text();
  // Controls are as always, and a function that was adopted measures itself.
  const bool has_overhead = !benchmark_case.control() && !benchmark_case.empty() && !benchmark_case.parts() &&
                            benchmark_case.google_function() == nullptr;
  if (instruments.subtract_overhead && has_overhead) record.method.overhead = "subtracted";
  record.bytes_per_operation = benchmark_case.loop() && !benchmark_case.control() && !benchmark_case.parts()
                                   ? ParameterOr(parameters, "bytes", 0)
                                   : 0;
  return record;
}

SeriesRecord RunVisit(const Engine& engine, const VisitPlan& plan, Series& series) {
  SeriesRecord visit = EmptyRecord(*series.benchmark_case, series.parameters, InstrumentsOf(engine));
  const double messages = static_cast<double>(series.benchmark_case->messages_per_operation());
  const double processor_before = ProcessorSeconds();
  const std::int64_t began = engine.clock.timer.Now();
  State state(engine, *series.benchmark_case, series.parameters, plan);
  RunFunction(*series.benchmark_case, state);
  const double took = 1e-9 * static_cast<double>(std::max<std::int64_t>(engine.clock.timer.Now() - began, 1));
  AddProcessors(engine.control, (ProcessorSeconds() - processor_before) / took, series);

  series.operations = state.director().operations();
  series.short_for_timer = !series.benchmark_case->loop() && state.director().loop();
  engine.control.Broadcast(series.operations);
  engine.control.Broadcast(series.short_for_timer);
  if (series.short_for_timer) visit.method.mode = "calls";
  const double per_observation = static_cast<double>(series.operations) * messages;
  // The faults of ranks come first: after a fault, ranks may have different numbers of observations, and nothing to
  // combine.
  visit.fault = engine.control.Agree(state.fault());
  if (!visit.fault) {
    Pass pass = series.benchmark_case->once()
                    ? CombineReports(engine, state.kept())
                    : Combine(engine, state.kept(), per_observation, series.benchmark_case->parts());
    pass.counters = CombineCounters(engine.control, state.counters());
    pass.operations = series.operations;
    pass.wall_seconds = static_cast<double>(engine.clock.timer.Now() - began) * 1e-9;
    visit.huge_page_bytes = state.huge_page_bytes();
    engine.control.MaxToRoot({&visit.huge_page_bytes, 1});
    visit.fault = NothingValid(engine, pass);
    if (!visit.fault) visit.passes = {pass};
  }
  series.faulty = visit.fault.has_value();
  visit.operations_per_observation = series.operations;
  visit.tick_seconds = plan.stopping.tick_seconds / messages;
  visit.verified = state.verified();
  visit.first_call_seconds = static_cast<double>(state.director().first_call_ns()) * 1e-9 / messages;
  visit.second_call_seconds = static_cast<double>(state.director().second_call_ns()) * 1e-9 / messages;
  Summarize(visit);
  visit.cpu_seconds = ProcessorSecondsOf(visit, series);
  return visit;
}

}  // namespace mpigauge

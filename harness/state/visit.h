#pragma once

#include <memory>

#include "harness/state/state.h"

namespace mpigauge {

// A case and a point of its parameters, of which a series can be made.
struct CasePoint {
  const Case* benchmark_case = nullptr;
  Parameters parameters;
};

// A point of a case that was chosen to be measured, and what is known of it so far; the same on all ranks but
// for `record`, which rank 0 fills.
struct Series {
  const Case* benchmark_case = nullptr;
  Parameters parameters;
  std::int64_t operations = 0;  // per batch; 0 before the first visit
  // One operation is so short that the timer cannot resolve it; found in the first visit. See InLoops.
  bool short_for_timer = false;
  int visits = 0;
  double processors = 0;  // that the rank took which took most, with all its threads, on average in its visits
  bool faulty = false;    // ended for good: not visited again
  bool needless = false;  // of a size that only a disturbed time called for: not visited while it is so
  std::size_t place = 0;  // in the order of tables and files; sizes that came later share it
  std::shared_ptr<StoppingRule> rule;  // judges all visits together; nullptr before the first
  SeriesRecord record;
};

// Whether many operations are measured between two clock reads.
inline bool InLoops(const Series& series) { return series.benchmark_case->loop() || series.short_for_timer; }

// The instruments that a series is measured with, as the record names them.
struct Instruments {
  std::string synchronizer;
  std::string timer;
  BufferPlan buffers = {};
  bool subtract_overhead = false;
};

Instruments InstrumentsOf(const Engine& engine);

// The record of a series before its first visit.
SeriesRecord EmptyRecord(const Case& benchmark_case, const Parameters& parameters, const Instruments& instruments);

// The processor time of one operation: the processors that were taken during the visits, while ranks waited for their
// common starts, too, times the median. 0 where it is not known: what happens once is over when it is visited.
double ProcessorSecondsOf(const SeriesRecord& record, const Series& series);

// Runs the case's function once on all ranks: what rank 0 gets is the series with this one pass, or with the
// fault that ended it. Updates `series.operations`, `series.short_for_timer` and `series.faulty` on all ranks.
// Collective.
SeriesRecord RunVisit(const Engine& engine, const VisitPlan& plan, Series& series);

}  // namespace mpigauge

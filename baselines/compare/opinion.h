#pragma once

#include <string>
#include <string_view>

namespace mpigauge {

// The worse one is the larger one.
enum class Verdict { kPass, kInconclusive, kFail };

std::string VerdictName(Verdict verdict);  // "pass", "fail", "inconclusive"
// Throws Error (usage) for an unknown text.
Verdict VerdictFromName(std::string_view name);

// The figures and facts that an opinion on a series or a family is drawn from.
enum class Source {
  kMedian,     // of launches, side by side or of stored runs
  kFloor,      // the fastest observations, where medians differ too much from launch to launch to tell
  kTail,       // observations or launches that take far longer
  kMean,       // of all calls
  kProcessor,  // the processor time of a call
  kMemory,     // of a rank; on a whole comparison
  kCount,      // what the library counted, such as messages
  kFaults,     // launches that gave an error
  kClocks,     // clocks that cannot be believed, and processes that do not sleep; on a whole comparison
  kNoTimes     // there are no times to compare: wrong data, an operation that does not work
};

// The judgement of one source on a series or a family. Opinions are formed one by one, of measured numbers alone; the
// verdict follows from all of them together (baselines/verdict/conclusion.h).
struct Opinion {
  Source source = Source::kMedian;
  Verdict verdict = Verdict::kInconclusive;
  std::string reason = {};  // of a fail or an inconclusive, in words
  std::string remark = {};  // added to the reason where another opinion decides; empty: nothing is added
  bool improved = false;    // of a pass: significantly faster by more than the tolerance
};

}  // namespace mpigauge
